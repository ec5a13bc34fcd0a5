public import Foundation

/// Writes interactions as a recording does, for the package's own benchmarks.
///
/// Not Sendable: one thread writes.
@_spi(Benchmarks)
public final class BenchmarkRecording {
  private enum Way {
    /// Straight into the file.
    case plain(CassetteFileWriter)
    /// Redacted into the journal, then into the file.
    case redacting(Redactor, Journal)
  }

  private let way: Way
  private let url: URL
  private var secretCounts: [Int] = []

  /// Begins a recording that will take that path.
  ///
  /// - Parameters:
  ///   - url: The cassette's file.
  ///   - isRedacting: Whether each interaction is redacted by the default rules and goes into a journal
  ///     first, as while recording; or straight into the file.
  /// - Throws: `CassetteError` where it cannot be written.
  public init(to url: URL, isRedacting: Bool) throws(CassetteError) {
    self.url = url
    guard isRedacting else {
      way = .plain(try CassetteFileWriter(replacing: url))
      return
    }
    let redactor = Redactor()
    let header = JournalHeader(
      mode: "rerecord", base: try JournalHeader.Base(of: url), run: redactor.run)
    way = .redacting(redactor, try Journal(for: url, header: header))
  }

  /// Adds an interaction.
  ///
  /// - Throws: `CassetteError` where it cannot be written.
  public func append(_ interaction: Cassette.Interaction) throws(CassetteError) {
    switch way {
    case .plain(let writer):
      try writer.append(interaction)
    case .redacting(let redactor, let journal):
      let redacted = redactor.redactCounting(interaction)
      try journal.append(number: secretCounts.count, redacted.interaction)
      secretCounts.append(redacted.secretCount)
    }
  }

  /// Puts the file in its place.
  ///
  /// - Throws: `CassetteError` where it cannot be written.
  public func finish() throws(CassetteError) {
    switch way {
    case .plain(let writer):
      _ = try writer.finish()
    case .redacting(let redactor, let journal):
      let writer = try CassetteFileWriter(replacing: url)
      var numbering = PlaceholderNumbering()
      for record in journal.records() {
        try writer.append(
          redactor.finish(
            try journal.interaction(record), knownSecretCount: secretCounts[record.number],
            numbering: &numbering))
      }
      _ = try writer.finish()
      try journal.discard()
    }
  }
}

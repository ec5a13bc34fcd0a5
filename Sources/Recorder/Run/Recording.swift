package import Cassette
package import Foundation

/// What a run records: redacted and in the journal at once, in the cassette at the end.
package final class Recording: Sendable {
  private struct State {
    var journal: Journal?
    /// How many secrets each interaction has been searched for, by its call's number.
    var secretCounts: [Int: Int] = [:]
    var hasEnded = false
    /// How many of the interactions are errors, and what the first of them was.
    var failures: (count: Int, first: Cassette.Failure?) = (0, nil)
  }

  /// The cassette's file.
  package let url: URL
  private let mode: RecordMode
  private let old: Cassette?
  private let origins: OriginMap
  private let redactor: Redactor
  private let reporter: RunReporter
  private let state = Locked(State())

  /// A recording into that file.
  ///
  /// The journal, which is the lock, is opened at once, or, where an old cassette is kept, with the first
  /// interaction.
  ///
  /// - Throws: `CassetteError.locked` where another recording holds it; `.system` where the folder may
  ///   not be written.
  package init(
    url: URL, mode: RecordMode, old: Cassette?, options: CassetteOptions, origins: OriginMap,
    reporter: RunReporter
  ) throws(CassetteError) {
    self.url = url
    self.mode = mode
    self.old = old
    self.origins = origins
    self.reporter = reporter
    redactor = Redactor(rules: options.redacting)
    if old == nil { try state.withLock { state throws(CassetteError) in _ = try open(&state) } }
  }

  private func open(_ state: inout State) throws(CassetteError) -> Journal {
    if let journal = state.journal { return journal }
    try old?.checkUnchanged()
    if old == nil { try FileExistence.makeFolder(of: url) }
    let journal = try Journal(
      for: url,
      header: JournalHeader(
        mode: mode.name, base: try JournalHeader.Base(of: url), run: redactor.run))
    state.journal = journal
    if let crashed = journal.crashed {
      reporter.warn(
        """
        an earlier recording of \(url.path) was not finished; what it had recorded lies in \
        \(crashed.path). To save it: swift run cassette recover \(crashed.path)
        """)
    }
    return journal
  }

  /// The journal's path, where there is something in it.
  var journalPath: String? {
    state.withLock { state in
      guard let journal = state.journal, !journal.records().isEmpty else { return nil }
      return journal.url.path
    }
  }

  /// Adds an interaction, with its secrets replaced.
  ///
  /// - Parameters:
  ///   - interaction: The interaction as it went over the wire.
  ///   - number: The place of its call in the order in which calls started.
  /// - Throws: `CassetteError` where it cannot be written.
  package func append(_ interaction: Cassette.Interaction, number: Int) throws(CassetteError) {
    let (redacted, secretCount) = redactor.redactCounting(origins.canonical(interaction))
    try state.withLock { state throws(CassetteError) in
      guard !state.hasEnded else {
        reporter.warn("an answer came after the run on \(url.path) had ended, and is not recorded")
        return
      }
      try open(&state).append(number: number, redacted)
      state.secretCounts[number] = secretCount
      if let failure = redacted.outcome.failure {
        state.failures = (state.failures.count + 1, state.failures.first ?? failure)
      }
    }
  }

  /// Gives up what was recorded.
  func abandon() throws(CassetteError) {
    try end { journal, _ throws(CassetteError) in try journal.discard() }
  }

  /// Saves what was recorded, and tells what was saved.
  ///
  /// - Parameter failed: Whether to keep the old cassette, and put this one beside it.
  /// - Throws: `CassetteError` where it cannot be written; the journal then stays.
  package func finish(failed: Bool) throws(CassetteError) {
    try end { journal, ended throws(CassetteError) in
      guard !journal.records().isEmpty else { return try journal.discard() }
      do throws(CassetteError) {
        try save(journal, ended, failed: failed)
      } catch {
        journal.keep()
        reporter.warn(
          """
          \(url.path) was not saved. What was recorded lies in \(journal.url.path); to save it: \
          swift run cassette recover \(journal.url.path)
          """)
        throw error
      }
      try journal.discard()
    }
  }

  private func end(
    _ body: (Journal, State) throws(CassetteError) -> Void
  ) throws(CassetteError) {
    let ended = state.withLock { state -> State? in
      guard !state.hasEnded else { return nil }
      state.hasEnded = true
      return state
    }
    guard let ended, let journal = ended.journal else { return }
    try body(journal, ended)
  }

  private func save(
    _ journal: Journal, _ ended: State, failed: Bool
  ) throws(CassetteError) {
    let replaced = old == nil ? Self.count(of: url) : nil
    let target = failed ? URL(fileURLWithPath: url.path + ".failed") : url
    let sideFiles = try SideFiles(of: url)
    let writer = try CassetteFileWriter(replacing: target)
    var numbering = PlaceholderNumbering()
    let records = journal.records()
    if let old { try keep(old, in: writer, &numbering) }
    for record in records {
      let interaction = redactor.finish(
        try journal.interaction(record), knownSecretCount: ended.secretCounts[record.number] ?? 0,
        numbering: &numbering)
      // What failed stays in one file, which the next failure overwrites.
      try writer.append(failed ? interaction : sideFiles.movingBodies(of: interaction))
    }
    let outcome = try writer.finish { base in
      // Where the disk has no room for it, only a crash at this very moment is worse off.
      if !failed { try? journal.announce(base) }
    }
    if !failed { try sideFiles.removeUnreferenced(keeping: writer.sideFilePaths) }
    var count = "\(records.count) interaction\(records.count == 1 ? "" : "s")"
    if let first = ended.failures.first {
      count += ", \(ended.failures.count) of them failed (\(first.domain) \(first.code)),"
    }
    switch (failed, outcome) {
    case (true, _):
      let kept = (try FileExistence.isThere(url)) ? "\(url.path) is as it was" : "nothing was saved"
      reporter.warn(
        "the run failed, so \(kept); the new recording of \(count) lies in \(target.path), "
          + "until the next run that succeeds")
    case (false, .unchanged):
      reporter.warn("recorded \(count); \(url.path) held the same already")
    case (false, .written):
      let place = replaced.map { " in place of the \($0) that it had" } ?? ""
      reporter.warn("recorded \(count) in \(url.path)\(place)")
    }
    if !failed { FileExistence.removeIfThere(URL(fileURLWithPath: url.path + ".failed")) }
  }

  /// How many interactions a cassette that will be replaced has; nil where none can be read from it.
  private static func count(of url: URL) -> Int? {
    // What cannot be read is replaced all the same: that is what re-recording is for.
    try? Cassette(contentsOf: url).count
  }

  private func keep(
    _ old: Cassette, in writer: CassetteFileWriter, _ numbering: inout PlaceholderNumbering
  ) throws(CassetteError) {
    for index in 0..<old.count { numbering.reserve(try old.interaction(at: index)) }
    for index in 0..<old.count {
      let interaction = try old.interaction(at: index)
      // A secret that this run has learned may stand in what was recorded before.
      let cleaned = redactor.finish(interaction, numbering: &numbering)
      if cleaned == interaction {
        try writer.keep(entryAt: index, of: old)
      } else {
        try writer.append(cleaned)
      }
    }
  }
}

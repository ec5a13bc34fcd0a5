package import Foundation

/// What can still be read of a cassette's file, and what is wrong with it.
///
/// Of a file that opens every entry and every block is read. Of one that does not, the entries are taken
/// that are whole, where all of its text can be read and parted; else the lines that lie in whole blocks
/// and hold an entry of ours, where a line with a damaged block in it is lost.
package struct CassetteSurvey: Sendable {
  /// The number of entries that can be read.
  package private(set) var intactCount = 0
  /// The number of entries that the file should have; nil where nothing in it says so.
  package private(set) var expectedCount: Int?
  /// Whether another program wrote the file, so that nobody has taken secrets out of it.
  package private(set) var isForeign = false
  /// What the program made for itself, where the end of the text survives.
  package private(set) var values = Cassette.RecordedValues()
  /// What is wrong, each once, in the order in which it was found; empty for a file that is whole.
  package private(set) var problems: [CassetteError] = []

  /// Surveys a file.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - limits: How much it may make the reader take in.
  ///   - onEntry: Takes each interaction that can be read, in file order, with its place, counted
  ///     from 0; nil where it is unknown, for what lies before may be lost.
  /// - Throws: `CassetteError.missing`, `.unsavedRecording`, `.journal`, `.unfetched`, `.notAFile` or
  ///   `.system` where there is nothing to survey; what `onEntry` throws.
  /// - Complexity: O(*n*) in the size of the text.
  package init(
    of url: URL, limits: Cassette.Limits = .init(),
    onEntry: (Int?, Cassette.Interaction) throws -> Void = { _, _ in }
  ) throws {
    let cassette: Cassette
    do throws(CassetteError) {
      cassette = try Cassette(contentsOf: url, limits: limits)
    } catch {
      switch error {
      case .missing, .unsavedRecording, .journal, .unfetched, .notAFile, .system: throw error
      default: problems.append(error)
      }
      try takeSurvivors(url, limits, onEntry)
      return
    }
    // Each entry in a damaged block is lost to the same damage.
    var seen: Set<CassetteError> = []
    expectedCount = cassette.count
    isForeign = cassette.isForeign
    for index in 0..<cassette.count {
      let interaction: Cassette.Interaction
      do throws(CassetteError) {
        interaction = try cassette.interaction(at: index)
      } catch {
        if seen.insert(error).inserted { problems.append(error) }
        continue
      }
      intactCount += 1
      try onEntry(index, interaction)
    }
    do throws(CassetteError) {
      values = try cassette.recordedValues()
    } catch {
      if seen.insert(error).inserted { problems.append(error) }
    }
    // An index makes readers pass over what holds no entry, and over the checksums of blocks.
    guard cassette.hasIndex, problems.isEmpty else { return }
    let file = try FileDescriptor.reading(url.path)
    do throws(CassetteError) {
      let text = SequentialText(
        file: file, byteCount: Int(try file.status().st_size), limits: limits)
      let scanner = HARScanner(path: url.path, limits: limits)
      let scan = try scanner.scan(byteCount: text.byteCount) { (body) throws(CassetteError) in
        _ = try text.blocksOfText(body)
      }
      try cassette.checkIndex(against: scan.table)
    } catch {
      problems.append(error)
    }
  }

  private mutating func takeSurvivors(
    _ url: URL, _ limits: Cassette.Limits, _ onEntry: (Int?, Cassette.Interaction) throws -> Void
  ) throws {
    let file = try FileDescriptor.reading(url.path)
    let lines = SurvivingLines(file: file, limits: limits)
    var lineCount = 0
    try lines.forEach { line in
      if let values = CassetteText.readClosing(line, limits: limits) {
        self.values = values
      } else if Self.interaction(line, limits) != nil {
        lineCount += 1
      }
    }
    let entries = SurvivingEntries(file: file, limits: limits)
    // Two files joined have more lines than the first of them has entries.
    if let found = try entries.count(), found.intact >= lineCount {
      (expectedCount, isForeign) = (found.all, found.isForeign)
      try entries.forEach { number, interaction in
        intactCount += 1
        try onEntry(number, interaction)
      }
      return
    }
    expectedCount = try lines.expectedCount()
    try lines.forEach { line in
      guard let interaction = Self.interaction(line, limits) else { return }
      intactCount += 1
      try onEntry(nil, interaction)
    }
  }

  private static func interaction(
    _ line: [UInt8], _ limits: Cassette.Limits
  ) -> Cassette.Interaction? {
    let entry = line.first == UInt8(ascii: ",") ? Array(line.dropFirst()) : line
    // The problem that opening the file found is the one to report.
    guard
      let (result, _) = try? HAREntryDecoder.decode(
        entry, isForeign: false, maximumDepth: limits.jsonDepth,
        maximumCount: limits.jsonValueCount),
      case .interaction(let interaction) = result
    else { return nil }
    return interaction
  }
}

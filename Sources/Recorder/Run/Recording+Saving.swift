import Cassette
import Foundation

// What the end of a run writes: the cassette, or what a failed run has recorded beside it.
extension Recording {
  private var failedURL: URL { URL(fileURLWithPath: url.path + ".failed") }

  /// Saves what was recorded in the cassette, and tells what was saved.
  ///
  /// - Returns: Why the new cassette, which is in its place, may not outlive a loss of power; nil where it
  ///   does.
  /// - Throws: `CassetteError` where it cannot be written; the old cassette is whole then.
  func save(_ journal: Journal, _ ended: State) throws(CassetteError) -> CassetteError? {
    let replaced = old == nil ? previous() : nil
    let sideFiles = try SideFiles(of: url)
    let writer = try CassetteFileWriter(replacing: url)
    try write(journal, ended, to: writer, replacing: replaced) {
      (interaction) throws(CassetteError) in
      try sideFiles.movingBodies(of: interaction)
    }
    let outcome: CassetteFileWriter.Outcome
    var doubt: CassetteError?
    do throws(CassetteError) {
      outcome = try writer.finish { base in
        do throws(CassetteError) {
          try journal.announce(base)
        } catch {
          // Where the disk has no room for it, only a crash at this very moment is worse off.
        }
      }
    } catch {
      guard writer.isInPlace else { throw error }
      (outcome, doubt) = (.written, error)
    }
    let count = countText(journal, ended)
    switch outcome {
    case .unchanged:
      reporter.warn("recorded \(count); \(url.path) held the same already")
    case .written:
      let place = replaced.map { " in place of the \($0.count) that it had" } ?? ""
      reporter.warn("recorded \(count) in \(url.path)\(place)")
    }
    return doubt
  }

  /// Saves what a failed run has recorded beside the cassette, which stays as it is.
  ///
  /// - Throws: `CassetteError` where it cannot be written.
  func saveFailed(_ journal: Journal, _ ended: State) throws(CassetteError) {
    let sideFiles = try SideFiles(of: url)
    let failedFiles = try SideFiles(of: failedURL)
    let writer = try CassetteFileWriter(replacing: failedURL)
    // The next failure overwrites it, and what lies in files of its own.
    try write(journal, ended, to: writer, replacing: nil) { (interaction) throws(CassetteError) in
      var numbering: PlaceholderNumbering?
      return try failedFiles.adopting(interaction, from: sideFiles, numbering: &numbering)
    }
    _ = try writer.finish()
    let kept = (try FileExistence.isThere(url)) ? "\(url.path) is as it was" : "nothing was saved"
    reporter.warn(
      "the run failed, so \(kept); the new recording of \(countText(journal, ended)) lies in "
        + "\(failedURL.path), until the next run that succeeds")
  }

  /// Deletes what nothing refers to any more. All is saved, so that what cannot be deleted is only told.
  func cleanUp(after journal: Journal, failed: Bool) {
    do throws(CassetteError) {
      if !failed { FileExistence.removeIfThere(failedURL) }
      // A journal that stays must find what it refers to, and a recording that begins what it stores: so
      // this journal ends before bodies are deleted, and its lock after.
      try journal.empty()
      try removeUnreferencedBodies(failed: failed)
      let failedFiles = try SideFiles(of: failedURL)
      guard failedFiles.hasAny else { return }
      let kept = failed ? try Cassette(contentsOf: failedURL).sideFilePaths() : []
      try failedFiles.removeUnreferenced(keeping: kept)
    } catch {
      reporter.warn("what \(url.path) does not need any more could not be deleted: \(error)")
    }
  }

  private func removeUnreferencedBodies(failed: Bool) throws(CassetteError) {
    let sideFiles = try SideFiles(of: url)
    guard sideFiles.hasAny else { return }
    guard try FileExistence.isThere(url) else {
      return try sideFiles.removeUnreferenced(keeping: [])
    }
    // After a failed run the cassette may be one that cannot be read; then nothing is known of it.
    if failed, previous() == nil { return }
    try sideFiles.removeUnreferenced(keeping: try Cassette(contentsOf: url).sideFilePaths())
  }

  private func write(
    _ journal: Journal, _ ended: State, to writer: CassetteFileWriter,
    replacing replaced: Cassette?,
    moving move: (Cassette.Interaction) throws(CassetteError) -> Cassette.Interaction
  ) throws(CassetteError) {
    let sideFiles = try SideFiles(of: url)
    var numbering = PlaceholderNumbering()
    if let old { try keep(old, in: writer, sideFiles, &numbering) }
    let records = journal.records()
    let rerecording = replaced.flatMap { Rerecording(replacing: $0) }
    let slots = try rerecording?.order(count: records.count) { (index) throws(CassetteError) in
      try journal.interaction(records[index])
    }
    for slot in slots ?? [] {
      guard let index = slot.old, let replaced, rerecording != nil else { continue }
      let new = try journal.interaction(records[slot.new])
      guard !new.redactions.isEmpty else { continue }
      do throws(CassetteError) {
        numbering.prefer(numbersOf: try replaced.interaction(at: index), for: new)
      } catch {
        // An entry that cannot be read is replaced.
        continue
      }
    }
    for slot in slots ?? records.indices.map({ Rerecording.Slot(new: $0) }) {
      let record = records[slot.new]
      let finished = try sideFiles.finishing(
        try journal.interaction(record), by: redactor,
        knownSecretCount: ended.secretCounts[record.number] ?? 0, numbering: &numbering)
      let interaction = try move(finished)
      if let old = slot.old, let replaced, let rerecording,
        rerecording.isSame(interaction, as: old, but: volatileFields)
      {
        try writer.keep(entryAt: old, of: replaced)
      } else {
        try writer.append(interaction)
      }
    }
  }

  /// Keeps the entries of an old cassette in front.
  private func keep(
    _ old: Cassette, in writer: CassetteFileWriter, _ sideFiles: SideFiles,
    _ numbering: inout PlaceholderNumbering
  ) throws(CassetteError) {
    for index in 0..<old.count { numbering.reserve(try old.interaction(at: index)) }
    for index in 0..<old.count {
      let interaction = try old.interaction(at: index)
      // A secret that this run has learned may stand in what was recorded before.
      let cleaned = try adopting(
        try sideFiles.finishing(interaction, by: redactor, numbering: &numbering),
        of: old, in: sideFiles)
      if cleaned == interaction {
        try writer.keep(entryAt: index, of: old)
      } else {
        try writer.append(cleaned)
      }
    }
  }

  /// An old entry with its bodies in the cassette's own folder: nobody keeps them elsewhere for it.
  private func adopting(
    _ interaction: Cassette.Interaction, of old: Cassette, in sideFiles: SideFiles
  ) throws(CassetteError) -> Cassette.Interaction {
    guard !old.isForeign, !interaction.sideFilePaths.isEmpty else { return interaction }
    do throws(CassetteError) {
      return try old.adopting(interaction, in: sideFiles)
    } catch .missing, .missingSideFile {
      // Of a body that is lost, the entry says so wherever it is said to lie.
      return interaction
    }
  }

  /// The cassette that will be replaced; nil where none can be read.
  private func previous() -> Cassette? {
    do throws(CassetteError) {
      return try Cassette(contentsOf: url)
    } catch {
      // What cannot be read is replaced all the same: that is what re-recording is for.
      return nil
    }
  }

  private func countText(_ journal: Journal, _ ended: State) -> String {
    let records = journal.records().count
    let count = "\(records) interaction\(records == 1 ? "" : "s")"
    guard let first = ended.failures.first else { return count }
    return count + ", \(ended.failures.count) of them failed (\(first.domain) \(first.code)),"
  }
}

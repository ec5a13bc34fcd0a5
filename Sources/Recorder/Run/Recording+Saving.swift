import Cassette
import Foundation

// What the end of a run writes: the cassette, or what a failed run has recorded beside it.
extension Recording {
  private var failedURL: URL { URL(fileURLWithPath: url.path + ".failed") }

  /// Saves what was recorded in the cassette, and tells what was saved.
  ///
  /// - Throws: `CassetteError.suspiciousValues` where something may be a secret; `CassetteError` where it
  ///   cannot be written. The old cassette is whole then.
  func save(_ journal: Journal, _ ended: State) throws(CassetteError) {
    try checkSuspicions(journal, ended)
    let replaced = old == nil ? previous() : nil
    let sideFiles = try SideFiles(of: url)
    let writer = try CassetteFileWriter(replacing: url)
    try write(journal, ended, to: writer, replacing: replaced) {
      (interaction) throws(CassetteError) in
      try sideFiles.movingBodies(of: interaction)
    }
    let outcome = try writer.finish { base in
      do throws(CassetteError) {
        try journal.announce(base)
      } catch {
        // Where the disk has no room for it, only a crash at this very moment is worse off.
      }
    }
    let count = countText(journal, ended)
    switch outcome {
    case .unchanged:
      reporter.warn("recorded \(count); \(url.path) held the same already")
    case .written:
      let place = replaced.map { " in place of the \($0.count) that it had" } ?? ""
      reporter.warn("recorded \(count) in \(url.path)\(place)")
    }
    FileExistence.removeIfThere(failedURL)
    try SideFiles(of: failedURL).removeUnreferenced(keeping: [])
  }

  /// Saves what a failed run has recorded beside the cassette, which stays as it is.
  ///
  /// - Throws: `CassetteError` where it cannot be written.
  func saveFailed(_ journal: Journal, _ ended: State) throws(CassetteError) {
    try redactSuspicions(journal, ended)
    let sideFiles = try SideFiles(of: url)
    let failedFiles = try SideFiles(of: failedURL)
    let writer = try CassetteFileWriter(replacing: failedURL)
    // The next failure overwrites it, and what lies in files of its own.
    try write(journal, ended, to: writer, replacing: nil) { (interaction) throws(CassetteError) in
      var numbering: PlaceholderNumbering?
      return try failedFiles.adopting(interaction, from: sideFiles, numbering: &numbering)
    }
    _ = try writer.finish()
    try failedFiles.removeUnreferenced(keeping: writer.sideFilePaths)
    let kept = (try FileExistence.isThere(url)) ? "\(url.path) is as it was" : "nothing was saved"
    reporter.warn(
      "the run failed, so \(kept); the new recording of \(countText(journal, ended)) lies in "
        + "\(failedURL.path), until the next run that succeeds")
  }

  /// Deletes the files of bodies that nothing refers to any more. The journal is gone by now.
  ///
  /// - Throws: `CassetteError` where a file cannot be deleted, or the cassette not be read.
  func removeUnreferencedBodies(failed: Bool) throws(CassetteError) {
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
      let cleaned = try sideFiles.finishing(interaction, by: redactor, numbering: &numbering)
      if cleaned == interaction {
        try writer.keep(entryAt: index, of: old)
      } else {
        try writer.append(cleaned)
      }
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

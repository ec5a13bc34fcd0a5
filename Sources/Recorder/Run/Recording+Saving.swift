import Cassette
import Foundation

// What the end of a run writes: the cassette, or what a failed run has recorded beside it.
extension Recording {
  private var failedURL: URL { URL(fileURLWithPath: url.path + ".failed") }

  /// Saves what was recorded in the cassette, and tells what was saved.
  ///
  /// - Returns: Why the new cassette, which is in its place, may not outlive a loss of power; nil where it
  ///   does.
  /// - Throws: `CassetteError.suspiciousValues` where something may be a secret; `CassetteError` where it
  ///   cannot be written. The old cassette is whole then.
  func save(_ journal: Journal, _ ended: State) throws(CassetteError) -> CassetteError? {
    do throws(CassetteError) {
      try journal.end()
    } catch {
      // Without it `recover` keeps old entries that are gone.
    }
    try checkSuspicions(journal, ended)
    let replaced = old == nil ? previous() : nil
    let sideFiles = try SideFiles(of: url)
    let writer = try CassetteFileWriter(replacing: url, checkedAt: try checkedAt())
    let summary = try write(journal, ended, to: writer, replacing: replaced) {
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
      let changes = old == nil && replaced == nil ? "" : summary.description
      reporter.warn("recorded \(count) in \(url.path)\(changes)")
    }
    return doubt
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
    _ = try write(journal, ended, to: writer, replacing: nil) {
      (interaction) throws(CassetteError) in
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

  /// Writes the entries: the old ones that are kept, and the new ones in the places of those they replace.
  ///
  /// - Returns: What is new, changed and gone.
  private func write(
    _ journal: Journal, _ ended: State, to writer: CassetteFileWriter,
    replacing replaced: Cassette?,
    moving move: (Cassette.Interaction) throws(CassetteError) -> Cassette.Interaction
  ) throws(CassetteError) -> RecordingSummary {
    let sideFiles = try SideFiles(of: url)
    let records = journal.records()
    var summary = RecordingSummary()
    var numbering = PlaceholderNumbering()
    let kept = try keptEntries()
    if let old {
      for index in kept { numbering.reserve(try old.interaction(at: index)) }
      numbering.reserve(try old.recordedValues().carrier)
    }
    let base = old ?? replaced
    // What is only added takes nobody's place.
    let rerecording =
      old != nil && selection.isEmpty
      ? nil
      : base.flatMap { Rerecording(replacing: $0, keeping: old == nil ? [] : Set(kept)) }
    let slots =
      try rerecording?.order(count: records.count) { (index) throws(CassetteError) in
        try journal.interaction(records[index])
      } ?? records.indices.map { Rerecording.Slot(new: $0, place: kept.last ?? -1) }
    try prefer(slots, of: base, journal, &numbering)
    func keep(_ index: Int) throws(CassetteError) {
      guard let old else { return }
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
    for step in Rerecording.steps(slots, keeping: kept) {
      let slot: Rerecording.Slot
      switch step {
      case .keep(let index):
        try keep(index)
        continue
      case .new(let new):
        slot = new
      }
      let record = records[slot.new]
      var finished = try sideFiles.finishing(
        try journal.interaction(record), by: redactor,
        knownSecretCount: ended.secretCounts[record.number] ?? 0, numbering: &numbering)
      if record.countsReceived { finished.dropProgressOfReceiving() }
      let interaction = try move(finished)
      if let index = slot.old, let base, let rerecording,
        rerecording.isSame(interaction, as: index, but: options.volatileFields)
      {
        try writer.keep(entryAt: index, of: base)
        summary.sameCount += 1
      } else {
        try writer.append(interaction)
        if slot.old == nil {
          summary.new.add(interaction)
        } else {
          summary.changed.add(interaction)
        }
      }
    }
    writer.values = try values(journal, &numbering)
    summary.keptCount = kept.count
    try countGone(slots, kept, of: base, &summary)
    return summary
  }

  /// The entries of the old cassette that stay whatever was recorded.
  private func keptEntries() throws(CassetteError) -> [Int] {
    guard let old else { return [] }
    guard !selection.isEmpty else { return Array(0..<old.count) }
    var kept: [Int] = []
    for index in 0..<old.count {
      let interaction = try old.interaction(at: index)
      if !selection.selects(interaction.matched, interaction.target) { kept.append(index) }
    }
    return kept
  }

  /// Lets placeholders have the numbers that they have in the entries which are replaced.
  private func prefer(
    _ slots: [Rerecording.Slot], of base: Cassette?, _ journal: Journal,
    _ numbering: inout PlaceholderNumbering
  ) throws(CassetteError) {
    guard let base else { return }
    let records = journal.records()
    for slot in slots {
      guard let index = slot.old else { continue }
      let new = try journal.interaction(records[slot.new])
      guard !new.redactions.isEmpty else { continue }
      do throws(CassetteError) {
        numbering.prefer(numbersOf: try base.interaction(at: index), for: new)
      } catch {
        // An entry that cannot be read is replaced.
        continue
      }
    }
  }

  private func countGone(
    _ slots: [Rerecording.Slot], _ kept: [Int], of base: Cassette?,
    _ summary: inout RecordingSummary
  ) throws(CassetteError) {
    guard let base else { return }
    let stays = Set(kept).union(slots.compactMap(\.old))
    for index in 0..<base.count where !stays.contains(index) {
      do throws(CassetteError) {
        summary.gone.add(try base.interaction(at: index))
      } catch {
        // It is gone, whatever it was.
        summary.gone.count += 1
      }
    }
  }

  /// The error of a recording that would put nothing but failures in the place of answers.
  func onlyFailures(_ journal: Journal, _ ended: State) throws(CassetteError) -> RecorderError? {
    let count = journal.records().count
    guard !options.allowsOnlyFailures, ended.failures.count == count,
      let first = ended.failures.first
    else { return nil }
    guard let base = old ?? previous(), base.hasAnswers(besides: Set(try keptEntries())) else {
      return nil
    }
    return .onlyFailures(path: url.path, count: count, first: first)
  }

  /// When the entries were last compared with what is live, where the file is to say so.
  private func checkedAt() throws(CassetteError) -> Date? {
    guard let old else { return options.reRecordAfter == nil ? nil : options.clock.now() }
    if let checkedAt = old.checkedAt { return checkedAt }
    // Of the entries that stay, nobody has looked whether they are still what is live.
    return options.reRecordAfter == nil ? nil : try old.lastCheck()
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
    let values = journal.values.count
    let count =
      "\(records) interaction\(records == 1 ? "" : "s")"
      + (values == 0 ? "" : " and \(values) value\(values == 1 ? "" : "s")")
    let dropped = ended.dropCount > 0 ? " (beforeSave has dropped \(ended.dropCount))" : ""
    guard let first = ended.failures.first else { return count + dropped }
    return count + dropped
      + ", \(ended.failures.count) of them failed (\(first.domain) \(first.code)),"
  }
}

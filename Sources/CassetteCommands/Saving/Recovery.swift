import Cassette
import Foundation

/// Saves a journal's interactions as the recording that wrote it would have done.
struct Recovery {
  /// What was saved.
  struct Result {
    /// How many of the journal's interactions.
    var savedCount = 0
    /// How many of the journal's recorded values.
    var valueCount = 0
    /// How many the cassette had before, where they were kept.
    var keptCount: Int?
    /// How many took the places of old ones, and how many old ones are gone, where the recording was of
    /// some calls only.
    var update: (changed: Int, gone: Int)?
    /// The place of the first that was recovered.
    var firstIndex = 0
    /// Whether the recording had saved all of it itself, and only its journal was left.
    var wasSavedBefore = false
    /// Whether the file held another text before.
    var wasWritten = false
    /// The side files that the cassette refers to; nil where nothing was saved.
    var sideFilePaths: Set<String>?
    /// Whether the journal ends within a line.
    var hasDroppedLine = false
    /// The first of the lines that could not be read.
    var damages: [CassetteError] = []
    /// How many lines could not be read.
    var damageCount = 0
    /// The last entry at which the recording learned a secret, where entries came before it.
    var secretsUnsearchedBefore: Int?
    /// What looked like a secret by itself and was replaced.
    var replaced: [Tripwire.Finding] = []

    /// Counts a line that could not be read.
    mutating func add(_ damage: CassetteError) {
      damageCount += 1
      if damages.count < 10 { damages.append(damage) }
    }
  }

  let place: JournalPlace
  /// The cassette's lock.
  let lock: CassetteLock
  /// Whether to go on where the cassette has changed.
  let isForced: Bool
  /// What is said of values that look like secrets.
  let options: TripwireOptions

  /// Saves the cassette. The caller removes the journal.
  ///
  /// - Throws: `CommandError.baseChanged`, `.onlyFailures` or `.unknownMode`; `CassetteError.suspiciousValues` where
  ///   somebody has to say whether something is a secret; `CassetteError` where the journal or the
  ///   old cassette cannot be read, or the new one not written, which is then as it was.
  /// - Complexity: O(*n*) in the size of journal and cassette.
  func save() throws -> Result {
    guard let reader = try read() else { return Result() }
    var result = Result(
      hasDroppedLine: reader.hasDroppedLine, damages: reader.damages,
      damageCount: reader.damageCount)
    guard !reader.records.isEmpty || !reader.values.isEmpty else { return result }
    if let announced = reader.announced, try JournalHeader.Base(of: place.cassette) == announced {
      result.wasSavedBefore = true
      return result
    }
    let plan = try RecoveryPlan(reader, place, isForced: isForced)
    let sideFiles = try SideFiles(of: place.cassette)
    let redactor = try redactor(reader, sideFiles, &result)
    let writer = try CassetteFileWriter(replacing: place.cassette)
    var numbering = PlaceholderNumbering()
    var secrets: Set<String> = []
    func save(_ record: JournalRecord) throws(CassetteError) {
      let interaction: Cassette.Interaction
      do throws(CassetteError) {
        interaction = try reader.interaction(record)
      } catch {
        guard case .damagedEntry = error else { throw error }
        return result.add(error)
      }
      var final = try sideFiles.finishing(interaction, by: redactor, numbering: &numbering)
      if record.countsReceived { final.dropProgressOfReceiving() }
      let learned = final.redactions.map(\.placeholder).filter { secrets.insert($0).inserted }
      if result.savedCount == 0 { result.firstIndex = writer.count }
      if !learned.isEmpty, result.savedCount > 0 { result.secretsUnsearchedBefore = writer.count }
      try writer.append(try sideFiles.movingBodies(of: final))
      result.savedCount += 1
    }
    if let old = plan.old {
      for index in plan.kept { numbering.reserve(try old.interaction(at: index)) }
      numbering.reserve(try old.recordedValues().carrier)
      result.keptCount = plan.kept.count
    }
    result.update = plan.update
    for damage in plan.damages { result.add(damage) }
    for step in plan.steps {
      switch step {
      case .new(let slot):
        try save(plan.records[slot.new])
      case .keep(let index):
        guard let old = plan.old else { continue }
        try keep(index, of: old, by: redactor, in: writer, sideFiles, &numbering)
      }
    }
    var values = try plan.old?.recordedValues() ?? Cassette.RecordedValues()
    values.take(reader.values)
    writer.values = values.replaced(
      from: try sideFiles.finishing(values.carrier, by: redactor, numbering: &numbering))
    // Values alone do not take the place of a cassette.
    let takesValues = try result.savedCount > 0 || plan.old != nil || present() == nil
    result.valueCount = takesValues ? reader.values.count : 0
    guard result.savedCount > 0 || result.valueCount > 0 else {
      writer.cancel()
      return result
    }
    let isWhole = result.damageCount == 0
    let outcome = try writer.finish { base in
      // A journal that is kept for its damage is not one that is done with.
      guard isWhole else { return }
      do throws(CassetteError) {
        try lock.announce(base, in: place.journal)
      } catch {
        // Where the disk has no room for it, only a crash at this very moment is worse off.
      }
    }
    result.wasWritten = outcome == .written
    result.sideFilePaths = writer.sideFilePaths
    return result
  }

  private func present() throws(CassetteError) -> JournalHeader.Base? {
    try JournalHeader.Base(of: place.cassette)
  }

  /// What takes out the secrets that the options tell; nil where they tell of none.
  private func redactor(
    _ reader: JournalReader, _ sideFiles: SideFiles, _ result: inout Result
  ) throws -> Redactor? {
    // As the recording would have judged, and by what is said now.
    var tripwire = reader.header.tripwire
    tripwire.allowances += options.tripwire.allowances
    let check = TripwireCheck(tripwire)
    let redactor = Redactor(tripwire: tripwire)
    var left: [Tripwire.Finding] = []
    func take(_ hits: [TripwireCheck.Hit]) {
      // A token of a known shape is replaced unless it is allowed.
      let isTold = hits.filter { hit in
        options.secrets.contains { $0.covers(hit.finding) } || hit.isToken
      }
      result.replaced += isTold.filter(\.isToken).map(\.finding)
      left += redactor.learn([.init(rule: "*", place: "*")], of: isTold)
      left += hits.map(\.finding).filter { finding in
        !isTold.contains { $0.finding == finding }
      }
    }
    var values = Cassette.RecordedValues()
    values.take(reader.values)
    take(check.hits(in: values.carrier))
    for record in reader.records {
      do throws(CassetteError) {
        take(try check.hits(in: try reader.interaction(record), sideFiles))
      } catch {
        // It is told where it is saved.
        guard case .damagedEntry = error else { throw error }
      }
    }
    result.replaced = result.replaced.sortedByPlace()
    guard left.isEmpty else {
      throw CassetteError.suspiciousValues(
        path: place.cassette.path, findings: left.sortedByPlace(),
        command: ["swift", "run", "cassette", "recover", place.journal.path]
          + (isForced ? ["--force"] : []) + options.words)
    }
    return redactor.knowsNothing ? nil : redactor
  }

  /// Keeps an entry of the old cassette, without the secrets that are known by now.
  private func keep(
    _ index: Int, of old: Cassette, by redactor: Redactor?, in writer: CassetteFileWriter,
    _ sideFiles: SideFiles, _ numbering: inout PlaceholderNumbering
  ) throws(CassetteError) {
    guard let redactor else { return try writer.keep(entryAt: index, of: old) }
    let interaction = try old.interaction(at: index)
    let cleaned = try sideFiles.finishing(interaction, by: redactor, numbering: &numbering)
    if cleaned == interaction {
      try writer.keep(entryAt: index, of: old)
    } else {
      try writer.append(cleaned)
    }
  }

  /// The journal; nil where it ended before its first line.
  private func read() throws(CassetteError) -> JournalReader? {
    do throws(CassetteError) {
      return try JournalReader(contentsOf: place.journal, passesOverDamage: true)
    } catch {
      guard case .empty = error, try JournalHeader.Base(of: place.journal)?.byteCount == 0 else {
        throw error
      }
      return nil
    }
  }
}

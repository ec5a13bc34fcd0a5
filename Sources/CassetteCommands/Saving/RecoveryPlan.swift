import Cassette
import Foundation

/// Which entries of a journal and of its cassette are saved, and in which order.
struct RecoveryPlan {
  /// The cassette whose entries stay, or some of them; nil where the journal takes its place.
  let old: Cassette?
  /// The entries of that cassette that stay, in order.
  let kept: [Int]
  /// The journal's entries, in the order in which their calls started.
  let records: [JournalRecord]
  /// What is written, in order.
  let steps: [Rerecording.Step]
  /// How many take the places of old ones, and how many old ones are gone, where the recording was of
  /// some calls only, or did not come to its end.
  let update: (changed: Int, gone: Int)?
  /// The errors of entries that cannot be read, where they are known before anything is saved.
  let damages: [CassetteError]

  /// Makes the plan that the recording would have followed.
  ///
  /// - Throws: `CommandError.unknownMode`; `.baseChanged` or `.onlyFailures` unless it is forced;
  ///   `CassetteError` where journal or cassette cannot be read.
  /// - Complexity: O(*n*) in the size of both, one entry in memory at a time.
  init(_ reader: JournalReader, _ place: JournalPlace, isForced: Bool) throws {
    let header = reader.header
    let mode = header.mode
    guard
      ["append", "update", "once", "rerecord"].contains(where: { mode.utf8.elementsEqual($0.utf8) })
    else { throw CommandError.unknownMode(journal: place.journal.path, mode: mode) }
    let present = try JournalHeader.Base(of: place.cassette)
    guard present == header.base || isForced else {
      throw CommandError.baseChanged(
        cassette: place.cassette.path, journal: place.journal.path, mode: mode)
    }
    let isUpdate = mode.utf8.elementsEqual("update".utf8)
    let keepsOld = isUpdate || mode.utf8.elementsEqual("append".utf8)
    // What a recording that was killed had not come to is not lost, whatever it was to replace.
    let isUnfinished = !keepsOld && !reader.hasEnded && present == header.base
    let old =
      if present == nil {
        Cassette?.none
      } else if keepsOld {
        try Cassette(contentsOf: place.cassette)
      } else {
        isUnfinished ? Self.readableCassette(place.cassette) : nil
      }
    let readable = try Self.readable(reader)
    if isUpdate || isUnfinished, let old {
      damages = readable.damages
      // Nobody knows which old entries those that cannot be read were to replace: so they stay.
      let selection = damages.isEmpty && reader.hasEnded ? header.selection : []
      kept = try Self.kept(of: old, selection, readable.records, reader)
      records = readable.records
      let slots = try Self.order(records, in: old, keeping: kept, reader)
      steps = Rerecording.steps(slots, keeping: kept)
      let changed = slots.count { $0.old != nil }
      update = (changed, old.count - kept.count - changed)
    } else {
      let kept = old.map { Array(0..<$0.count) } ?? []
      self.kept = kept
      // What cannot be read is told where it would be saved.
      records = reader.records
      steps = Rerecording.steps(
        records.indices.map { .init(new: $0, place: kept.last ?? -1) }, keeping: kept)
      update = nil
      damages = []
    }
    self.old = old
    guard !isForced, !header.allowsOnlyFailures, let first = readable.onlyFailure,
      let base = old ?? Self.readableCassette(place.cassette),
      base.hasAnswers(besides: old == nil ? [] : Set(kept))
    else { return }
    throw CommandError.onlyFailures(
      cassette: place.cassette.path, journal: place.journal.path,
      failure: "\(first.domain) \(first.code)")
  }

  /// The entries that can be read, why others cannot, and the failure of the first where all are failures.
  private static func readable(
    _ reader: JournalReader
  ) throws(CassetteError) -> (
    records: [JournalRecord], damages: [CassetteError], onlyFailure: Cassette.Failure?
  ) {
    var records: [JournalRecord] = []
    var damages: [CassetteError] = []
    var failures: (count: Int, first: Cassette.Failure?) = (0, nil)
    for record in reader.records {
      do throws(CassetteError) {
        let interaction = try reader.interaction(record)
        records.append(record)
        guard let failure = interaction.outcome.failure else { continue }
        failures = (failures.count + 1, failures.first ?? failure)
      } catch {
        guard case .damagedEntry = error else { throw error }
        damages.append(error)
      }
    }
    return (records, damages, failures.count == records.count ? failures.first : nil)
  }

  /// The entries that stay where some calls were recorded anew.
  private static func kept(
    of old: Cassette, _ selection: [CallFilter], _ records: [JournalRecord],
    _ reader: JournalReader
  ) throws(CassetteError) -> [Int] {
    guard selection.isEmpty else {
      var kept: [Int] = []
      for index in 0..<old.count {
        let interaction = try old.interaction(at: index)
        if !selection.selects(interaction.matched, interaction.target) { kept.append(index) }
      }
      return kept
    }
    // Those that it has, where it does not say which, or has not come to all.
    let replaced = Set(try order(records, in: old, keeping: [], reader).compactMap(\.old))
    return (0..<old.count).filter { !replaced.contains($0) }
  }

  private static func order(
    _ records: [JournalRecord], in old: Cassette, keeping kept: [Int], _ reader: JournalReader
  ) throws(CassetteError) -> [Rerecording.Slot] {
    guard let rerecording = Rerecording(replacing: old, keeping: Set(kept)) else { return [] }
    return try rerecording.order(count: records.count) { (index) throws(CassetteError) in
      try reader.interaction(records[index])
    }
  }

  /// The cassette that is replaced; nil where there is none that can be read.
  private static func readableCassette(_ url: URL) -> Cassette? {
    do throws(CassetteError) {
      return try Cassette(contentsOf: url)
    } catch {
      // What cannot be read has no answers to lose.
      return nil
    }
  }
}

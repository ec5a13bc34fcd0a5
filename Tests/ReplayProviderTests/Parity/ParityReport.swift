/// Holds what was seen on replay against what was seen live.
struct ParityReport {
  private(set) var failures: [String] = []
  private var callCount = 0
  private var exceptionCounts: [String: Int] = [:]

  mutating func add(_ batch: ParityBatch, _ results: ParityBatch.Results) {
    failures += results.complaints.map { "batch from \(batch.cases[0].id) (\(batch)): \($0)" }
    for parity in batch.cases {
      callCount += 1
      guard var live = results.live[parity.id], let replayed = results.replayed[parity.id],
        let stubbed = results.stubbed[parity.id]
      else {
        failures.append("case \(parity.id) is missing")
        continue
      }
      // Live, an upload that is redirected begins again.
      live.isPlausible = true
      expect(replayed, live, "replayed", parity, batch)
      expect(stubbed, excepting(live, parity, batch), "stubbed", parity, batch)
    }
  }

  /// What the closures' caller sees in place of that, and counts the exceptions that make the difference.
  private mutating func excepting(
    _ live: ParityObservation, _ parity: ParityCase, _ batch: ParityBatch
  ) -> ParityObservation {
    var expected = live
    for exception in ParityException.all {
      let before = expected
      exception.apply(&expected, batch.hasQueue || parity.hasOwnQueue)
      if expected != before { exceptionCounts[exception.name, default: 0] += 1 }
    }
    return expected
  }

  /// The exceptions that made no difference, and so need not be there.
  var idleExceptions: [String] {
    ParityException.all.map(\.name).filter { exceptionCounts[$0] == nil }
  }

  private mutating func expect(
    _ seen: ParityObservation, _ expected: ParityObservation, _ level: String,
    _ parity: ParityCase, _ batch: ParityBatch
  ) {
    guard seen != expected else { return }
    let differences = seen.differences(from: expected).joined(separator: "\n")
    failures.append("\(level) case \(parity.id) (\(parity); \(batch)):\n\(differences)")
  }

  /// How many calls there were.
  var summary: String {
    let exceptions = exceptionCounts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    return "ParityTests: \(callCount) calls, \(failures.count) failures; by the closures alone "
      + exceptions.joined(separator: ", ")
  }

  /// The first failures.
  var text: String { failures.prefix(12).joined(separator: "\n") }
}

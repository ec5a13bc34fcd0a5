/// Holds what was seen on replay against what was seen live.
struct ParityReport {
  private(set) var failures: [String] = []
  private var callCount = 0

  mutating func add(_ batch: ParityBatch, _ results: ParityBatch.Results) {
    failures += results.complaints.map { "batch from \(batch.cases[0].id) (\(batch)): \($0)" }
    for parity in batch.cases {
      callCount += 1
      guard let live = results.live[parity.id], let replayed = results.replayed[parity.id],
        let stubbed = results.stubbed[parity.id]
      else {
        failures.append("case \(parity.id) is missing")
        continue
      }
      expect(replayed, live, "replayed", parity, batch)
      _ = stubbed
    }
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
  var summary: String { "ParityTests: \(callCount) calls, \(failures.count) failures" }

  /// The first failures.
  var text: String { failures.prefix(12).joined(separator: "\n") }
}

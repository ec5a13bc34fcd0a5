import Foundation
import TestSupport
import Testing

/// Calls that a generator makes up are seen alike live and on replay.
///
/// `PARITY_COUNT` says how many; `PARITY_SEED` makes the same ones again.
struct ParityTests {
  private static let batchSize = 25

  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  @Test func whatIsReplayedIsSeenAsItWasLive() async throws {
    let seed = Self.number("PARITY_SEED") ?? .random(in: .min ... .max)
    let count = Int(Self.number("PARITY_COUNT") ?? 300)
    print("ParityTests: \(count) calls, again with PARITY_SEED=\(seed) PARITY_COUNT=\(count)")
    var random = SplitMix64(seed: seed)
    var report = ParityReport()
    for start in stride(from: 0, to: count, by: Self.batchSize) {
      let batch = ParityBatch(
        ids: start..<min(count, start + Self.batchSize), using: &random)
      report.add(batch, try await batch.run())
    }
    print(report.summary)
    #expect(report.failures.isEmpty, "\(report.text)")
  }
}

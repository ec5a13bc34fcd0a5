import Foundation
import TestSupport
import Testing

/// Calls that a generator makes up are seen alike live and on replay.
///
/// `PARITY_COUNT` says how many; `PARITY_SEED` makes the same ones again.
struct ParityTests {
  private static let batchSize = 25
  private static let batchesAtOnce = 3

  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  #if UpstreamMoya
  // The real Moya ends the process for a form without parts; on Linux, its transport has more such traps.
  private static let isSafe = false
  #else
  private static let isSafe = true
  #endif

  @Test(.enabled(if: isSafe)) func whatIsReplayedIsSeenAsItWasLive() async throws {
    let seed = Self.number("PARITY_SEED") ?? .random(in: .min ... .max)
    let count = Int(Self.number("PARITY_COUNT") ?? 300)
    print("ParityTests: \(count) calls, again with PARITY_SEED=\(seed) PARITY_COUNT=\(count)")
    var random = SplitMix64(seed: seed)
    var batches: [ParityBatch] = []
    for start in stride(from: 0, to: count, by: Self.batchSize) {
      batches.append(
        ParityBatch(ids: start..<min(count, start + Self.batchSize), using: &random))
    }
    var report = ParityReport()
    try await withThrowingTaskGroup(of: (Int, ParityBatch.Results).self) { group in
      for index in batches.indices {
        if index >= Self.batchesAtOnce, let (done, results) = try await group.next() {
          report.add(batches[done], results)
        }
        let batch = batches[index]
        group.addTask { (index, try await batch.run()) }
      }
      for try await (done, results) in group { report.add(batches[done], results) }
    }
    print(report.summary)
    #expect(report.failures.count == 0, "\(report.text)")
    #expect(ParityException.all.count <= 10)
    if count >= 300 { #expect(report.idleExceptions == []) }
  }
}

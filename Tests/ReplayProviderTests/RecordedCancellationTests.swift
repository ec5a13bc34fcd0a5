import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// Calls that are cancelled while they are recorded.
struct RecordedCancellationTests {
  /// Sends a call, and cancels it when the server has it.
  private func cancelled(
    _ provider: ReplayProvider<Probe>, _ target: Probe, at gate: Gate
  ) async -> Seen {
    await withCheckedContinuation { continuation in
      let call = provider.request(target, callbackQueue: DispatchQueue(label: "callbacks")) {
        continuation.resume(returning: Seen($0))
      }
      _Concurrency.Task {
        await gate.reached()
        call.cancel()
      }
    }
  }

  private func studio(_ gate: Gate) throws -> Studio {
    try Studio { request in
      request.path == "/slow" ? Reply(text: "late").held(at: gate) : Reply(text: "ok")
    }
  }

  @Test func byDefaultTheyAreNotRecordedAndThatIsSaid() async throws {
    let gate = Gate()
    let studio = try studio(gate)
    let reports = Reports()
    let provider = studio.provider(reports: reports)
    #expect(await provider.seen(Probe(.get, "/ok")).text == "ok")
    #expect(await cancelled(provider, Probe(.get, "/slow"), at: gate).error == "cancelled")
    gate.open()
    try await provider.finish()
    #expect(try studio.interactions().count == 1)
    let path = studio.cassette.path
    #expect(
      reports.warnings == [
        """
        1 call was cancelled, and is not recorded in \(path): on replay, such a request has no \
        recording. To record cancellations as outcomes: options: .init(recordsCancellations: true)
          GET https://api.test/slow
        """,
        "recorded 1 interaction in \(path)",
      ])
    // A miss on a route that the cassette does not have says nothing of calls that may have been cancelled.
    let misses = Reports()
    try await studio.replay([Probe(.get, "/slow")], reports: misses)
    #expect(misses.failures.count == 1 && !misses.text.contains("cancelled"))
  }

  @Test func byChoiceTheyAreOutcomes() async throws {
    let gate = Gate()
    let studio = try studio(gate)
    var options = studio.options
    options.recordsCancellations = true
    let reports = Reports()
    let provider = studio.provider(options: options, reports: reports)
    let live = await cancelled(provider, Probe(.get, "/slow"), at: gate)
    gate.open()
    try await provider.finish()
    let failure = try studio.interactions()[0].outcome.failure
    #expect(
      failure
        == .init(domain: NSURLErrorDomain, code: NSURLErrorCancelled, kind: "explicitlyCancelled"))
    #expect(try await studio.replay([Probe(.get, "/slow")]) == [live])
    let run = studio.run(.replay)
    let player = run.player(for: Probe.self, endpointClosure: { studio.live($0) })
    let bare = MoyaProvider<Probe>(
      endpointClosure: player.endpointClosure, stubClosure: player.stubClosure,
      plugins: [run.recorder])
    #expect(await bare.seen(Probe(.get, "/slow")).error == "NSURLErrorDomain -999")
    // It is used up by that, as any other.
    #expect(await bare.seen(Probe(.get, "/slow")).isMiss)
    try await run.finish()
  }
}

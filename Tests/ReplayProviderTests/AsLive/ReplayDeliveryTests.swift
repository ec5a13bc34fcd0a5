import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// Answers before `request` returns, as tests for Moya's `immediatelyStub` expect them.
struct ReplayDeliveryTests {
  private func studio() async throws -> Studio {
    let studio = try Studio { _ in Reply(text: String(repeating: "x", count: 40_000)) }
    try await studio.record([Probe(.get, "/")])
    return studio
  }

  /// The order of what a caller sees, with the return of `request` among it.
  private func events(
    _ studio: Studio, _ delivery: ReplayDelivery, queue: DispatchQueue?
  ) async -> [String] {
    var options = studio.options
    options.delivery = delivery
    let trace = Trace()
    let provider = studio.provider(.replay, options: options, plugins: [trace])
    await withCheckedContinuation { continuation in
      provider.request(
        Probe(.get, "/"), callbackQueue: queue, progress: { trace.note($0) },
        completion: {
          trace.note("completion \(Seen($0).kind)")
          continuation.resume()
        })
      trace.note("returned")
      queue?.resume()
    }
    return trace.events
  }

  private static let end = [
    "progress", "didReceive 200", "progress with response", "process 200", "completion 200",
  ]

  @Test func inlineIsBeforeRequestReturns() async throws {
    let events = await events(try await studio(), .inline, queue: nil)
    #expect(events == ["prepare", "willSend"] + Self.end + ["returned"])
  }

  @Test(arguments: [ReplayDelivery.queued, .inline])
  func aQueueIsUsedInAnyCase(delivery: ReplayDelivery) async throws {
    let callbacks = MarkedQueue("callbacks", suspended: true)
    let events = await events(try await studio(), delivery, queue: callbacks.queue)
    #expect(events == ["prepare", "willSend", "returned"] + Self.end)
  }

  @Test func whatIsWaitedForIsNotInline() async throws {
    let studio = try await studio()
    let clock = ManualClock()
    var options = studio.options
    (options.delivery, options.timing, options.replayClock) = (.inline, .fixed(.seconds(1)), clock)
    let provider = studio.provider(.replay, options: options)
    let isOver = TestSupport.Locked(false)
    let seen: Seen = await withCheckedContinuation { continuation in
      provider.request(Probe(.get, "/")) { result in
        isOver.withLock { $0 = true }
        dispatchPrecondition(condition: .onQueue(.main))
        continuation.resume(returning: Seen(result))
      }
      #expect(!isOver.withLock { $0 })
      _Concurrency.Task {
        await clock.slept()
        clock.advance(by: .seconds(1))
      }
    }
    #expect(seen.status == 200)
  }
}

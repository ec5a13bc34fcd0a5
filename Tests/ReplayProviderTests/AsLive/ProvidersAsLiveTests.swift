import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A provider as a user may write one on top of `ReplayProvider`.
private final class CountingProvider: ReplayProvider<Probe>, @unchecked Sendable {
  let count = TestSupport.Locked(0)

  @discardableResult
  override func request(
    _ target: Probe, callbackQueue: DispatchQueue? = .none, progress: ProgressBlock? = .none,
    completion: @escaping Completion
  ) -> any Cancellable {
    count.withLock { $0 += 1 }
    return super.request(
      target, callbackQueue: callbackQueue, progress: progress,
      completion: { completion($0.map { Response(statusCode: $0.statusCode + 1, data: $0.data) }) })
  }
}

/// Time, steps and cancellation with the kinds of providers and calls that there are.
struct ProvidersAsLiveTests {
  private let clock = ManualClock()

  private func studio() async throws -> Studio {
    let studio = try Studio { _ in Reply(text: String(repeating: "x", count: 40_000)) }
    try await studio.record([Probe(.get, "/")])
    return studio
  }

  private func options(_ studio: Studio) -> CassetteOptions {
    var options = studio.options
    (options.timing, options.replayClock) = (.fixed(.seconds(2)), clock)
    return options
  }

  @Test func aSubclassThatOverridesRequest() async throws {
    let studio = try await studio()
    let provider = CountingProvider(
      run: studio.run(.replay, options: options(studio)), endpointClosure: { studio.live($0) })
    let steps = TestSupport.Locked<[Int64]>([])
    async let status: Int? = withCheckedContinuation { continuation in
      provider.request(
        Probe(.get, "/"), callbackQueue: DispatchQueue(label: "callbacks"),
        progress: { step in
          steps.withLock { $0.append(step.progressObject?.completedUnitCount ?? -1) }
        },
        completion: { continuation.resume(returning: try? $0.get().statusCode) })
    }
    await clock.slept()
    clock.advance(by: .seconds(2))
    #expect(await status == 201)
    #expect(steps.withLock { $0 } == [16384, 32768, 40000, 40000])
    #expect(provider.count.withLock { $0 } == 1)
  }

  @Test func stepsAsAnAsyncSequenceOfATargetWithin() async throws {
    let studio = try await studio()
    let run = studio.run(.replay, options: options(studio))
    let provider = ReplayProvider<MultiTarget>(
      run: run,
      endpointClosure: { target in
        (target.target as? Probe).map { studio.live($0) }
          ?? MoyaProvider<MultiTarget>.defaultEndpointMapping(for: target)
      })
    let waker = _Concurrency.Task {
      await clock.slept()
      clock.advance(by: .seconds(2))
    }
    var last: ProgressResponse?
    for try await step in provider.requestWithProgress(MultiTarget(Probe(.get, "/"))) {
      last = step
    }
    await waker.value
    #expect(last?.response?.data.count == 40_000)
  }

  @Test func thoseWhoShareAnAnswerWaitTogether() async throws {
    let studio = try await studio()
    let provider = studio.provider(
      .replay, options: options(studio), trackInflights: true)
    let (seen, all) = AsyncStream<Seen>.makeStream()
    let queue = DispatchQueue(label: "callbacks")
    func begin() -> any Cancellable {
      provider.request(Probe(.get, "/"), callbackQueue: queue) { all.yield(Seen($0)) }
    }
    var iterator = seen.makeAsyncIterator()
    // Who joins cancels nothing; who has begun cancels for all, at once.
    let (_, joined) = (begin(), begin())
    await clock.slept()
    joined.cancel()
    #expect(clock.sleepingCount == 1)
    clock.advance(by: .seconds(2))
    #expect([await iterator.next()?.kind, await iterator.next()?.kind] == ["200", "200"])
    #expect(clock.sleepCount == 1)
    let (first, _) = (begin(), begin())
    await clock.slept(times: 2)
    first.cancel()
    #expect(
      [await iterator.next()?.kind, await iterator.next()?.kind] == ["cancelled", "cancelled"])
    #expect(clock.elapsed == .seconds(2) && clock.sleepingCount == 0)
  }

  @Test func whoeverKeepsATokenKeepsNoAnswer() async throws {
    let studio = try await studio()
    var provider: ReplayProvider<Probe>? = studio.provider(.replay)
    let kept = WeakReference(try #require(provider).run)
    var token: (any Cancellable)?
    await withCheckedContinuation { continuation in
      token = provider?.request(
        Probe(.get, "/"), callbackQueue: DispatchQueue(label: "callbacks")
      ) { _ in continuation.resume() }
    }
    provider = nil
    // What still returns on the queue lets go of the run.
    for _ in 0..<100_000 where kept.object != nil { await _Concurrency.Task.yield() }
    #expect(kept.object == nil)
    #expect(token?.isCancelled == false)
  }
}

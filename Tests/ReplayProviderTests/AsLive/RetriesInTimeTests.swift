#if !UpstreamMoya
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

/// Replayed calls that take a retrier's time, and those that are given up meanwhile.
struct RetriesInTimeTests {
  private let trace = Trace()
  private let clock = ManualClock()
  private let target = Probe(.get, "/a", validationType: .successCodes)

  /// A cassette of a call of 7 s that was tried again, and whose last answer was refused as well.
  private func studio(_ last: Int = 200) throws -> Studio {
    let studio = try Studio { _ in .closed }
    let request = Cassette.Request(url: "https://api.test/a")
    func answer(_ status: Int, _ text: String) -> Cassette.Outcome {
      .response(.init(status: status, body: .bytes(Data(text.utf8))))
    }
    try studio.write([
      Cassette.Interaction(
        request: request, outcome: answer(last, "outcome"),
        attempts: [.init(request: request, outcome: answer(503, "attempt"))],
        duration: .seconds(7))
    ])
    return studio
  }

  private func provider(
    _ studio: Studio, _ timing: ReplayTiming, retrying: @escaping TracedInterceptor.Retrying
  ) -> ReplayProvider<Probe> {
    var options = studio.options
    options.timing = timing
    options.replayClock = clock
    return studio.provider(
      .replay, options: options,
      requestClosure: { endpoint, done in
        guard var request = try? endpoint.urlRequest() else { return }
        // Less than the whole call takes: each attempt has that long.
        request.timeoutInterval = 1.5
        done(.success(request))
      }, session: .intercepted(TracedInterceptor(trace, retrying: retrying)), plugins: [trace])
  }

  @Test func atOnceNoDelayIsWaitedFor() async throws {
    let provider = provider(try studio(), .instant) { _, _ in .retryWithDelay(600) }
    #expect(await provider.traced(target, trace).summary == "200 outcome")
    #expect(clock.sleepCount == 0)
  }

  @Test(arguments: [
    (ReplayTiming.recorded, [Duration.seconds(5), .seconds(2)]),
    (.scaled(by: 2), [.seconds(10), .seconds(4)]),
    (.fixed(.seconds(6)), [.seconds(5), .seconds(1)]),
    (.fixed(.seconds(1)), [.seconds(5), .zero]),
  ])
  func delaysPassOnTheReplayClock(timing: ReplayTiming, waits: [Duration]) async throws {
    let provider = provider(try studio(), timing) { _, _ in .retryWithDelay(5) }
    let (end, continuation) = AsyncStream<Seen>.makeStream()
    provider.request(target) { continuation.yield(Seen($0)) }
    for (number, wait) in waits.enumerated() {
      await clock.slept(times: number + 1)
      guard wait > .zero else { continue }
      clock.advance(by: wait - .milliseconds(1))
      #expect(clock.sleepingCount == 1)
      clock.advance(by: .milliseconds(1))
      #expect(clock.sleepingCount == 0)
    }
    #expect(await end.first { _ in true }?.summary == "200 outcome")
    #expect(clock.sleepCount == waits.count)
  }

  /// Who gives the call up.
  enum Quitter: CaseIterable {
    case token, request, session
  }

  private struct Held {
    var request: Request?
    var decide: (@Sendable (RetryResult) -> Void)?
    var session: Session?
  }

  private func quit(_ quitter: Quitter, _ token: any Cancellable, _ held: Held) {
    switch quitter {
    case .token: token.cancel()
    case .request: held.request?.cancel()
    case .session: held.session?.cancelAllRequests()
    }
  }

  @Test(arguments: Quitter.allCases) func givenUpWithinADelay(quitter: Quitter) async throws {
    let held = TestSupport.Locked(Held())
    let provider = provider(try studio(), .recorded) { request, _ in
      held.withLock { $0.request = request }
      return .retryWithDelay(5)
    }
    held.withLock { $0.session = provider.session }
    let (end, continuation) = AsyncStream<Seen>.makeStream()
    let token = provider.request(target) { continuation.yield(Seen($0)) }
    await clock.slept()
    quit(quitter, token, held.withLock { $0 })
    let seen = await end.first { _ in true }
    #expect(seen?.kind == "cancelled")
    #expect(seen?.status == nil)
    #expect(clock.sleepingCount == 0)
    #expect(provider.run.log.calls.map(\.outcome) == [.cancelled])
    #expect(provider.run.log.unplayedCount == 1)
    #expect(trace.events.filter { $0 == "prepare" }.count == 1)
  }

  @Test(arguments: Quitter.allCases, [0, 1])
  func givenUpWhileARetrierThinks(quitter: Quitter, attempt: Int) async throws {
    let held = TestSupport.Locked(Held())
    let (asked, ask) = AsyncStream<Void>.makeStream()
    let provider = provider(try studio(500), .instant) { request, _ in
      guard request.retryCount == attempt else { return .retry }
      held.withLock { $0.request = request }
      return .held { decide in
        held.withLock { $0.decide = decide }
        ask.finish()
      }
    }
    held.withLock { $0.session = provider.session }
    let (end, continuation) = AsyncStream<Seen>.makeStream()
    let token = provider.request(target) { continuation.yield(Seen($0)) }
    for await _ in asked {}
    quit(quitter, token, held.withLock { $0 })
    let seen = await end.first { _ in true }
    #expect(seen?.kind == "cancelled")
    #expect(seen?.summary == "cancelled" && seen?.text == (attempt == 0 ? "attempt" : "outcome"))
    let events = trace.events
    // Too late.
    held.withLock { $0.decide }?(.retry)
    await withCheckedContinuation { done in
      provider.session.rootQueue.async { provider.session.requestQueue.async { done.resume() } }
    }
    #expect(trace.events == events)
    #expect(provider.run.log.calls.map(\.outcome) == [.cancelled])
    #expect(provider.run.log.unplayedCount == 1)
  }

  @Test func aRequestIsLetGoOf() async throws {
    weak var kept: Request?
    let known = TestSupport.Locked<[String]>([])
    do {
      let held = TestSupport.Locked(Held())
      let provider = provider(try studio(), .instant) { request, _ in
        held.withLock { $0.request = request }
        request.cURLDescription { command in known.withLock { $0.append(command) } }
        return .retry
      }
      #expect(await provider.traced(target, trace).status == 200)
      // The session keeps its interceptor, and that what it holds.
      kept = held.withLock { held in
        defer { held.request = nil }
        return held.request
      }
    }
    #expect(known.withLock { $0.count } == 1)
    while kept != nil { await _Concurrency.Task.yield() }
  }
}
#endif

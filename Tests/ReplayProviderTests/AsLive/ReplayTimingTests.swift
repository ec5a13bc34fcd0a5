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

/// Answers that take their time, on a clock that no test waits for.
struct ReplayTimingTests {
  private let clock = ManualClock()
  private let callbacks = MarkedQueue("callbacks")

  /// Calls of 5 s with an answer, one of 4 s that timed out, and one that was refused.
  private func studio() throws -> Studio {
    let studio = try Studio { _ in .closed }
    func entry(_ path: String, _ outcome: Cassette.Outcome, _ duration: Duration)
      -> Cassette.Interaction
    {
      .init(
        request: .init(url: "https://api.test\(path)"), outcome: outcome, duration: duration)
    }
    func answer(_ text: String) -> Cassette.Outcome {
      .response(.init(status: 200, body: .bytes(Data(text.utf8))))
    }
    func failure(_ code: Int) -> Cassette.Outcome {
      .failure(.init(domain: NSURLErrorDomain, code: code), nil)
    }
    try studio.write([
      entry("/a", answer("one"), .seconds(5)), entry("/a", answer("two"), .seconds(7)),
      entry("/late", failure(NSURLErrorTimedOut), .seconds(4)),
      entry("/refused", failure(NSURLErrorCannotConnectToHost), .seconds(1)),
      entry("/quick", answer("quick"), .zero),
    ])
    return studio
  }

  private func provider(
    _ studio: Studio, _ timing: ReplayTiming, timeOut: TimeInterval? = nil,
    session: Session = Studio.session(), reports: Reports = Reports()
  ) -> ReplayProvider<Probe> {
    var options = studio.options
    options.timing = timing
    options.replayClock = clock
    return studio.provider(
      .replay, options: options, reports: reports,
      requestClosure: { endpoint, done in
        guard var request = try? endpoint.urlRequest() else { return }
        if let timeOut { request.timeoutInterval = timeOut }
        done(.success(request))
      }, session: session)
  }

  /// Begins a call, and hands out what the caller sees of its end.
  private func begin(
    _ provider: ReplayProvider<Probe>, _ path: String
  ) -> (token: any Cancellable, end: AsyncStream<Seen>) {
    let (end, continuation) = AsyncStream<Seen>.makeStream()
    let token = provider.request(Probe(.get, path), callbackQueue: callbacks.queue) {
      continuation.yield(Seen($0))
      continuation.finish()
    }
    return (token, end)
  }

  private func first(_ end: AsyncStream<Seen>) async -> Seen? {
    await end.first { _ in true }
  }

  /// Expects that the call's answer is there after so long, and not a moment before.
  private func expect(
    _ provider: ReplayProvider<Probe>, _ path: String, _ kind: String, after wait: Duration,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let slept = clock.sleepCount
    let (_, end) = begin(provider, path)
    await clock.slept(times: slept + 1)
    clock.advance(by: wait - .milliseconds(1))
    #expect(clock.sleepingCount == 1, sourceLocation: sourceLocation)
    clock.advance(by: .milliseconds(1))
    #expect(clock.sleepingCount == 0, sourceLocation: sourceLocation)
    #expect(await first(end)?.kind == kind, sourceLocation: sourceLocation)
  }

  @Test func asLongAsRecorded() async throws {
    let provider = provider(try studio(), .recorded)
    await expect(provider, "/a", "200", after: .seconds(5))
    await expect(provider, "/a", "200", after: .seconds(7))
    await expect(provider, "/late", "task NSURLErrorDomain -1001", after: .seconds(4))
    await expect(provider, "/refused", "task NSURLErrorDomain -1004", after: .seconds(1))
    #expect(clock.sleepCount == 4)
  }

  @Test func scaledAndFixed() async throws {
    let studio = try studio()
    let twice = provider(studio, .scaled(by: 2))
    await expect(twice, "/a", "200", after: .seconds(10))
    await expect(twice, "/refused", "task NSURLErrorDomain -1004", after: .seconds(2))
    let fixed = provider(studio, .fixed(.milliseconds(250)))
    await expect(fixed, "/a", "200", after: .milliseconds(250))
    await expect(fixed, "/quick", "200", after: .milliseconds(250))
  }

  @Test(arguments: [
    ReplayTiming.instant, .scaled(by: 0), .scaled(by: -3), .scaled(by: .nan), .fixed(.seconds(-1)),
  ])
  func atOnce(timing: ReplayTiming) async throws {
    // A time-out of its own is no matter then.
    let provider = provider(try studio(), timing, timeOut: 0.001)
    #expect(await provider.seen(Probe(.get, "/a")).text == "one")
    #expect(clock.sleepCount == 0)
  }

  @Test func noTimeIsTooLong() {
    let wait = ReplayTiming.scaled(by: .infinity).wait(recorded: .seconds(1))
    #expect(wait == ReplayTiming.fixed(.seconds(Int64.max)).wait(recorded: .zero))
    #expect(ReplayTiming.recorded.wait(recorded: .seconds(-1)) == .zero)
    #expect(ReplayTiming.scaled(by: .infinity).wait(recorded: .zero) == .zero)
  }

  @Test func aMissIsToldAtOnce() async throws {
    let reports = Reports()
    let provider = provider(try studio(), .fixed(.seconds(9)), reports: reports)
    #expect(await provider.seen(Probe(.get, "/none")).isMiss)
    #expect(clock.sleepCount == 0)
    #expect(reports.failures.count == 1)
  }

  @Test func theRequestsTimeIsOverBefore() async throws {
    let studio = try studio()
    let reports = Reports()
    let hasty = provider(studio, .scaled(by: 2), timeOut: 2, reports: reports)
    await expect(hasty, "/a", "task NSURLErrorDomain -1001", after: .seconds(2))
    // What the caller did not get is not used up.
    await expect(hasty, "/a", "task NSURLErrorDomain -1001", after: .seconds(2))
    // What timed out as it was recorded has answered, and is.
    await expect(hasty, "/late", "task NSURLErrorDomain -1001", after: .seconds(2))
    #expect(await hasty.seen(Probe(.get, "/late")).isMiss)
    let patient = provider(studio, .scaled(by: 2), timeOut: 12)
    await expect(patient, "/a", "200", after: .seconds(10))
    await expect(patient, "/a", "task NSURLErrorDomain -1001", after: .seconds(12))
    let fixed = provider(studio, .fixed(.seconds(3)), timeOut: 2)
    await expect(fixed, "/refused", "task NSURLErrorDomain -1001", after: .seconds(2))
  }

  /// Live, the interval begins anew with each byte.
  @Test(arguments: [ReplayTiming.recorded, .scaled(by: 0.8)])
  func whatWasRecordedHadTheTime(timing: ReplayTiming) async throws {
    let studio = try studio()
    let hasty = provider(studio, timing, timeOut: 0.5)
    let factor = timing == .recorded ? 1 : 0.8
    await expect(hasty, "/a", "200", after: .seconds(5 * factor))
    await expect(hasty, "/refused", "task NSURLErrorDomain -1004", after: .seconds(factor))
    // One that timed out does so after the time that it has now.
    await expect(hasty, "/late", "task NSURLErrorDomain -1001", after: .milliseconds(500))
  }

  @Test func theSessionsTimeIsOverBefore() async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 3
    let session = Session(configuration: configuration, startRequestsImmediately: false)
    let studio = try studio()
    let ofSession = provider(studio, .fixed(.seconds(5)), session: session)
    await expect(ofSession, "/a", "task NSURLErrorDomain -1001", after: .seconds(3))
    // A request that names an interval has its own.
    let ofRequest = provider(studio, .fixed(.seconds(5)), timeOut: 10, session: session)
    await expect(ofRequest, "/a", "200", after: .seconds(5))
  }

  @Test func aTimeOutHasNoResponse() async throws {
    let provider = provider(try studio(), .scaled(by: 2), timeOut: 1)
    let (_, end) = begin(provider, "/a")
    await clock.slept()
    clock.advance(by: .seconds(1))
    let seen = await first(end)
    #expect(seen?.error == "task NSURLErrorDomain -1001")
    #expect(seen?.status == nil && seen?.body.isEmpty == true)
  }

  @Test func aCancelledCallEndsAtOnce() async throws {
    let provider = provider(try studio(), .recorded)
    let (token, end) = begin(provider, "/a")
    await clock.slept()
    token.cancel()
    token.cancel()
    #expect(await first(end)?.error == "cancelled")
    #expect(clock.elapsed == .zero && clock.sleepingCount == 0)
    // Its recording is free for the next.
    let (_, next) = begin(provider, "/a")
    await clock.slept(times: 2)
    clock.advance(by: .seconds(5))
    #expect(await first(next)?.text == "one")
  }

  @Test func aCancelledTaskEndsAtOnce() async throws {
    let provider = provider(try studio(), .recorded)
    let task = _Concurrency.Task { await provider.seen(Probe(.get, "/a")) }
    await clock.slept()
    task.cancel()
    #expect(await task.value.error != nil)
    #expect(clock.elapsed == .zero)
  }

  @Test func aHookMayChangeTheTime() async throws {
    let studio = try studio()
    var options = studio.options
    (options.timing, options.replayClock) = (.recorded, clock)
    let count = TestSupport.Locked(0)
    options.beforeReplay = { interaction in
      count.withLock { $0 += 1 }
      var interaction = interaction
      interaction.duration = .seconds(1)
      return interaction
    }
    await expect(studio.provider(.replay, options: options), "/a", "200", after: .seconds(1))
    #expect(count.withLock { $0 } == 1)
  }

  @Test func theClosuresAloneSayHowLong() throws {
    let studio = try studio()
    var options = studio.options
    options.timing = .recorded
    let run = studio.run(.replay, options: options)
    let player = run.player(for: Probe.self, endpointClosure: { studio.live($0) })
    let endpoint = player.endpointClosure(Probe(.get, "/a"))
    guard case .delayed(let seconds) = player.stubClosure(Probe(.get, "/a")) else {
      Issue.record("not delayed")
      return
    }
    #expect(seconds == 5)
    guard case .response(let http, _) = endpoint.sampleResponseClosure() else {
      Issue.record("no response")
      return
    }
    #expect(http.statusCode == 200)
  }
}

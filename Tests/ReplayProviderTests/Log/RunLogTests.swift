import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

struct RunLogTests {
  private func studio() throws -> Studio { try Studio { Reply(text: $0.path) } }

  /// The outcomes in order, and the URLs' ends.
  private func rows(_ log: RunLog) -> [String] {
    log.calls.map { call in
      "#\(call.number) \(call.outcome) \(call.method) \(call.url.split(separator: "/").last ?? "")"
    }
  }

  @Test func tellsOfARecordingAndItsReplay() async throws {
    let studio = try studio()
    let recording = studio.provider()
    try await studio.calls([Probe(.get, "/a"), Probe(.post, "/b")], recording)
    #expect(rows(recording.run.log) == ["#1 recorded GET a", "#2 recorded POST b"])
    #expect(recording.run.log.counts == .init(recorded: 2))

    let replay = studio.provider(.replay)
    try await studio.calls([Probe(.post, "/b"), Probe(.get, "/c")], replay)
    let log = replay.run.log
    #expect(rows(log) == ["#1 replayed(index: 1) POST b", "#2 missed GET c"])
    #expect(log.unplayed.map(\.description) == ["entry 0: GET https://api.test/a (Probe)"])
    #expect(
      log.description == """
        2 calls on \(studio.cassette.path) (mode replay): 1 replayed, 1 missed
        #1 replayed entry 1 POST https://api.test/b (Probe)
        #2 missed           GET https://api.test/c (Probe)
        1 entry of the cassette has answered no call:
        entry 0: GET https://api.test/a (Probe)
        """)
  }

  @Test func tellsOfCallsThatAreAppendedComparedAndLeftOut() async throws {
    let studio = try studio()
    try await studio.record([Probe(.get, "/a")])
    var options = studio.options
    options.ignoring = ["/health"]
    let targets = ["/a", "/new", "/health"].map { Probe(.get, $0) }
    let append = studio.provider(.append, options: options)
    try await studio.calls(targets, append)
    #expect(
      rows(append.run.log) == [
        "#1 replayed(index: 0) GET a", "#2 recorded GET new", "#3 live GET health",
      ])
    let verify = studio.provider(.verify, options: options)
    try await studio.calls(targets, verify)
    #expect(
      rows(verify.run.log) == [
        "#1 compared(index: 0) GET a", "#2 compared(index: 1) GET new", "#3 live GET health",
      ])
    #expect(verify.run.log.unplayedCount == 0)
    let live = studio.provider(.live)
    try await studio.calls(targets, live)
    #expect(live.run.log.counts == .init(live: 3))
  }

  @Test func whatBeforeSaveDropsIsNotRecorded() async throws {
    let studio = try studio()
    var options = studio.options
    options.beforeSave = { $0.request.url.hasSuffix("/b") ? nil : $0 }
    let provider = studio.provider(options: options)
    try await studio.calls([Probe(.get, "/a"), Probe(.get, "/b")], provider)
    #expect(rows(provider.run.log) == ["#1 recorded GET a", "#2 live GET b"])
  }

  @Test func aRecorderAloneIsHeardToo() async throws {
    let studio = try studio()
    let run = studio.run(.rerecord)
    let provider = MoyaProvider<Probe>(
      endpointClosure: { studio.live($0) }, session: Studio.session(), plugins: [run.recorder])
    _ = await provider.seen(Probe(.get, "/a"))
    try await run.finish()
    #expect(rows(run.log) == ["#1 recorded GET a"])
    // In a mode that answers, it lets nothing through.
    let refused = studio.run(.replay, reporter: Reports().reporter)
    let other = MoyaProvider<Probe>(
      endpointClosure: { studio.live($0) }, session: Studio.session(), plugins: [refused.recorder])
    _ = await other.seen(Probe(.get, "/a"))
    let outcome = try #require(refused.log.calls.first?.outcome)
    guard case .failed(let why) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(why.hasPrefix("RecorderPlugin only records"))
    #expect(refused.log.callCount == 1 && studio.server.requestCount == 1)
  }

  @Test func whatIsCancelledIsNeitherPlayedNorMissed() async throws {
    let studio = try studio()
    try await studio.record([Probe(.get, "/a")])
    let provider = studio.provider(.replay)
    let seen = await withCheckedContinuation { continuation in
      provider.request(Probe(.get, "/a"), callbackQueue: DispatchQueue(label: "callbacks")) {
        continuation.resume(returning: Seen($0))
      }.cancel()
    }
    // The answer may have been on its way.
    let log = provider.run.log
    let expected = seen.error == nil ? "#1 replayed(index: 0) GET a" : "#1 cancelled GET a"
    #expect(rows(log) == [expected])
    #expect(log.unplayedCount == (seen.error == nil ? 0 : 1))
  }

  @Test func whatTimesOutOnReplayWasNotCancelled() async throws {
    let studio = try studio()
    try await studio.record([Probe(.get, "/a")])
    let clock = ManualClock()
    var options = studio.options
    (options.timing, options.replayClock) = (.fixed(.seconds(90)), clock)
    let provider = studio.provider(.replay, options: options)
    async let seen = provider.seen(Probe(.get, "/a"))
    await clock.slept()
    clock.advance(by: .seconds(60))
    #expect(await seen.error == "task NSURLErrorDomain -1001")
    let log = provider.run.log
    #expect(rows(log) == ["#1 timedOut GET a"])
    #expect(log.counts == .init(timedOut: 1) && log.unplayedCount == 1)
    #expect(log.description.contains("(mode replay): 1 timed out\n#1 timed out GET "), "\(log)")
  }

  @Test func whatFailsInARequestClosureWasNotSent() async throws {
    let studio = try studio()
    try await studio.record([Probe(.get, "/a")])
    let provider = studio.provider(
      .replay, requestClosure: { _, done in done(.failure(.requestMapping("no"))) })
    _ = await provider.seen(Probe(.get, "/a"))
    #expect(rows(provider.run.log) == ["#1 notSent GET a"])
  }

  @Test func callsThatShareAnAnswerAreSentOnce() async throws {
    let gate = Gate()
    let studio = try Studio { request in
      gate.pass()
      return Reply(text: request.path)
    }
    let provider = studio.provider(trackInflights: true)
    async let first = provider.seen(Probe(.get, "/a"))
    async let second = provider.seen(Probe(.get, "/a"))
    while provider.run.log.callCount < 2 { await _Concurrency.Task.yield() }
    gate.open()
    #expect(await first.text == "/a")
    #expect(await second.text == "/a")
    try await provider.finish()
    let counts = provider.run.log.counts
    #expect(counts.recorded == 1 && counts.notSent == 1)
  }

  @Test func noSecretIsPrinted() async throws {
    let studio = try studio()
    let secret = "s3cr3t-Value-4711-abc"
    let targets = [
      Probe(.get, url: "https://api.test/a?api_key=\(secret)"),
      Probe(.get, "/b", headers: ["Authorization": "Bearer \(secret)"]),
    ]
    let provider = studio.provider()
    try await studio.calls(targets, provider)
    let replay = studio.provider(.replay)
    _ = await replay.seen(Probe(.get, url: "https://api.test/zzz?api_key=\(secret)"))
    for log in [provider.run.log, replay.run.log] {
      var text = log.description
      dump(log, to: &text)
      #expect(!text.contains(secret))
      #expect(log.callCount > 0)
    }
  }

  @Test func aContentThatWasNotKeptIsAFailure() async throws {
    let studio = try studio()
    try studio.write([
      Cassette.Interaction(
        request: Cassette.Request(url: "https://api.test/a"),
        outcome: .response(Cassette.Response(status: 200, contentIsMissing: true)))
    ])
    let reports = Reports()
    let provider = studio.provider(.replay, reports: reports)
    _ = await provider.seen(Probe(.get, "/a"))
    let log = provider.run.log
    #expect(log.counts == .init(failed: 1))
    #expect(log.description.contains("\n    \(studio.cassette.path): the content of the answer"))
    #expect(reports.failures.count == 1)
  }
}

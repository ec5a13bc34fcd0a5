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

/// Faults over recordings, and live ones beside them.
struct FaultsTests {
  private static let json = #"{"login":"octocat","id":1}"#

  private func studio() async throws -> Studio {
    let studio = try Studio { request in
      switch request.path {
      case "/empty": Reply(204)
      default: Reply.json(Self.json)
      }
    }
    try await studio.record(["/a", "/b", "/a", "/c", "/empty"].map { Probe(.get, $0) })
    return studio
  }

  private func provider(
    _ studio: Studio, _ rules: FaultRule..., reports: Reports = Reports()
  ) -> ReplayProvider<Probe> {
    var options = studio.options
    options.faults = rules
    return studio.provider(.replay, options: options, reports: reports)
  }

  private func kinds(_ paths: [String], _ provider: ReplayProvider<Probe>) async -> [String] {
    var kinds: [String] = []
    for path in paths { kinds.append(await provider.seen(Probe(.get, path)).kind) }
    return kinds
  }

  @Test(arguments: [
    (Fault.timedOut, -1001), (.connectionRefused, -1004), (.connectionReset, -1005),
    (.dnsFailure, -1003), (.tlsFailure, -1200),
  ])
  func errorsOfTheTransport(fault: Fault, code: Int) async throws {
    let provider = provider(try await studio(), FaultRule(fault, at: 0))
    let seen = await provider.seen(Probe(.get, "/a"))
    #expect(seen.error == "task NSURLErrorDomain \(code)" && seen.status == nil)
  }

  @Test func aBodyThatIsCutOffIsAsOneThatTheNetworkCutOff() async throws {
    let studio = try Studio { request in
      let whole = Reply.json(Self.json)
      return request.path == "/cut" ? whole.truncated(to: Self.json.utf8.count / 2) : whole
    }
    try await studio.record([Probe(.get, "/a")])
    var live = await studio.provider(.live).seen(Probe(.get, "/cut"))
    let provider = provider(studio, FaultRule(.truncatedBody, at: 0))
    let seen = await provider.seen(Probe(.get, "/a"))
    #expect(live.error != nil && live.body.count == Self.json.utf8.count / 2)
    live.url = seen.url
    #expect(seen == live)
    #expect(seen.error == "task NSURLErrorDomain -1005")
  }

  @Test func answersThatAreNotAsRecorded() async throws {
    let studio = try await studio()
    let whole = await studio.provider(.replay).seen(Probe(.get, "/a"))
    let corrupt = await provider(studio, FaultRule(.corruptJSON, at: 0)).seen(Probe(.get, "/a"))
    #expect(corrupt.status == 200 && corrupt["content-length"] == "\(corrupt.body.count)")
    #expect(throws: (any Error).self) {
      try JSONSerialization.jsonObject(with: corrupt.body, options: .fragmentsAllowed)
    }
    let empty = await provider(studio, FaultRule(.emptyBody, at: 0)).seen(Probe(.get, "/a"))
    #expect(empty.status == 200 && empty.body.isEmpty && empty["content-length"] == "0")
    #expect(empty["content-type"] == whole["content-type"])
    let status = await provider(studio, FaultRule(.status(503), at: 0)).seen(Probe(.get, "/a"))
    #expect(status.status == 503 && status.body.isEmpty && status["content-type"] == nil)
    let validated = Probe(.get, "/a", validationType: .successCodes)
    #expect(
      await provider(studio, FaultRule(.status(503), at: 0)).seen(validated).error
        == "validation unacceptableStatusCode(code: 503)")
  }

  @Test func noPrefixOfJSONWithTheMarkBehindItIsJSON() throws {
    for text in ["1", "12", "null", #""a<!b""#, "[]", "[1,2]", Self.json, "\"\\\"\""] {
      let recorded = Cassette.Outcome.response(
        .init(status: 200, body: .bytes(Data(text.utf8))))
      let outcome = try Fault.corruptJSON.applied(to: recorded) { $0.data ?? Data() }
      let body = try #require(outcome.response?.body.data)
      #expect(throws: (any Error).self, "\(text)") {
        try JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)
      }
    }
  }

  @Test func slowContentComesInStepsOnTheClock() async throws {
    let studio = try Studio { _ in Reply(text: String(repeating: "x", count: 40_000)) }
    try await studio.record([Probe(.get, "/")])
    let clock = ManualClock()
    var options = studio.options
    (options.replayClock, options.faults) = (clock, [FaultRule(.slowBody(.seconds(3)), at: 0)])
    let provider = studio.provider(.replay, options: options)
    let (steps, continuation) = AsyncStream<Int64>.makeStream()
    let queue = DispatchQueue(label: "callbacks")
    provider.request(
      Probe(.get, "/"), callbackQueue: queue,
      progress: { continuation.yield($0.progressObject?.completedUnitCount ?? -1) },
      completion: {
        continuation.yield(Seen($0).kind == "200" ? 200 : -2)
        continuation.finish()
      })
    var seen: [Int64] = []
    var iterator = steps.makeAsyncIterator()
    for second in 1...3 {
      await clock.slept(times: second)
      clock.advance(by: .seconds(1))
      if let step = await iterator.next() { seen.append(step) }
    }
    while let step = await iterator.next() { seen.append(step) }
    #expect(seen == [16384, 32768, 40000, 40000, 200])
    #expect(clock.sleepCount == 3)
    // It was answered as recorded, and so is used.
    #expect(await provider.seen(Probe(.get, "/")).isMiss)
  }

  @Test func noContentIsTooSlow() async throws {
    let studio = try await studio()
    let clock = ManualClock()
    var options = studio.options
    options.replayClock = clock
    options.faults = [FaultRule(.slowBody(.seconds(Int64.max)), at: 0)]
    let provider = studio.provider(.replay, options: options)
    async let seen = provider.seen(Probe(.get, "/a"))
    await clock.slept()
    clock.advance(by: .seconds(315_360_000))
    #expect(await seen.kind == "200")
  }

  @Test func contentThatIsSlowIsNotWaitedForOnceTheTimeIsOver() async throws {
    let studio = try await studio()
    let clock = ManualClock()
    var options = studio.options
    (options.timing, options.replayClock) = (.fixed(.seconds(90)), clock)
    options.faults = [FaultRule(.slowBody(.seconds(1)), at: 0)]
    let provider = studio.provider(.replay, options: options)
    async let seen = provider.seen(Probe(.get, "/a"))
    await clock.slept()
    clock.advance(by: .seconds(60))
    #expect(await seen.error == "task NSURLErrorDomain -1001")
    #expect(clock.sleepCount == 1)
  }

  @Test func rulesSelect() async throws {
    let studio = try await studio()
    let paths = ["/a", "/b", "/a", "/c"]
    let ok = "200"
    let lost = "task NSURLErrorDomain -1005"
    let fault = Fault.connectionReset
    #expect(
      await kinds(paths, provider(studio, FaultRule(fault, at: 1))) == [ok, lost, ok, ok])
    #expect(
      await kinds(paths, provider(studio, FaultRule(fault, on: "/a"))) == [lost, ok, lost, ok])
    #expect(
      await kinds(paths, provider(studio, FaultRule(fault, on: "Probe", times: 3)))
        == [lost, lost, lost, ok])
    #expect(
      await kinds(paths, provider(studio, FaultRule(fault, on: "/a", every: 2)))
        == [ok, ok, lost, ok])
    #expect(
      await kinds(paths, provider(studio, FaultRule(fault, every: 2, times: 1)))
        == [ok, lost, ok, ok])
    #expect(
      await kinds(paths, provider(studio, FaultRule(fault, every: 0)))
        == [lost, lost, lost, lost])
    #expect(
      await kinds(
        paths, provider(studio, FaultRule(.status(500), at: 0), FaultRule(fault, every: 1)))
        == ["500", lost, "500", lost])
  }

  @Test func whoTriesAgainGetsTheSameRecording() async throws {
    let studio = try await studio()
    let lost = "task NSURLErrorDomain -1005"
    let each = provider(studio, FaultRule(.connectionReset, at: 3))
    #expect(await kinds(["/c", "/c", "/c"], each) == [lost, lost, lost])
    let once = provider(studio, FaultRule(.connectionReset, at: 3, times: 1))
    #expect(await kinds(["/c", "/c"], once) == [lost, "200"])
    #expect(await once.seen(Probe(.get, "/c")).isMiss)
  }

  @Test func whatHasNoContentHasNoneToGoWrong() async throws {
    let studio = try await studio()
    let reports = Reports()
    for fault in [Fault.truncatedBody, .corruptJSON, .emptyBody, .slowBody(.seconds(1))] {
      let provider = provider(studio, FaultRule(fault, every: 1), reports: reports)
      #expect(await kinds(["/empty"], provider) == ["204"])
    }
    #expect(reports.text == "")
  }

  @Test func faultsComeAfterHooks() async throws {
    let studio = try await studio()
    var options = studio.options
    options.faults = [FaultRule(.truncatedBody, at: 0)]
    options.beforeReplay = { interaction in
      var interaction = interaction
      interaction.outcome = .response(.init(status: 202, body: .bytes(Data("edited".utf8))))
      return interaction
    }
    let seen = await studio.provider(.replay, options: options).seen(Probe(.get, "/a"))
    #expect(seen.status == 202 && seen.text == "edi")
  }

  @Test func aDownloadThatIsCutOffLeavesNoFile() async throws {
    let studio = try await studio()
    let place = studio.folder.file("down")
    let target = Probe(.get, "/a", task: .downloadDestination { _, _ in (place, []) })
    let cut = await provider(studio, FaultRule(.truncatedBody, at: 0)).seen(target)
    #expect(cut.error == "task NSURLErrorDomain -1005" && cut.body.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: place.path))
    #expect(await provider(studio, FaultRule(.corruptJSON, at: 0)).seen(target).status == 200)
    #expect(try String(contentsOf: place, encoding: .utf8).hasSuffix("<!"))
  }

  @Test func theClosuresAloneMeetThemToo() async throws {
    let studio = try await studio()
    var options = studio.options
    options.faults = [FaultRule(.dnsFailure, at: 0, times: 1), FaultRule(.status(500), at: 0)]
    let run = studio.run(.replay, options: options)
    let player = run.player(for: Probe.self, endpointClosure: { studio.live($0) })
    let bare = MoyaProvider<Probe>(
      endpointClosure: player.endpointClosure, stubClosure: player.stubClosure,
      plugins: [run.recorder])
    #expect(await bare.seen(Probe(.get, "/a")).error == "NSURLErrorDomain -1003")
    #expect(await bare.seen(Probe(.get, "/a")).status == 500)
  }

  @Test func theFaultOfTimeTakesTheRequestsTime() async throws {
    let studio = try await studio()
    let clock = ManualClock()
    var options = studio.options
    (options.timing, options.replayClock) = (.fixed(.seconds(1)), clock)
    options.faults = [FaultRule(.timedOut, at: 0)]
    let provider = studio.provider(.replay, options: options)
    async let seen = provider.seen(Probe(.get, "/a"))
    await clock.slept()
    clock.advance(by: .seconds(59))
    #expect(clock.sleepingCount == 1)
    clock.advance(by: .seconds(1))
    #expect(await seen.error == "task NSURLErrorDomain -1001")
  }

  @Test func aFaultIsNamedAsCodeNamesIt() {
    #expect(
      Fault.all.map(\.description) == [
        ".timedOut", ".connectionRefused", ".connectionReset", ".dnsFailure", ".tlsFailure",
        ".truncatedBody", ".corruptJSON", ".emptyBody", ".status(503)", ".slowBody(0.05 seconds)",
      ])
  }
}

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

#if UpstreamMoya
import Alamofire
#endif

/// Entries that a test makes, in a cassette of their own or before those of a file.
struct HandMadeEntriesTests {
  private func run(
    _ source: CassetteSource, _ mode: RecordMode? = nil, options: CassetteOptions = .init(),
    reports: Reports = Reports()
  ) -> CassetteRun {
    CassetteRun(
      source, mode: mode, options: options, sourceFile: #filePath, environment: [:],
      reporter: reports.reporter)
  }

  private func interaction(
    _ path: String, _ outcome: Cassette.Outcome
  ) -> Cassette.Interaction {
    .init(request: .init(url: "https://api.test" + path), outcome: outcome)
  }

  @Test(arguments: ["replay", "once", "append", "rerecord", "verify"])
  func aCassetteInMemoryIsReplayedInEveryMode(mode: String) async throws {
    let reports = Reports()
    let run = run(
      .interactions([
        interaction("/a", .json(#"{"n":1}"#, status: 404, headerFields: ["X-A": "b"])),
        interaction("/b", .failing(.timedOut, text: "too late")),
      ]), RecordMode(name: mode), reports: reports)
    try run.checkOpening()
    let provider = ReplayProvider<Probe>(run: run)
    let first = await provider.seen(Probe(.get, "/a"))
    #expect(first.summary == #"404 {"n":1}"#)
    #expect(first["content-type"] == "application/json" && first["x-a"] == "b")
    #expect(await provider.seen(Probe(.get, "/b")).error == "task NSURLErrorDomain -1001")
    #expect(reports.text.isEmpty)
    #expect(await provider.seen(Probe(.get, "/a")).isMiss)
    #expect(reports.text.contains("in (a cassette in memory) (mode \(mode))"))
    #expect(run.url == nil)
    try await provider.finish()
  }

  @Test func whatIsAddedAnswersFirst() async throws {
    let studio = try Studio { _ in Reply(text: "live") }
    try await studio.record([Probe(.get, "/a"), Probe(.get, "/b")])
    studio.server.stop()
    let facts = try FileFacts(studio.cassette)
    let provider = studio.provider(.replay)
    provider.run.add(interaction("/a", .text("first")), interaction("/a", .status(503)))
    try provider.run.add(for: Probe(.get, "/new"), .failing(.notConnectedToInternet))
    var seen: [String] = []
    for path in ["/a", "/b", "/a", "/a", "/new"] {
      seen.append(await provider.seen(Probe(.get, path)).summary)
    }
    #expect(
      seen == ["200 first", "200 live", "503 ", "200 live", "task NSURLErrorDomain -1009"])
    try await provider.finish()
    #expect(try FileFacts(studio.cassette) == facts)
  }

  @Test func nothingOfItIsRecordedWhileAllElseIs() async throws {
    let studio = try Studio { request in Reply(text: "live \(request.path)") }
    for mode in [RecordMode.once, .append, .rerecord] {
      let provider = studio.provider(mode)
      try provider.run.add(for: Probe(.get, "/made"), .text("made"))
      let seen = try await studio.calls([Probe(.get, "/made"), Probe(.get, "/a")], provider)
      #expect(seen.map(\.text) == ["made", "live /a"])
      #expect(try studio.interactions().map(\.request.url) == ["https://api.test/a"])
    }
    #expect(try !studio.text().contains("made"))
    // Once in `.once` and once in `.rerecord`.
    #expect(studio.server.requestCount == 2)
  }

  @Test func withoutACassetteItAnswersAndTheRestIsAnError() async throws {
    let studio = try Studio { _ in Reply(text: "live") }
    let reports = Reports()
    let provider = studio.provider(.replay, reports: reports)
    try provider.run.add(for: Probe(.get, "/made"), .text("made"))
    let seen = try await studio.calls([Probe(.get, "/made"), Probe(.get, "/a")], provider)
    #expect(seen[0].text == "made")
    #expect(seen[1].isMiss)
    #expect(reports.failures.count == 1)
    #expect(reports.text.hasPrefix("cassette not found: "))
    #expect(studio.server.acceptCount == 0)
  }

  @Test func verifyComparesNothingWithIt() async throws {
    let studio = try Studio { _ in Reply(text: "live") }
    try await studio.record([Probe(.get, "/a")])
    let provider = studio.provider(.verify)
    try provider.run.add(for: Probe(.get, "/a"), .json("[]", status: 500))
    let seen = try await studio.calls([Probe(.get, "/a"), Probe(.get, "/a")], provider)
    #expect(seen.map(\.text) == ["[]", "live"])
    #expect(provider.run.shapeReport?.comparedCount == 1)
  }

  @Test func liveGoesLive() async throws {
    let studio = try Studio { _ in Reply(text: "live") }
    let provider = studio.provider(.live)
    try provider.run.add(for: Probe(.get, "/a"), .text("made"))
    #expect(try await studio.calls([Probe(.get, "/a")], provider).map(\.text) == ["live"])
  }

  @Test func theRequestIsTheTargets() async throws {
    let run = run(.interactions([]))
    let target = Probe(.post, "/a?x", "application/json", #"{"a":1,"b":2}"#)
    try run.add(for: target, .text("made"))
    // Under the live name of an origin as well.
    let provider = ReplayProvider<Probe>(run: run)
    #expect(await provider.seen(Probe(.post, "/a?x", "application/json", #"{"a":2,"b":2}"#)).isMiss)
    #expect(
      await provider.seen(Probe(.post, "/a?x", "application/json", #"{"b":2,"a":1}"#)).text
        == "made")
    struct Broken: ParameterEncoding {
      func encode(_ request: any URLRequestConvertible, with parameters: Parameters?) throws
        -> URLRequest
      {
        throw URLError(.badURL)
      }
    }
    #expect(throws: MoyaError.self) {
      try run.add(
        for: Probe(.get, "/", task: .requestParameters(parameters: [:], encoding: Broken())),
        .status(200))
    }
  }

  @Test func anEndpointClosureAndOriginsAreHeeded() async throws {
    let studio = try Studio { _ in Reply(500) }
    let provider = studio.provider(.replay)
    try provider.run.add(for: Probe(.get, "/a"), .text("live"), endpointClosure: studio.live)
    provider.run.add(
      .init(
        request: .init(url: studio.server.url("/b").absoluteString),
        outcome: .status(302, headerFields: ["Location": "https://api.test/x"])))
    #expect(await provider.seen(Probe(.get, "/a")).text == "live")
    let moved = await provider.seen(Probe(.get, "/b"))
    #expect(moved["location"] == studio.server.url("/x").absoluteString)
    #expect(studio.server.acceptCount == 0)
  }

  @Test func repeatsHoldForThemToo() async throws {
    var options = CassetteOptions(repeats: .never.repeatingLast("/health"))
    options.matching = .default.ignoringQuery("t")
    let run = run(.interactions([]), options: options)
    try run.add(for: Probe(.get, "/health"), .status(503))
    try run.add(for: Probe(.get, "/health"), .status(204))
    let provider = ReplayProvider<Probe>(run: run)
    var seen: [Int?] = []
    for _ in 0..<4 { seen.append(await provider.seen(Probe(.get, "/health")).status) }
    #expect(seen == [503, 204, 204, 204])
  }

  @Test func verifyAsksTheCassetteBeforeAnythingAnswersAgain() async throws {
    let studio = try Studio { _ in Reply(text: "live") }
    try await studio.record([Probe(.get, "/a")])
    var options = studio.options
    options.repeats = .repeatLast
    let provider = studio.provider(.verify, options: options)
    try provider.run.add(for: Probe(.get, "/a"), .text("made"))
    let seen = try await studio.calls([Probe(.get, "/a"), Probe(.get, "/a")], provider)
    #expect(seen.map(\.text) == ["made", "live"])
    #expect(provider.run.shapeReport?.comparedCount == 1)
  }

  @Test func aRedirectionIsTheAnswerHoweverItIsMade() async throws {
    let run = run(.interactions([interaction("/b", .text("followed"))]))
    let moved = Cassette.Outcome.status(302, headerFields: ["Location": "/b"])
    run.add(interaction("/a", moved))
    try run.add(for: Probe(.get, "/a"), moved)
    let provider = ReplayProvider<Probe>(run: run)
    for _ in 0..<2 { #expect(await provider.seen(Probe(.get, "/a")).status == 302) }
  }

  @Test func partsAsSentDoNotCount() async throws {
    var options = CassetteOptions()
    options.matching = .default.adding(.sent(.header("X-A")))
    let run = run(.interactions([]), options: options)
    try run.add(for: Probe(.get, "/a"), .text("made"))
    struct Adding: PluginType {
      func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
        var request = request
        request.setValue("1", forHTTPHeaderField: "X-A")
        return request
      }
    }
    let provider = ReplayProvider<Probe>(run: run, plugins: [Adding()])
    #expect(await provider.seen(Probe(.get, "/a")).text == "made")
  }
}

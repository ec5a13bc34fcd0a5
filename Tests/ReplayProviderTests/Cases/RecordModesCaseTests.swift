import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// What each mode does with a request that is recorded, and one that is not.
struct RecordModesCaseTests {
  @Test("RM-01: once, and a new request: an error, no hit, the same file") func onceAndANewRequest()
    async throws
  {
    let studio = try Studio { Reply(text: $0.path) }
    try await studio.record([Probe(.get, "/a")])
    let facts = try FileFacts(studio.cassette)
    let reports = Reports()
    let seen = try await studio.replay(
      [Probe(.get, "/a"), Probe(.get, "/b")], .once, reports: reports)
    #expect(seen[0].text == "/a" && seen[1].isMiss)
    for word in ["GET", "/b", studio.cassette.path, "(mode once)", "mode: .append"] {
      #expect(reports.text.contains(word), "\(word)")
    }
    // Whoever asked is told the same, and as a text its first line.
    let again = studio.provider(.once, reports: reports)
    let error = await #expect(throws: MoyaError.self) { try await again.request(Probe(.get, "/b")) }
    try await again.finish()
    guard case .underlying(RecorderError.miss(let miss), _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reports.failures.count == 2 && miss == reports.failures[1])
    #expect("\(RecorderError.miss(miss))".hasPrefix("\(miss.prefix { $0 != "\n" }). "))
    #expect(studio.server.requestCount == 1)
    #expect(try FileFacts(studio.cassette) == facts)
    #expect(try studio.folder.contents() == ["it.har.gz"])
  }

  @Test("RM-02: append run twice: no hit and the same file, then one hit and one entry more")
  func appendRunTwice() async throws {
    let studio = try Studio { Reply(text: $0.path) }
    func targets(_ key: String) -> [Probe] {
      [Probe(.get, "/a"), Probe(.get, url: "https://api.test/b?key=\(key)")]
    }
    try await studio.replay(targets("S1"), .append)
    #expect(try studio.interactions().count == 2)
    let facts = try FileFacts(studio.cassette)
    let lines = try studio.text().utf8.split(separator: 0x0A).map(Array.init)
    try await studio.replay(targets("S2"), .append)
    #expect(studio.server.requestCount == 2)
    #expect(try FileFacts(studio.cassette) == facts)
    try await studio.replay(targets("S3") + [Probe(.get, "/c")], .append)
    #expect(studio.server.requestCount == 3)
    let after = try studio.text().utf8.split(separator: 0x0A).map(Array.init)
    #expect(try studio.interactions().count == 3)
    #expect(after.prefix(3).elementsEqual(lines.prefix(3)))
    try studio.expectNoLeak(of: ["key=S1", "key=S2", "key=S3"])
  }

  @Test("RM-03: rerecord when the test fails: the good cassette stays", arguments: [0, 1])
  func rerecordingThatFails(calls: Int) async throws {
    let studio = try Studio { Reply(text: "\($0.path) \($0.connection)") }
    try await studio.record(["/a", "/b", "/c"].map { Probe(.get, $0) })
    let facts = try FileFacts(studio.cassette)
    let reports = Reports()
    let provider = studio.provider(.rerecord, reports: reports)
    for _ in 0..<calls { _ = await provider.seen(Probe(.get, "/a")) }
    try await provider.run.finish(failed: true)
    #expect(try FileFacts(studio.cassette) == facts)
    let path = studio.cassette.path
    if calls == 0 {
      #expect(try studio.folder.contents() == ["it.har.gz"])
      #expect(
        reports.warnings == ["the run failed and has recorded nothing, so \(path) is as it was"])
    } else {
      #expect(try studio.folder.contents() == ["it.har.gz", "it.har.gz.failed"])
      #expect(
        reports.warnings == [
          "the run failed, so \(path) is as it was; the new recording of 1 interaction lies in \(path).failed, until the next run that succeeds"
        ])
      #expect(
        try Cassette(contentsOf: URL(fileURLWithPath: path + ".failed")).count == 1)
    }
    let passing = studio.provider(.rerecord)
    _ = await passing.seen(Probe(.get, "/d"))
    try await passing.finish()
    #expect(try studio.interactions().map(\.request.url) == ["https://api.test/d"])
  }

  #if os(Linux) && compiler(>=6.3)
  @Test(
    "RM-03: rerecord when the process ends: the good cassette stays, and so does the journal",
    arguments: [0, 1])
  func aProcessThatEndsInTheMiddle(calls: Int) async throws {
    let studio = try Studio { Reply(text: $0.path) }
    try await studio.record(["/a", "/b", "/c"].map { Probe(.get, $0) })
    let facts = try FileFacts(studio.cassette)
    await #expect(processExitsWith: .exitCode(1)) {
      [
        path = studio.cassette.path as String, port = studio.server.port as Int,
        calls = calls as Int
      ] in
      let provider = childProvider(path: path, port: port, mode: .rerecord)
      for _ in 0..<calls { _ = await provider.seen(Probe(.get, "/a")) }
      exit(1)
    }
    #expect(try FileFacts(studio.cassette) == facts)
    #expect(try studio.folder.contents() == ["it.har.gz", "it.har.gz.partial"])
    let journal = try JournalReader(contentsOf: studio.folder.file("it.har.gz.partial"))
    #expect(journal.records.count == calls)
    let reports = Reports()
    let provider = studio.provider(.rerecord, reports: reports)
    _ = await provider.seen(Probe(.get, "/d"))
    try await provider.finish()
    #expect(
      reports.warnings.first
        == "an earlier recording of \(studio.cassette.path) was not finished; what it had recorded lies "
        + "in \(studio.cassette.path).crashed-1. To save it: swift run cassette recover "
        + "\(studio.cassette.path).crashed-1")
    #expect(try studio.folder.contents() == ["it.har.gz", "it.har.gz.crashed-1"])
    #expect(try studio.interactions().map(\.request.url) == ["https://api.test/d"])
  }
  #endif

  @Test("RM-04: replay without a cassette: an error for who asks, and nothing is made")
  func replayWithoutACassette() async throws {
    let studio = try Studio { _ in Reply(text: "x") }
    let missing = studio.folder.file("Missing/One.har.gz")
    let reports = Reports()
    func run() -> CassetteRun {
      CassetteRun(
        .named("Missing/One", in: studio.folder.url), mode: .replay, options: studio.options,
        sourceFile: #filePath, environment: [:], reporter: reports.reporter)
    }
    let idle = run()
    try idle.checkOpening()
    try await idle.finish()
    #expect(reports.text == "")
    let provider = ReplayProvider<Probe>(run: run(), endpointClosure: { studio.live($0) })
    #expect(await provider.seen(Probe(.get, "/a")).error != nil)
    try await provider.finish()
    #expect(reports.text.contains(missing.path) && reports.text.contains("not found"))
    #expect(studio.server.acceptCount == 0)
    #expect(try studio.folder.contents().isEmpty)
  }

  @Test func liveGoesLiveAndRecordsNothing() async throws {
    let studio = try Studio { Reply(text: $0.path) }
    let seen = try await studio.replay([Probe(.get, "/a"), Probe(.get, "/a")], .live)
    #expect(seen.map(\.text) == ["/a", "/a"])
    #expect(studio.server.requestCount == 2)
    #expect(try studio.folder.contents().isEmpty)
  }
}

#if os(Linux)
/// A provider for a process of its own, which has only what could be handed to it.
func childProvider(
  path: String, port: Int, mode: RecordMode?, clock: RecordingClock = .system,
  environment: [String: String] = [:]
) -> ReplayProvider<Probe> {
  let base = "http://127.0.0.1:\(port)"
  let run = CassetteRun(
    .file(URL(fileURLWithPath: path)), mode: mode,
    options: CassetteOptions(origins: ["https://api.test": URL(string: base)!], clock: clock),
    sourceFile: #filePath, environment: environment, reporter: Reports().reporter)
  return ReplayProvider<Probe>(
    run: run,
    endpointClosure: { target in
      let endpoint = MoyaProvider<Probe>.defaultEndpointMapping(for: target)
      return Endpoint(
        url: endpoint.url.replacingOccurrences(of: "https://api.test", with: base),
        sampleResponseClosure: endpoint.sampleResponseClosure, method: endpoint.method,
        task: endpoint.task, httpHeaderFields: endpoint.httpHeaderFields)
    },
    callbackQueue: DispatchQueue(label: "child"))
}
#endif

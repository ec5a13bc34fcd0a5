import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// Calls that are not recorded, or that are not even sent.
struct LeavingOutTests {
  private let calls = [Probe(.get, "/a"), Probe(.get, "/health"), Probe(.get, "/b")]

  private func options(_ studio: Studio) -> CassetteOptions {
    var options = studio.options
    options.ignoring = ["/health"]
    return options
  }

  @Test(arguments: [RecordMode.once, .append, .rerecord, .live])
  func ignoredCallsGoLiveAndAreNotRecorded(mode: RecordMode) async throws {
    let studio = try Studio { Reply(text: $0.path) }
    let seen = try await studio.replay(calls, mode, options: options(studio))
    #expect(seen.map(\.text) == ["/a", "/health", "/b"])
    guard mode != .live else { return #expect(try studio.folder.contents().isEmpty) }
    #expect(
      try studio.interactions().map(\.request.url) == ["https://api.test/a", "https://api.test/b"])
  }

  @Test func aRecorderAloneIgnoresThemToo() async throws {
    let studio = try Studio { Reply(text: $0.path) }
    let run = studio.run(.rerecord, options: options(studio))
    let provider = MoyaProvider<Probe>(
      endpointClosure: { studio.live($0) }, session: Studio.session(), plugins: [run.recorder])
    for call in calls { #expect(await provider.seen(call).status == 200) }
    try await run.finish()
    #expect(try studio.interactions().count == 2)
  }

  @Test(arguments: [RecordMode.append, .verify, .rerecord(only: "/b")])
  func theyGoLiveWhereAnythingDoes(mode: RecordMode) async throws {
    let studio = try Studio { Reply(text: $0.path) }
    try await studio.record(calls, options: options(studio))
    let seen = try await studio.replay(calls, mode, options: options(studio))
    #expect(seen.map(\.text) == ["/a", "/health", "/b"])
    #expect(try studio.interactions().count == 2)
  }

  @Test(arguments: [RecordMode.replay, .once])
  func inReplayTheyGoLiveOnlyWhereThatIsSaid(mode: RecordMode) async throws {
    let studio = try Studio { Reply(text: $0.path) }
    try await studio.record(calls, options: options(studio))
    let hits = studio.server.acceptCount
    let reports = Reports()
    let seen = try await studio.replay(calls, mode, options: options(studio), reports: reports)
    #expect(seen.map(\.text) == ["/a", "", "/b"])
    #expect(studio.server.acceptCount == hits)
    #expect(
      reports.failures == [
        """
        GET https://api.test/health is ignored by the cassette and would go live, which nothing does \
        in mode \(mode). To let it: options: .init(ignoring: ..., ignoredGoLiveInReplay: true). The \
        network was not touched.
        """
      ])
    var allowed = options(studio)
    allowed.ignoredGoLiveInReplay = true
    let facts = try FileFacts(studio.cassette)
    let live = try await studio.replay(calls, mode, options: allowed)
    #expect(live.map(\.text) == ["/a", "/health", "/b"])
    #expect(studio.server.requestCount == 4)
    #expect(try FileFacts(studio.cassette) == facts)
  }

  @Test(arguments: [true, false]) func unsafeMethodsAreRefusedWhileRecording(alone: Bool)
    async throws
  {
    let studio = try Studio { Reply(text: $0.path) }
    var options = studio.options
    options.allowsUnsafeMethods = false
    options.ignoring = ["/login"]
    let reports = Reports()
    let run = studio.run(.rerecord, options: options, reporter: reports.reporter)
    let provider =
      alone
      ? MoyaProvider<Probe>(
        endpointClosure: { studio.live($0) }, session: Studio.session(), plugins: [run.recorder])
      : ReplayProvider<Probe>(
        run: run, endpointClosure: { studio.live($0) }, session: Studio.session())
    for method in [Moya.Method.get, .head, .options] {
      #expect(await provider.seen(Probe(method, "/x")).status == 200)
    }
    // What is ignored is nobody's recording.
    #expect(await provider.seen(Probe(.post, "/login")).status == 200)
    #expect(studio.server.requestCount == 4)
    for method in [Moya.Method.post, .put, .patch, .delete] {
      let seen = await provider.seen(
        Probe(method, url: "https://api.test/x?access_token=secret-12"))
      #expect(seen.isMiss)
    }
    #expect(studio.server.requestCount == 4)
    try await run.finish()
    #expect(try studio.interactions().count == 3)
    #expect(reports.failures.count == 4)
    #expect(
      reports.failures.first == """
        POST https://api.test/x?access_token=[redacted:access_token] was not sent: in mode rerecord it \
        would go live, and allowsUnsafeMethods: false lets only GET, HEAD and OPTIONS do so. Record it \
        against a server where it does no harm, or set allowsUnsafeMethods: true.
        """)
  }

  @Test func unsafeMethodsReplay() async throws {
    let studio = try Studio { Reply(text: $0.path) }
    try await studio.record([Probe(.post, "/a")])
    var options = studio.options
    options.allowsUnsafeMethods = false
    let seen = try await studio.replay(
      [Probe(.post, "/a"), Probe(.post, "/b")], .append, options: options)
    #expect(seen[0].text == "/a" && seen[1].isMiss)
    let verified = try await studio.replay([Probe(.post, "/a")], .verify, options: options)
    #expect(verified[0].isMiss)
    #expect(studio.server.requestCount == 1)
  }
}

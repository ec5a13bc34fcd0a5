import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

#if UpstreamMoya
import Alamofire
#endif

/// Redirections as browsers export them, hop by hop, against those of our own recordings.
struct ForeignRedirectionsTests {
  private func entry(
    _ url: String, _ status: Int, to location: String? = nil, _ text: String = "",
    method: String = "GET"
  ) -> String {
    let fields = location.map { #"{"name":"location","value":"\#($0)"}"# } ?? ""
    return """
      {"startedDateTime":"2026-01-02T03:04:05.678Z","time":1,
       "request":{"method":"\(method)","url":"https://api.test\(url)","httpVersion":"h2","headers":[],
        "queryString":[],"cookies":[],"headersSize":-1,"bodySize":0},
       "response":{"status":\(status),"statusText":"","httpVersion":"h2","cookies":[],
        "headers":[\(fields)],"redirectURL":"\(location ?? "")","headersSize":-1,"bodySize":-1,
        "content":{"size":\(text.utf8.count),"mimeType":"text/plain","text":"\(text)"}},
       "cache":{},"timings":{"send":0,"wait":1,"receive":0}}
      """
  }

  private func folder(_ entries: [String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let har = #"{"log":{"version":"1.2","creator":{"name":"a browser","version":"1"},"entries":["#
    try folder.write((har + entries.joined(separator: ",") + "]}}").utf8, to: "it.har")
    return folder
  }

  private func seen(
    _ file: URL, _ targets: [Probe], options: CassetteOptions = .init(),
    reports: Reports = Reports()
  ) async throws -> [Seen] {
    let provider = ReplayProvider<Probe>(
      run: CassetteRun(
        .file(file), mode: .replay, options: options, sourceFile: #filePath, environment: [:],
        reporter: reports.reporter))
    var seen: [Seen] = []
    for target in targets { seen.append(await provider.seen(target)) }
    return seen
  }

  @Test func aChainEndsAtItsLastURL() async throws {
    let folder = try folder([
      entry("/start", 302, to: "echo?from=302#top"), entry("/echo?from=302", 307, to: "/end"),
      entry("/end", 200, "the end"),
    ])
    for file in ["it.har", "imported.har.gz"] {
      if file != "it.har" {
        _ = try CassetteImport(contentsOf: folder.file("it.har")).save(to: folder.file(file))
      }
      let reports = Reports()
      let seen = try await seen(
        folder.file(file), [Probe(.get, "/start"), Probe(.get, "/end")], reports: reports)
      #expect(seen[0].summary == "200 the end", "\(file)")
      #expect(seen[0].url == "https://api.test/end#top")
      // All hops count as used.
      #expect(seen[1].isMiss)
      #expect(reports.text.contains("recorded 1 time, all used (1 of 1)"))
    }
  }

  @Test func faultsAreOnTheCallAndNotOnEachHop() async throws {
    let folder = try folder([
      entry("/start", 302, to: "/end"), entry("/end", 200, "the end"), entry("/next", 200, "x"),
    ])
    let file = folder.file("it.har")
    for index in 0..<2 {
      let faulty = try await seen(
        file, [Probe(.get, "/start"), Probe(.get, "/next")],
        options: .init(faults: [FaultRule(.status(503), at: index)]))
      #expect(faulty.map(\.status) == [503, 200], "\(index)")
    }
    let report = try await Faults([.timedOut, .status(503)]).check(cassette: .file(file)) {
      _ = await ReplayProvider<Probe>().seen(Probe(.get, "/start"))
    }
    #expect(report.passes, "\(report)")
    #expect(report.combinations.map(\.index) == [1, 1])
  }

  @Test func methodsAfterEachStatus() async throws {
    let folder = try folder(
      [301, 302, 303, 307, 308].flatMap { status in
        [
          entry("/r\(status)", status, to: "/echo\(status)", method: "POST"),
          entry("/echo\(status)", 200, "GET"),
          entry("/echo\(status)", 200, "POST", method: "POST"),
        ]
      })
    let seen = try await seen(
      folder.file("it.har"), [301, 302, 303, 307, 308].map { Probe(.post, "/r\($0)") })
    #expect(seen.map(\.text) == ["GET", "GET", "GET", "POST", "POST"])
  }

  @Test func aCircleFailsAsItDoesLive() async throws {
    let folder = try folder([entry("/loop", 302, to: "/loop")])
    for repeats in [RepeatPolicy.never, .repeatLast] {
      let reports = Reports()
      let seen = try await seen(
        folder.file("it.har"), [Probe(.get, "/loop")], options: .init(repeats: repeats),
        reports: reports)
      #expect(seen[0].error == "task NSURLErrorDomain -1007")
      #expect(reports.text.isEmpty)
    }
  }

  @Test func whatIsNotRecordedOrNotWantedIsNotFollowed() async throws {
    let folder = try folder([
      entry("/out", 302, to: "https://b.example.com/x", "moved"),
      entry("/m", 300, to: "/echo", "abc"),
      entry("/r", 302, to: "/echo", "moved"), entry("/n", 302, "abc"), entry("/echo", 200, "echo"),
    ])
    let seen = try await seen(
      folder.file("it.har"), [Probe(.get, "/out"), Probe(.get, "/m"), Probe(.get, "/n")])
    #expect(seen.map(\.summary) == ["302 moved", "300 abc", "302 abc"])
    let off = try await self.seen(
      folder.file("it.har"), [Probe(.get, "/r"), Probe(.get, "/echo")],
      options: .init(followsRedirections: false))
    #expect(off.map(\.summary) == ["302 moved", "200 echo"])
    #expect(off[0]["location"] == "/echo")
  }

  @Test("RD-03: of a client that does not follow, also where the other place is recorded")
  func aRedirectionOfOurOwnRecordingStaysTheAnswer() async throws {
    let studio = try Studio { request in
      request.path == "/r"
        ? Reply(302, fields: [("Location", "/echo")], text: "moved") : Reply(text: "echo")
    }
    let session = Session(
      configuration: .ephemeral, startRequestsImmediately: false,
      redirectHandler: Redirector.doNotFollow)
    let calls = [Probe(.get, "/r"), Probe(.get, "/echo")]
    let live = try await studio.calls(calls, studio.provider(session: session))
    #expect(live.map(\.summary) == ["302 moved", "200 echo"])
    #expect(studio.server.requestCount == 2)
    studio.server.stop()
    #expect(try await studio.replay(calls) == live)
  }

  @Test func originsAreThoseOfTheProgram() async throws {
    let folder = try folder([
      entry("/start", 302, to: "https://api.test/end"), entry("/end", 200, "end"),
    ])
    let studio = try Studio { _ in Reply(500) }
    let provider = ReplayProvider<Probe>(
      run: CassetteRun(
        .file(folder.file("it.har")), mode: .replay, options: studio.options,
        sourceFile: #filePath, environment: [:], reporter: Reports().reporter),
      endpointClosure: { studio.live($0) })
    let seen = await provider.seen(Probe(.get, "/start"))
    #expect(seen.summary == "200 end")
    #expect(seen.url == studio.server.url("/end").absoluteString)
  }
}

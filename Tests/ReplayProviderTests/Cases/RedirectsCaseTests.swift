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

/// Redirections are the transport's; what comes of them is recorded under what the caller asked.
struct RedirectsCaseTests {
  @Test("RD-01: followed redirect, relative Location") func aRelativeLocation() async throws {
    let studio = try Studio { request in
      request.path == "/start"
        ? Reply(302, fields: [("Location", "echo?from=302#top")])
        : Reply(text: "end")
    }
    let live = try await studio.parity([Probe(.get, "/start")])
    #expect(live[0].summary == "200 end")
    let url = try #require(live[0].url.flatMap { URLComponents(string: $0) })
    #expect(url.path == "/echo" && url.query == "from=302")
    // The hop itself is no call of the caller's: asking for it is a miss.
    #expect(try await studio.replay([Probe(.get, url: "https://api.test/echo?from=302")])[0].isMiss)
    #expect(try !studio.text().contains("\(studio.server.port)"))
  }

  @Test("RD-02: method and body after each code") func methodAndContentAfterEachCode() async throws
  {
    let studio = try Studio { request in
      if let code = Int(request.path.dropFirst(2)) {
        return Reply(code, fields: [("Location", "/echo")])
      }
      return Reply(text: "\(request.method) \(request.body.count)")
    }
    let live = try await studio.parity(
      [301, 302, 303, 307, 308].map {
        Probe(.post, "/r\($0)", "application/x-www-form-urlencoded", "k=v")
      })
    #if UpstreamMoya && canImport(FoundationNetworking)
    // Alamofire leaves redirections to FoundationNetworking, which loses the content after 307 and 308.
    let repeated = "POST 0"
    #else
    let repeated = "POST 3"
    #endif
    #expect(live.map(\.text) == ["GET 0", "GET 0", "GET 0", repeated, repeated])
    #expect(try studio.interactions().map(\.request.method) == Array(repeating: "POST", count: 5))
  }

  @Test("RD-03: redirects that are not followed") func thoseThatAreNotFollowed() async throws {
    let studio = try Studio { request in
      switch request.path {
      case "/m": Reply(300, fields: [("Location", "/echo")], text: "abc")
      case "/loop": Reply(302, fields: [("Location", "/loop")])
      case "/n": Reply(302, text: "abc")
      default: Reply(500)
      }
    }
    let live = try await studio.parity([
      Probe(.get, "/m"), Probe(.get, "/loop"), Probe(.get, "/n"),
    ])
    #expect(live[0].summary == "300 abc")
    #expect(live[1].error == "task NSURLErrorDomain -1007")
    #expect(live[2].status == 302)
  }

  @Test("RD-03: redirects that the client was told not to follow")
  func thoseThatTheClientDoesNotFollow() async throws {
    let studio = try Studio { _ in
      Reply(302, fields: [("Location", "https://b.example.com/x")], text: "moved")
    }
    func session() -> Session {
      Session(
        configuration: .ephemeral, startRequestsImmediately: false,
        redirectHandler: Redirector.doNotFollow)
    }
    let live = try await studio.calls(
      [Probe(.get, "/r")], studio.provider(session: session()))
    #expect(live[0].summary == "302 moved")
    #expect(live[0]["location"] == "https://b.example.com/x")
    #expect(live[0].url == studio.server.url("/r").absoluteString)
    #expect(studio.server.requestCount == 1)
    studio.server.stop()
    let seen = try await studio.calls(
      [Probe(.get, "/r")], studio.provider(.replay, session: session()))
    #expect(seen == live)
    // The recording is of one answer: a client that follows gets it too.
    #expect(try await studio.replay([Probe(.get, "/r")]) == live)
  }

  @Test("RD-03: a recorded redirection is the result") func aRecordedRedirectionIsTheResult()
    async throws
  {
    let studio = try Studio { _ in Reply(500) }
    try studio.write([
      Cassette.Interaction(
        request: .init(url: "https://api.test/r"),
        outcome: .response(
          .init(
            status: 302, headerFields: ["Location": "https://b.example.com/x"],
            body: .bytes(Data("moved".utf8)))))
    ])
    let seen = try await studio.replay([Probe(.get, "/r")])
    #expect(seen[0].summary == "302 moved")
    #expect(seen[0]["location"] == "https://b.example.com/x")
    #expect(studio.server.acceptCount == 0)
  }

  @Test("RD-01: to another server of two") func toAnotherServerOfTwo() async throws {
    let other = try LoopbackServer { _ in Reply(text: "other") }
    let studio = try Studio { [url = other.url("/there?token=SENT-5555").absoluteString] _ in
      Reply(302, fields: [("Location", url)])
    }
    var options = studio.options
    options.origins["https://other.test"] = other.baseURL
    let live = try await studio.record([Probe(.get, "/start")], options: options)
    let seen = try await studio.replay([Probe(.get, "/start")], options: options)
    #expect(seen[0].text == "other")
    #expect(live[0].text == "other")
    #expect(try studio.text().contains("https://other.test/there?token="))
    try studio.expectNoLeak(of: ["SENT-5555", "\(other.port)"])
  }
}

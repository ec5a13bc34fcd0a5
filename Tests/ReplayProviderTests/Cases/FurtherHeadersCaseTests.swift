import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// More of the kinds of HD, RD and ST: header fields as servers really send them, and statuses.
struct FurtherHeadersCaseTests {
  /// A reply whose head is just those lines.
  private func raw(_ lines: [String], _ body: String = "ok") -> Reply {
    .raw(
      text: (["HTTP/1.1 200 OK"] + lines + ["Content-Length: \(body.utf8.count)", "", body])
        .joined(separator: "\r\n"))
  }

  @Test("HD-02: blanks around values, none after the colon, and very many fields")
  func oddLines() async throws {
    let studio = try Studio { request in
      switch request.path {
      case "/blanks": raw(["X-A:  both  ", "X-B:\tc\t", "X-D: "])
      case "/tight": raw(["X-C:", "X-E:none"])
      case "/many": raw((0..<300).map { "X-\($0): \($0)" })
      case "/same": raw(["X-A: 1", "X-B: b", "X-A: 2", "x-a: 3", "X-A: "])
      case "/reason": .raw(text: "HTTP/1.1 200 \r\nX-A: 1\r\nContent-Length: 2\r\n\r\nok")
      default: raw(["X-A: one\r\n two"])
      }
    }
    let live = try await studio.parity(
      ["/blanks", "/many", "/same", "/reason", "/folded", "/tight"].map { Probe(.get, $0) })
    #expect(live[0]["x-d"] == "", "\(live[0])")
    #expect(live[1].fields.count == 301)
    #expect(live[2].fields.contains("x-a: 3"))
    #expect(live[3].summary == "200 ok" && live[3]["x-a"] == "1")
  }

  @Test("HD-02: a value of eight bits, and names that are no names")
  func brokenLines() async throws {
    let eight = Array("HTTP/1.1 200 OK\r\nX-A: ".utf8) + [0xC3, 0xA9]
    let latin = Array("HTTP/1.1 200 OK\r\nX-A: ".utf8) + [0xE9]
    let end = Array("\r\nContent-Length: 0\r\n\r\n".utf8)
    let studio = try Studio { request in
      switch request.path {
      case "/eight": .raw(eight + end)
      case "/latin": .raw(latin + end)
      case "/colon": raw(["no colon at all", "X-A: 1"])
      case "/space": raw(["X A: 1", "X-B : 2", "X-C: 3"])
      default: raw([": nameless", "X-A: 1"])
      }
    }
    let live = try await studio.parity(
      ["/eight", "/latin", "/colon", "/space", "/nameless"].map { Probe(.get, $0) })
    #expect(live[0]["x-a"] == "\u{E9}")
    #if os(Linux)
    #expect(live[1].error == "task NSURLErrorDomain -1")
    #endif
  }

  @Test("HD-01: many cookies, one without a value, with commas and quotes in them")
  func oddCookies() async throws {
    let studio = try Studio { _ in
      raw([
        "Set-Cookie: a=\"x, y\"; Path=/", "Set-Cookie: b=; Max-Age=0",
        "Set-Cookie: c=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Lax",
      ])
    }
    var options = studio.options
    options.redacting = .unsafelyRecordingSecrets
    let live = try await studio.parity([Probe(.get, "/c")], options: options)
    let cookies = live[0].fields.filter { $0.hasPrefix("set-cookie") }.joined()
    for part in ["a=\"x, y\"; Path=/", "b=; Max-Age=0", "c=1; Expires=Thu, 01 Jan 1970"] {
      #expect(cookies.contains(part))
    }
  }

  @Test("RD-01: to itself with a query, by way of others, and to an empty place")
  func windingRedirections() async throws {
    let studio = try Studio { request in
      switch request.target {
      case "/a": Reply(301, fields: [("Location", "/b?x=1&y=%2F")])
      case "/b?x=1&y=%2F": Reply(303, fields: [("location", "?x=2")])
      case "/b?x=2": Reply(307, fields: [("Location", "./c/../d#there")])
      case "/bad": Reply(302, fields: [("Location", "http://")], text: "nowhere")
      default: Reply(text: "\(request.method) \(request.target)")
      }
    }
    let live = try await studio.parity(
      [Probe(.post, "/a", "text/plain", "k"), Probe(.get, "/bad")])
    #expect(live[0].text == "GET /d")
    #expect(live[0].url.flatMap { URL(string: $0) }?.path == "/d")
  }

  @Test("ST-01: statuses that targets take, live and replayed")
  func validatedStatuses() async throws {
    let studio = try Studio { Reply(Int($0.path.dropFirst()) ?? 500, text: $0.path) }
    let statuses = [200, 299, 300, 304, 399, 400, 404, 418, 499, 500, 599]
    let types = [
      ValidationType.none, .successCodes, .successAndRedirectCodes, .customCodes([404]),
      .customCodes([]),
    ]
    let targets = statuses.flatMap { status in
      types.map { Probe(.get, "/\(status)", validationType: $0) }
    }
    let live = try await studio.record(targets)
    studio.server.stop()
    #expect(try await studio.replay(targets) == live)
    let taken = types.map { type in
      zip(targets, live).filter { $0.0.validationType == type && $0.1.error == nil }.count
    }
    #expect(taken == [11, 2, 5, 1, 11])
    #expect(live.allSatisfy { $0.status != nil })
  }
}

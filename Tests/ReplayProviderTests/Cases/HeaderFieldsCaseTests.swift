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

/// Header fields of responses: duplicates, spellings, odd values.
struct HeaderFieldsCaseTests {
  private let cookies = [
    "a=1; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2; Path=/; HttpOnly",
  ]

  @Test("HD-01: two cookies survive the transport's folding")
  func twoCookiesSurviveTheTransportsFolding() async throws {
    let studio = try Studio { [cookies] _ in
      Reply(fields: cookies.map { ("Set-Cookie", $0) }, body: Array("ok".utf8))
    }
    var options = studio.options
    options.redacting = .unsafelyRecordingSecrets
    try await studio.parity([Probe(.get, "/c")], options: options)
    let response = try await studio.provider(.replay, options: options).request(Probe(.get, "/c"))
    let fields = try #require(response.response?.allHeaderFields as? [String: String])
    let read = HTTPCookie.cookies(
      withResponseHeaderFields: fields, for: URL(string: "https://api.test/")!)
    #expect(Set(read.map { "\($0.name)=\($0.value)" }) == ["a=1", "b=2"])
  }

  @Test("HD-01: cookies known apart stay apart") func cookiesKnownApartStayApart() async throws {
    let studio = try Studio { _ in Reply() }
    try studio.write([
      Cassette.Interaction(
        request: .init(url: "https://api.test/c"),
        outcome: .response(
          .init(
            status: 200,
            headerFields: .init(cookies.map { .init(name: "Set-Cookie", value: $0) }),
            body: .bytes(Data("ok".utf8)))))
    ])
    #expect(
      try studio.interactions()[0].outcome.response?.headerFields.values(of: "set-cookie")
        == cookies)
    let response = try await studio.provider(.replay).request(Probe(.get, "/c"))
    let fields = try #require(response.response?.allHeaderFields as? [String: String])
    let read = HTTPCookie.cookies(
      withResponseHeaderFields: fields, for: URL(string: "https://api.test/")!)
    #expect(Set(read.map { "\($0.name)=\($0.value)" }) == ["a=1", "b=2"])
  }

  @Test("HD-02: one name in two spellings") func oneNameInTwoSpellings() async throws {
    let studio = try Studio { _ in
      Reply(
        fields: [
          ("X-A", "1"), ("x-a", "2"), ("Via", "1.1 p1"), ("Via", "1.1 p2"), ("ETag", "\"x\""),
        ], body: Array("ok".utf8))
    }
    let live = try await studio.parity([Probe(.get, "/d")])
    #expect(live[0].fields.filter { $0.hasPrefix("x-a: ") } == ["x-a: 1", "x-a: 2"])
    #expect(live[0]["via"] == "1.1 p1, 1.1 p2")
    let response = try await studio.provider(.replay).request(Probe(.get, "/d"))
    for name in ["etag", "ETag", "ETAG"] {
      #expect(response.response?.value(forHTTPHeaderField: name) == "\"x\"")
    }
    #expect(
      try studio.interactions()[0].outcome.response?.headerFields.values(of: "x-a") == ["1", "2"])
    let copy = studio.folder.file("copy.har.gz")
    _ = try Cassette(interactions: try studio.interactions()).save(to: copy)
    #expect(try Zcat.text(of: copy) == studio.text())
  }

  @Test("HD-02: odd values") func oddValues() async throws {
    let studio = try Studio { _ in
      Reply(
        fields: [
          ("X-Empty", ""), ("X-Text", "caf\u{E9} \u{1F600}"), ("X-Quoted", "\"a, b\"; c=\"\\\"\""),
          ("X-Long", String(repeating: "a", count: 20_000)), ("Date", "not a date"),
          ("X-Colon", ": : :"), ("X-Tab", "a\tb"),
        ], body: Array("ok".utf8))
    }
    let live = try await studio.parity([Probe(.get, "/v")])
    #expect(live[0]["x-empty"] == "")
    #expect(live[0]["x-text"] == "caf\u{E9} \u{1F600}")
    #expect(live[0]["x-long"]?.utf8.count == 20_000)
  }

  @Test("HD-02: odd fields of requests") func oddFieldsOfRequests() async throws {
    let studio = try Studio { request in
      Reply(
        text: ["X-Empty", "X-Text", "Host", "User-Agent"].map {
          "\($0)=\(request.value(of: $0) ?? "none")"
        }.joined(separator: ";"))
    }
    let target = Probe(
      .get, "/r",
      headers: [
        "X-Empty": "", "X-Text": "caf\u{E9}", "Host": "other.test", "User-Agent": "probe/1",
      ])
    let live = try await studio.parity([target])
    #expect(live[0].text.contains("Host=other.test;User-Agent=probe/1"))
    let fields = try studio.interactions()[0].request.headerFields
    #expect(fields["x-empty"] == "" && fields["x-text"] == "caf\u{E9}")
  }
}

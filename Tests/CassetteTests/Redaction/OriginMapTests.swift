import Foundation
import Testing

@testable import Cassette

struct OriginMapTests {
  private func map(_ origins: [String: String]) throws -> OriginMap {
    try OriginMap(origins.mapValues { try #require(URL(string: $0)) })
  }

  @Test(arguments: [
    ("http://127.0.0.1:4321/a?b#c", "https://api.test/a?b#c"),
    ("HTTP://127.0.0.1:4321", "https://api.test"),
    ("http://u:p@127.0.0.1:4321/", "https://u:p@api.test/"),
    ("http://127.0.0.1:43210/", "http://127.0.0.1:43210/"),
    ("https://127.0.0.1:4321/", "https://127.0.0.1:4321/"),
    ("https://STAGING.example.com:443/x", "http://prod.test:8080/x"),
    ("https://staging.example.com/x", "http://prod.test:8080/x"),
    ("https://staging.example.com:/x", "http://prod.test:8080/x"),
    ("https://staging.example.com.evil/x", "https://staging.example.com.evil/x"),
    ("http://[::1]:80/", "http://six.test/"), ("http://[::1]/", "http://six.test/"),
    ("/relative", "/relative"), ("", ""), ("http://", "http://"),
    ("http://127.0.0.1:99999999999999999999/", "http://127.0.0.1:99999999999999999999/"),
  ])
  func renamesOriginsOfURLs(live: String, canonical: String) throws {
    let map = try map([
      "https://api.test": "http://127.0.0.1:4321/base/path",
      "http://Prod.test:8080/": "https://staging.example.com", "http://six.test": "http://[::1]",
    ])
    #expect(map.canonical(url: live) == canonical)
    #expect(map.live(url: map.canonical(url: canonical)) == map.live(url: canonical))
  }

  @Test func renamesFieldsAndErrors() throws {
    let map = try map(["https://api.test": "http://127.0.0.1:4321"])
    let request = Cassette.Request(
      url: "http://127.0.0.1:4321/a",
      headerFields: [
        "Host": "127.0.0.1:4321", "Origin": "http://127.0.0.1:4321",
        "Referer": "http://127.0.0.1:4321/r", "X-Other": "http://127.0.0.1:4321/",
      ], body: Redacting.json("http://127.0.0.1:4321/"))
    let response = Cassette.Response(
      status: 302,
      headerFields: [
        "location": "http://127.0.0.1:4321/next", "Content-Location": "/rel",
        "Link": "<http://127.0.0.1:4321/2>; rel=next, <http://h/>",
      ], finalURL: "http://127.0.0.1:4321/final")
    let text =
      "Failed to connect to 127.0.0.1 port 4321 after 0 ms; 127.0.0.1:4321, 127.0.0.1:43210, "
      + "(http://127.0.0.1:4321/a?b=1), 1127.0.0.1:4321 http://127.0.0.1:4321."
    let live = Cassette.Interaction(
      request: request, built: request,
      outcome: .failure(Cassette.Failure(domain: "d", code: -1004, text: text), response),
      attempts: [Cassette.Attempt(request: request, outcome: .response(response))])
    let recorded = map.canonical(live)
    #expect(recorded.request == map.canonical(request))
    #expect(recorded.built == recorded.request && recorded.attempts[0].request == recorded.request)
    #expect(recorded.request.url == "https://api.test/a")
    #expect(
      recorded.request.headerFields == [
        "Host": "api.test", "Origin": "https://api.test", "Referer": "https://api.test/r",
        "X-Other": "http://127.0.0.1:4321/",
      ])
    #expect(recorded.request.body == request.body)
    let answer = recorded.outcome.response
    #expect(answer?.finalURL == "https://api.test/final")
    #expect(
      answer?.headerFields == [
        "location": "https://api.test/next", "Content-Location": "/rel",
        "Link": "<https://api.test/2>; rel=next, <http://h/>",
      ])
    #expect(
      recorded.outcome.failure?.text
        == "Failed to connect to api.test port 443 after 0 ms; api.test:443, 127.0.0.1:43210, "
        + "(https://api.test/a?b=1), 1127.0.0.1:4321 https://api.test.")
    #expect(map.live(recorded.outcome) == live.outcome)
    #expect(OriginMap().canonical(live) == live)
  }

  @Test(arguments: [
    (
      ["api.test": "http://h"],
      "origins: \"api.test\" is not an origin; write scheme, host and port only, such as "
        + "\"https://api.test\""
    ),
    (
      ["https://api.test/v1": "http://h"],
      "origins: \"https://api.test/v1\" is not an origin; write scheme, host and port only, such "
        + "as \"https://api.test\""
    ),
    (
      ["https://api.test": "/p?token=abc"],
      "origins: the live URL \"/p?token=[redacted:token]\" of \"https://api.test\" has no scheme "
        + "or no host; give an absolute URL, such as http://127.0.0.1:8080"
    ),
    (
      ["https://a.test": "http://h", "https://b.test": "http://H:80/x"],
      "origins: \"https://a.test\" and \"https://b.test\" all stand for http://h; keep one of them"
    ),
    (
      ["https://a.test": "http://h", "https://A.test:443": "http://i"],
      "origins: \"https://A.test:443\" and \"https://a.test\" are the same origin; keep one of them"
    ),
  ])
  func refuses(origins: [String: String], message: String) {
    #expect { try map(origins) } throws: { "\($0)" == message }
  }
}

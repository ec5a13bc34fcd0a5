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

/// Which spellings of a URL are the same URL.
struct URLMatchingCaseTests {
  private let base = "https://api.test"

  private func get(_ rest: String) -> Probe { Probe(.get, url: base + rest) }

  /// Records through a transport that is told what to answer, so that any host will do.
  private func script(_ answers: [(url: String, text: String)], _ studio: Studio) async throws {
    let run = studio.run(options: CassetteOptions())
    for (url, text) in answers {
      let provider = MoyaProvider<Probe>(
        endpointClosure: { target in
          let endpoint = MoyaProvider<Probe>.defaultEndpointMapping(for: target)
          let response = HTTPURLResponse(
            url: target.baseURL, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: [:])!
          return Endpoint(
            url: endpoint.url,
            sampleResponseClosure: { .response(response, Data(text.utf8)) },
            method: endpoint.method, task: endpoint.task, httpHeaderFields: nil)
        },
        stubClosure: { _ in .immediate }, plugins: [run.recorder])
      _ = try await provider.request(Probe(.get, url: url))
    }
    try await run.finish()
  }

  @Test("UR-01: order of different keys, order of the same key") func orderOfKeys() async throws {
    let studio = try Studio { request in
      Reply(text: request.query == "a=1&b=2&t=x&t=y" ? "R1" : "R2")
    }
    try await studio.record([get("/q?a=1&b=2&t=x&t=y"), get("/q?a=1&b=2&t=y&t=x")])
    let seen = try await studio.replay([get("/q?t=x&b=2&t=y&a=1"), get("/q?b=2&t=y&a=1&t=x")])
    #expect(seen.map(\.text) == ["R1", "R2"])
  }

  @Test("UR-02: empty value, no value, no key") func emptyNoneAndAbsent() async throws {
    let answers = ["a=b": "none", "a=b&flag=": "empty", "a=b&flag=1": "one"]
    let studio = try Studio { Reply(text: answers[$0.query ?? ""] ?? "?") }
    try await studio.record([get("/f?a=b"), get("/f?a=b&flag="), get("/f?a=b&flag=1")])
    let seen = try await studio.replay([
      get("/f?a=b&flag=1"), get("/f?a=b&flag="), get("/f?a=b"),
    ])
    #expect(seen.map(\.text) == ["one", "empty", "none"])
    let alone = try Studio { Reply(text: answers[$0.query ?? ""] ?? "?") }
    try await alone.record([get("/f?a=b")])
    for asked in ["/f?a=b&flag=", "/f?a=b&flag"] {
      #expect(try await alone.replay([get(asked)])[0].isMiss, "\(asked)")
    }
  }

  @Test(
    "UR-03: equivalent and other spellings",
    arguments: [
      ("/p?q=%2bA", "/p?q=%2BA", true), ("/p?q=%7Eu", "/p?q=~u", true),
      ("/p?t[]=1", "/p?t%5B%5D=1", true), ("/v1/a/../b", "/v1/b", true),
      ("/p?q=a%2Bb", "/p?q=a+b", false), ("/a%2Fb", "/a/b", false), ("/p?q=A", "/p?q=a", false),
      ("/P", "/p", false), ("/p?q=a&q=b", "/p?q=b&q=a", false), ("/p?q=a", "/p?q=a&q=a", false),
      ("/p//x", "/p/x", false), ("/p/", "/p", false), ("/p?a=1&b=2", "/p?a=1%26b=2", false),
      ("/%70", "/p", true), ("/p;v=1", "/p%3Bv=1", false), ("/é", "/%C3%A9", true),
      ("/p?q=\u{E9}", "/p?q=e\u{301}", false), ("/p#a", "/p#b", true), ("/p#a", "/p", true),
      ("?a=1", "/?a=1", true), ("", "/", true), ("/", "/?", false),
      ("/a/%2E%2e/p", "/p", true), ("/a/%2e/p", "/a/p", true), ("/a/..%2Fp", "/p", false),
      ("/p?q=%e9", "/p?q=%E9", true), ("/p?%61=1", "/p?a=1", true), ("/p?a=..", "/p?a=%2E.", true),
      ("/p?a=1&&b=2", "/p?a=1&b=2", false), ("/p%00", "/p", false), ("/~a", "/%7ea", true),
      ("/p?a=1#f", "/p?a=1", true), ("/p?a=b=c", "/p?a=b%3Dc", false), ("/./p", "/p", true),
    ])
  func spellings(recorded: String, asked: String, isHit: Bool) async throws {
    let studio = try Studio { _ in Reply(text: "x") }
    try await studio.record([get(recorded)])
    let seen = try await studio.replay([get(recorded), get(asked)])
    #expect(seen[0].summary == "200 x")
    #expect(seen[1].isMiss)
    let alone = try await studio.replay([get(asked)])
    #expect(alone[0].isMiss == !isHit)
    if isHit { #expect(alone[0].summary == "200 x") }
  }

  /// Documented in `RequestMatcher`: an empty query is none, and a plus is no space in a URL.
  @Test("UR-03: debatable spellings") func debatableSpellings() async throws {
    let studio = try Studio { _ in Reply(text: "x") }
    try await studio.record([get("/p?"), get("/s?q=a%20b")])
    let seen = try await studio.replay([get("/p"), get("/s?q=a+b")])
    #expect(seen.map(\.isMiss) == [true, true])
  }

  @Test("UR-04: authority, default port, empty path, fragment") func authorityPortAndFragment()
    async throws
  {
    let studio = try Studio { _ in Reply() }
    try await script(
      [
        ("http://EXAMPLE.com:80", "A"), ("http://example.com:8080/", "B"),
        ("https://example.com/", "C"), ("http://example.com/d#one", "D"),
        ("http://example.com/d#one", "D"),
      ], studio)
    func replay(_ urls: [String], _ options: CassetteOptions, _ reports: Reports) async throws
      -> [Seen]
    {
      let provider = ReplayProvider<Probe>(
        run: studio.run(.replay, options: options, reporter: reports.reporter))
      var seen: [Seen] = []
      for url in urls { seen.append(await provider.seen(Probe(.get, url: url))) }
      return seen
    }
    let reports = Reports()
    let seen = try await replay(
      [
        "http://example.com/", "http://example.com:8080", "https://example.com:443/",
        "http://example.com/d#two", "http://example.com/d", "http://example.com:8081/",
      ], CassetteOptions(), reports)
    #expect(seen.prefix(5).map(\.text) == ["A", "B", "C", "D", "D"])
    #expect(seen[5].isMiss)
    #expect(reports.failures.count == 1)
    #expect(reports.text.contains("8081") && reports.text.contains("8080"))
    let free = try await replay(
      ["http://example.com:8081/", "http://example.com:8081/"],
      CassetteOptions(matching: .default.removing(.port)), Reports())
    #expect(free.map(\.text) == ["A", "B"])
  }

  @Test("UR-04: Unicode hosts, credentials and long URLs") func unicodeHostsCredentialsAndLongURLs()
    async throws
  {
    let studio = try Studio { _ in Reply() }
    let long = "http://example.com/l?q=" + String(repeating: "a%20", count: 20_000)
    let urls = [
      "http://m\u{FC}nchen.example.com/u", "http://user:pa%20ss@example.com/c", long,
      "http://example.com/a%00b", "http://example.com:0/", "http://example.com./dot",
      "http://[FE80::1]:8080/six",
    ]
    var options = CassetteOptions()
    options.redacting = .unsafelyRecordingSecrets
    try await script(urls.enumerated().map { ($1, "\($0)") }, studio)
    let provider = ReplayProvider<Probe>(run: studio.run(.replay, options: options))
    for (index, url) in urls.enumerated().reversed() {
      #expect(await provider.seen(Probe(.get, url: url)).text == "\(index)", "\(url.prefix(60))")
    }
    try studio.expectNoLeak(of: ["pa%20ss", "pa ss"])
    let six = ReplayProvider<Probe>(
      run: studio.run(.replay, options: options, reporter: Reports().reporter))
    // An address in other words is another text, and nothing is asked of a resolver.
    #expect(await six.seen(Probe(.get, url: "http://[fe80:0::1]:8080/six")).isMiss)
    #expect(await six.seen(Probe(.get, url: "http://[fe80::1]:8080/six")).text == "6")
    let other = ReplayProvider<Probe>(
      run: studio.run(.replay, options: options, reporter: Reports().reporter))
    #expect(await other.seen(Probe(.get, url: "http://example.com/c")).isMiss)
    #expect(await other.seen(Probe(.get, url: long + "b")).isMiss)
  }
}

import Foundation
import TestSupport
import Testing

@testable import Cassette

struct OrderReportTests {
  private func entry(_ url: String, password: String? = nil) -> Cassette.Interaction {
    Cassette.Interaction(
      request: .init(
        method: password == nil ? "GET" : "POST", url: "https://h" + url,
        headerFields: ["Content-Type": "application/json"],
        body: Cassette.Body(password.map { Data(#"{"n":1,"password":"\#($0)"}"#.utf8) })),
      outcome: .response(.init(status: 200)),
      redactions: password.map { [.init(place: "request.body.json/password", placeholder: $0)] }
        ?? [])
  }

  private func report(
    _ entries: [Cassette.Interaction], _ asked: Cassette.Request, used: [String] = []
  ) throws -> String {
    let playback = Playback(
      cassette: Cassette(interactions: entries), matching: .default, repeats: .never,
      order: .recorded)
    for url in used { try playback.reserve(.init(url: "https://h" + url))?.deliver() }
    let due = try #require(try playback.due(for: MatchSubject(asked)))
    return try OrderReport(
      .init(
        asked: MatchSubject(asked), due: due, playback: playback, cassette: "c.har.gz",
        mode: "once"),
      redact: { RedactionRules.default.redactedForDisplay($0) }
    ).text
  }

  @Test func saysWhatIsDueAndWhereTheOtherOneLies() throws {
    let entries = ["/a", "/b", "/c", "/b"].map { entry($0) }
    #expect(
      try report(entries, .init(url: "https://h/b"))
        == """
        GET https://h/b is not due yet in c.har.gz (mode once): entry 0, GET https://h/a, is

        they differ in path: sent "/b", recorded "/a"
        what was sent is recorded later: entries 1, 3
        to let different requests come in any order: options: .init(order: .any)
        """)
    #expect(
      try report(entries, .init(url: "https://h/a"), used: ["/a"]).contains(
        "\nwhat was sent was recorded, and is used: entry 0\n"))
    #expect(
      try report(entries, .init(method: "PUT", url: "https://h/x")).contains(
        """

        they differ in method: sent PUT, recorded GET; in path: sent "/x", recorded "/a"
        what was sent is not recorded

        """))
    let many = [entry("/a")] + (0..<9).map { _ in entry("/b") }
    #expect(
      try report(many, .init(url: "https://h/b")).contains(
        "recorded later: entries 1, 2, 3, 4, 5 and more\n"))
  }

  @Test func holdsNoSecrets() throws {
    let entries = [
      entry("/login?mine=x", password: "[redacted:password:1]"),
      entry("/login?mine=y", password: "[redacted:password:2]"),
    ]
    let text = try report(
      entries,
      .init(
        method: "POST", url: "https://SENT-user:SENT-pass@h/login?mine=y&api_key=SENT-key",
        body: .bytes(Data(#"{"n":2,"password":"SENT-password"}"#.utf8))))
    #expect(!text.contains("SENT"))
    #expect(text.contains("at $.n: sent \"2\"") || text.contains("body at $.n: sent 2"))
  }

  @Test func staysShortAndPlain() throws {
    let long = "/" + String(repeating: "\u{e9}x", count: 3_000)
    let text = try report([entry(long)], .init(url: "https://h/b?" + long))
    #expect(text.utf8.count <= 4_096)
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
  }
}

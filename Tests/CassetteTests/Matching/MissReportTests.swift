import Foundation
import Testing

@testable import Cassette

/// The cases RP-02 (A) and SE-03's texts.
struct MissReportTests {
  private func report(
    _ asked: Cassette.Request, _ interactions: [Cassette.Interaction],
    matcher: RequestMatcher = .default, usedUp: [Int] = [], used: [Int: Int] = [:],
    hints: [String] = [], next: String? = nil,
    redact: (Cassette.Interaction) -> Cassette.Interaction = { $0 }
  ) -> MissReport {
    MissReport(
      MissReport.Input(
        asked: asked, matcher: matcher, cassette: "Cassettes/octocat.har.gz", mode: "once",
        entryCount: interactions.count, nearby: Array(interactions.indices),
        usedUp: .init(indices: usedUp), hints: hints, nextAction: next),
      useCount: { used[$0] ?? 0 }, interaction: { interactions[$0] }, redact: redact)
  }

  private let pages = [
    Fixture.recorded(Fixture.post(#"{"n":1}"#, "application/json", "https://api.test/u")),
    Fixture.recorded(Fixture.get("https://api.test/u?page=1")),
    Fixture.recorded(Fixture.get("https://api.test/u?page=2")),
  ]

  @Test func namesTheNearestAndWhatDiffers() {
    let report = report(
      Fixture.get("https://api.test/u?page=3"), pages, used: [2: 1],
      next: "To record it, run: CASSETTE_MODE=append swift test")
    #expect(
      report.text == """
        no recording of GET https://api.test/u?page=3 in Cassettes/octocat.har.gz (mode once)

        #1 GET https://api.test/u?page=1 differs in query item "page": sent "3", recorded "1"
        #2 GET https://api.test/u?page=2 (used) differs in query item "page": sent "3", recorded "2"
        #3 POST https://api.test/u differs in method: sent GET, recorded POST; \
        in query item "page": sent "3", recorded nothing; in body: sent nothing, recorded 7 bytes
        this would match #1: options: .init(matching: .default.ignoringQueryValues("page"))
        To record it, run: CASSETTE_MODE=append swift test
        """)
    #expect(report.headline == report.text.split(separator: "\n")[0])
    #expect(report.nearest.map(\.index) == [1, 2, 0])
  }

  @Test func saysWhatIsUsedUp() {
    let report = report(
      Fixture.get("https://api.test/u?page=1"), [pages[1], pages[1], pages[2], pages[1]],
      usedUp: [0, 1, 3], used: [0: 1, 1: 1, 3: 1],
      hints: ["to have the last one answer again: repeats: .repeatLast"])
    #expect(
      report.text == """
        no recording of GET https://api.test/u?page=1 in Cassettes/octocat.har.gz (mode once): \
        recorded 3 times, all used (3 of 3)

        #1 GET https://api.test/u?page=2 differs in query item "page": sent "1", recorded "2"
        this would match #1: options: .init(matching: .default.ignoringQueryValues("page"))
        to have the last one answer again: repeats: .repeatLast
        """)
  }

  @Test func saysWhenNothingIsNear() {
    #expect(
      report(Fixture.get("https://api.test/u"), []).text
        == "no recording of GET https://api.test/u in Cassettes/octocat.har.gz (mode once)\n\n"
        + "the cassette is empty")
    #expect(
      report(Fixture.get("https://other.test/zzz"), pages).text
        == "no recording of GET https://other.test/zzz in Cassettes/octocat.har.gz (mode once)\n\n"
        + "nothing recorded is near it")
  }

  @Test func findsATypoInThePath() {
    let report = report(
      Fixture.get("https://api.test/user"),
      pages + [
        Fixture.recorded(Fixture.get("https://api.test/users"))
      ])
    #expect(report.nearest.first?.index == 3)
    #expect(report.rule == nil)
    #expect(!report.text.contains("matching:"))
  }

  @Test func showsNoSecretOfEitherSide() {
    let interactions = [
      Fixture.recorded(
        Fixture.get("http://h/g?key=[redacted:key:1]&q=paris"),
        [("request.url.query[key]", "[redacted:key:1]")]),
      Fixture.recorded(
        Fixture.post(#"{"token":"[redacted:token:1]","n":1}"#, "application/json", "http://h/p"),
        [("request.body.json/token", "[redacted:token:1]")]),
      // Made by hand, without places: still nothing of the live request is shown there.
      Fixture.recorded(Fixture.get("http://h/g?key=by-hand&q=paris")),
      Fixture.recorded(
        Fixture.post(#"{"token":"by-hand","n":1}"#, "application/json", "http://h/p")),
    ]
    let query = report(Fixture.get("http://me:OTHER-35@h/g?key=OTHER-33&q=rome"), interactions)
    #expect(
      query.headline
        == "no recording of GET http://[redacted]@h/g?key=[redacted]&q=rome in "
        + "Cassettes/octocat.har.gz (mode once)")
    #expect(query.text.contains(#"query item "q": sent "rome", recorded "paris""#))
    let body = report(
      Fixture.post(#"{"token":"OTHER-34","n":2}"#, "application/json", "http://h/p"), interactions)
    #expect(body.text.contains("body at $.n: sent 2, recorded 1"))
    for text in [query.text, body.text] {
      for secret in ["OTHER-33", "OTHER-34", "OTHER-35"] { #expect(!text.contains(secret)) }
    }
    // What the caller's rules find is gone before anything is looked at.
    let redacted = report(
      Fixture.get("http://h/other?x=OTHER-36"), interactions,
      redact: { recording in
        var recording = recording
        recording.request.url = recording.request.url.replacing("OTHER-36", with: "[redacted:x]")
        return recording
      })
    #expect(redacted.headline.contains("x=[redacted:x]"))
  }

  @Test(
    arguments: [
      (
        Fixture.get("http://a:1/u?x=1&y=2"), Fixture.get("http://a:2/u?y=3&z=4"),
        #".default.ignoringQueryValues("y").ignoringQuery("z", "x").removing(.port)"#
      ),
      (
        Fixture.post("a", nil, "http://h/"), Fixture.post("b", nil, "http://h/"),
        ".default.removing(.body)"
      ),
      (
        Fixture.get("http://h/?caf%C3%A9=1"), Fixture.get("http://h/"),
        #".default.ignoringQuery("caf\u{e9}")"#
      ),
      (Fixture.get("http://h/a"), Fixture.get("http://h/b"), nil),
      (Fixture.get("http://a/u"), Fixture.get("http://b/u"), nil),
    ] as [(Cassette.Request, Cassette.Request, String?)])
  func rulesThatWouldMatch(asked: Cassette.Request, recorded: Cassette.Request, rule: String?) {
    let report = report(asked, [Fixture.recorded(recorded)])
    #expect(report.rule?.description == rule)
    if let rule = report.rule { #expect(Fixture.difference(asked, recorded, by: rule) == nil) }
  }

  @Test func isASCIIAndShort() {
    let long = String(repeating: "\u{e9}\u{202e}\r\n", count: 3_000)
    let report = report(
      Cassette.Request(method: "G\u{7}", url: "http://h/p?a=\(long)"),
      (0..<20).map { Fixture.recorded(Fixture.get("http://h/p?a=\($0)\(long)&\(long)=\(long)")) },
      hints: [long, long], next: long)
    #expect(report.text.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) })
    #expect(report.text.utf8.count <= 4_096)
    #expect(report.headline.contains(#"G\u{7} http://h/p?a=\u{e9}\u{202e}\r\n"#))
  }

  @Test func namesEntriesThatCannotBeRead() {
    struct Damage: Error, CustomStringConvertible { let description = "block 3 is damaged" }
    let report = MissReport(
      MissReport.Input(
        asked: Fixture.get("http://h/"), matcher: .default, cassette: "c", mode: "replay",
        entryCount: 9, nearby: Array(0..<9)),
      useCount: { _ in 0 }, interaction: { _ in throw Damage() }, redact: { $0 })
    #expect(
      report.text == """
        no recording of GET http://h/ in c (mode replay)

        nothing recorded is near it
        entry 0 cannot be read: block 3 is damaged
        entry 1 cannot be read: block 3 is damaged
        entry 2 cannot be read: block 3 is damaged
        """)
  }

  @Test func showsNoSecretThatOthersHaveRecorded() {
    let interactions = [
      Fixture.recorded(Fixture.get("http://me:THEIR-1@h/g?api_key=THEIR-2&q=paris")),
      Fixture.recorded(
        Fixture.post(
          #"{"password":"THEIR-3","n":1}"#, "application/json",
          "http://h/g?q=THEIR-0004&access_token=THEIR-0004")),
    ]
    let text = report(
      Fixture.get("http://h/g?api_key=OWN-5&q=rome"), interactions,
      redact: { RedactionRules.default.redactedForDisplay($0) }
    ).text
    #expect(text.contains(#"query item "q": sent "rome", recorded "paris""#))
    #expect(text.contains("#2 POST http://h/g?q=[redacted:access_token]"))
    for secret in ["THEIR", "OWN"] { #expect(!text.contains(secret), "\(text)") }
  }

  @Test func saysWhereTwoSecretsDiffer() {
    let report = report(
      Fixture.get("http://h/g?api_key=OWN-1"),
      [Fixture.recorded(Fixture.get("http://h/g?api_key=THEIR-2"))],
      redact: { RedactionRules.default.redactedForDisplay($0) })
    #expect(
      report.text.hasSuffix(
        """

        #1 GET http://h/g?api_key=[redacted:api_key] differs in query: sent [redacted], recorded \
        [redacted], another one
        """), "\(report.text)")
    #expect(report.rule == nil)
  }

  @Test func countsEntriesInTheirOwnCassettes() {
    struct Damage: Error, CustomStringConvertible { let description = "block 3 is damaged" }
    let report = MissReport(
      MissReport.Input(
        asked: Fixture.get("http://h/"), matcher: .default, cassette: "c, d", mode: "replay",
        entryCount: 5, nearby: [4], placeInCassette: { $0 - 3 }),
      useCount: { _ in 0 }, interaction: { _ in throw Damage() }, redact: { $0 })
    #expect(report.text.contains("entry 1 cannot be read: block 3 is damaged"))
  }
}

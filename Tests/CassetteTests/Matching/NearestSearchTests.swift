import Foundation
import Testing

@testable import Cassette

/// Which recordings are near, and which rule is the narrowest.
struct NearestSearchTests {
  private func report(
    _ asked: Cassette.Request, _ recorded: [Cassette.Request], _ matcher: RequestMatcher = .default
  ) -> MissReport {
    report(asked, recorded.map { Fixture.recorded($0) }, matcher)
  }

  private func report(
    _ asked: Cassette.Request, _ interactions: [Cassette.Interaction], _ matcher: RequestMatcher
  ) -> MissReport {
    MissReport(
      MissReport.Input(
        asked: asked, matcher: matcher, cassette: "c", mode: "replay",
        entryCount: interactions.count, nearby: Array(interactions.indices)),
      useCount: { _ in 0 }, interaction: { interactions[$0] }, redact: { $0 })
  }

  private func json(_ text: String) -> Cassette.Request { Fixture.post(text, "application/json") }

  private func form(_ text: String) -> Cassette.Request {
    Fixture.post(text, "application/x-www-form-urlencoded")
  }

  private func parts(_ parts: (name: String, text: String)...) -> Cassette.Request {
    Cassette.Request(
      method: "POST", url: "http://h/",
      body: .multipart(parts.map { .init(name: $0.name, value: Data($0.text.utf8)) }))
  }

  // MARK: Order

  @Test func bodiesAreNearByWhatTheyShare() {
    let cases: [(Cassette.Request, [Cassette.Request])] = [
      (
        json(#"{"op":"buy","id":7,"n":1}"#),
        [
          json(#"{"op":"sell","id":8,"n":2}"#), json(#"{"kind":1}"#),
          json(#"{"op":"buy","id":7,"n":2}"#), json(#"{"op":"buy","id":9,"n":2}"#),
        ]
      ),
      (
        form("a=1&b=2&c=3"),
        [form("a=9&b=9&c=9"), form("x=1"), form("a=1&b=2&c=4"), form("a=1&b=9&c=9")]
      ),
      (
        parts(("a", "1"), ("b", "2"), ("c", "3")),
        [
          parts(("a", "9"), ("b", "9"), ("c", "9")), parts(("x", "1")),
          parts(("a", "1"), ("b", "2"), ("c", "4")), parts(("a", "1"), ("b", "9"), ("c", "9")),
        ]
      ),
      (
        Fixture.post("one two three", nil),
        [
          Fixture.post("four", nil), Fixture.post("", nil), Fixture.post("one two Three", nil),
          Fixture.post("one xxx yyyyy", nil),
        ]
      ),
    ]
    for (asked, recorded) in cases {
      let order = report(asked, recorded).nearest.map(\.index)
      #expect(order.first == 2, "\(order)")
      #expect(order != [2, 1, 0] && !order.suffix(2).contains(1), "\(order)")
    }
  }

  @Test func likenessIsBoundedAndSymmetricInKind() {
    func score(_ left: Cassette.Request, _ right: Cassette.Request) -> Int {
      ContentLikeness(RequestContent(left)).score(RequestContent(right))
    }
    let all = [
      json("{}"), json(#"{"a":[1,{"b":null}]}"#), form("a=1"), parts(("a", "1")),
      Fixture.post("", nil), Fixture.post("x", nil),
      Fixture.post(String(repeating: "[1]", count: 40_000), "application/json"),
    ]
    for left in all {
      for right in all {
        #expect((0...ContentLikeness.maximum).contains(score(left, right)))
        #expect(score(left, right) == score(right, left))
      }
      #expect(score(left, left) == ContentLikeness.maximum)
    }
    #expect(score(Fixture.post("", nil), Fixture.post("x", nil)) == 0)
  }

  // MARK: The rule

  @Test(
    arguments: [
      ("a=1", "a=2", #".default.ignoringQueryValues("a")"#),
      ("a=1&b=1", "a=2&b=2", #".default.ignoringQueryValues("a", "b")"#),
      ("a=1", "", #".default.ignoringQuery("a")"#),
      ("a=1&a=2", "a=3", #".default.ignoringQuery("a")"#),
      ("a=1&b=1&c=1&d=1&e=1", "a=2&b=2&c=2&d=2&e=2", ".default.removing(.query)"),
      ("a=1&b=1", "c=1&a=2", #".default.ignoringQueryValues("a").ignoringQuery("c", "b")"#),
    ])
  func ofQueries(asked: String, recorded: String, rule: String) {
    func request(_ query: String) -> Cassette.Request {
      Fixture.get("http://h/" + (query.isEmpty ? "" : "?" + query))
    }
    check(request(asked), request(recorded), rule)
  }

  private func check(
    _ asked: Cassette.Request, _ recorded: Cassette.Request, _ rule: String?,
    from matcher: RequestMatcher = .default
  ) {
    let found = report(asked, [recorded], matcher).rule
    #expect(found?.description == rule)
    if let found { #expect(Fixture.difference(asked, recorded, by: found) == nil) }
  }

  @Test func ofContents() {
    check(json(#"{"id":1,"n":1}"#), json(#"{"id":2,"n":1}"#), #".default.ignoringJSON("/id")"#)
    check(
      json(#"{"a":[{"x":1},{"x":1}]}"#), json(#"{"a":[{"x":2},{"x":3}]}"#),
      #".default.ignoringJSON("/a/*/x")"#)
    check(json(#"{"a":[1]}"#), json(#"{"a":[1,2]}"#), #".default.ignoringJSON("/a/*")"#)
    check(json(#"{"a/~":1}"#), json(#"{}"#), #".default.ignoringJSON("/a~1~0")"#)
    check(json("[1]"), json("{}"), ".default.removing(.body)")
    check(
      json(#"{"a":1,"b":1,"c":1,"d":1,"e":1}"#), json(#"{"a":2,"b":2,"c":2,"d":2,"e":2}"#),
      ".default.removing(.body)")
    check(form("a=1&b=2"), form("a=2&b=2"), #".default.ignoringFormFields("a")"#)
    check(
      parts(("a", "1"), ("f", "2")), parts(("a", "1"), ("f", "3")),
      #".default.ignoringPartContents("f")"#)
    check(parts(("a", "1"), ("f", "2")), parts(("a", "1")), #".default.ignoringParts("f")"#)
    check(
      Fixture.post("a\r\n", "text/plain"), Fixture.post("a\n", "text/plain"),
      ".default.comparingTextByLines()")
    check(
      Fixture.post("a", "text/plain"), Fixture.post("b", "text/plain"), ".default.removing(.body)")
    check(
      Fixture.post("a", nil), Fixture.post("b", nil),
      "RequestMatcher(.bodySHA256).removing(.bodySHA256)",
      from: RequestMatcher(.bodySHA256))
  }

  @Test func ofOtherParts() {
    func request(_ fields: Cassette.HeaderFields) -> Cassette.Request {
      Cassette.Request(url: "http://h/", headerFields: fields)
    }
    check(
      request(["Cookie": "a=1"]), request([:]),
      #".default.adding(.cookie("a")).removing(.cookie("a"))"#,
      from: .default.adding(.cookie("a")))
    check(
      request(["A": "1"]), request([:]), #".default.adding(.header("A")).removing(.header("A"))"#,
      from: .default.adding(.header("A")))
    check(
      Fixture.get("http://h/a/1"), Fixture.get("http://h/b/1"), nil,
      from: .default.adding(.pathTemplate("/a/{x}")))
  }

  @Test func ofWhatWasSent() {
    var interaction = Fixture.recorded(json(#"{"n":1}"#))
    interaction.built = Fixture.get("http://h/")
    let asked = MatchSubject(Fixture.get("http://h/")).sent(as: json(#"{"n":2}"#))
    let matcher = RequestMatcher.default.removing(.body).adding(.sent(.body), .sent(.header("X")))
    func rule(_ sent: Cassette.Request) -> String? {
      NarrowestRule.rule(
        from: matcher, for: MatchSubject(Fixture.get("http://h/")).sent(as: sent), interaction,
        concealing: .init())?.description
    }
    #expect(rule(asked.requestSent ?? Fixture.get("")) == "\(matcher)" + #".ignoringJSON("/n")"#)
    var signed = json(#"{"n":1}"#)
    signed.headerFields["X"] = "1"
    #expect(rule(signed) == "\(matcher)" + #".removing(.sent(.header("X")))"#)
    #expect(rule(json(#"{"n":1}"#)) == nil)
  }
}

import Testing

@testable import Cassette

struct RequestMatcherTests {
  private func request(_ fields: Cassette.HeaderFields) -> Cassette.Request {
    Cassette.Request(url: "http://h/", headerFields: fields)
  }

  @Test func headerFieldsCountOnlyWhenNamed() {
    let (one, two) = (request(["Accept": "a"]), request(["accept": "b"]))
    #expect(Fixture.difference(one, two) == nil)
    let value = RequestMatcher.default.adding(.header("Accept"))
    #expect(
      Fixture.difference(one, two, by: value) == #"header "Accept": sent "a", recorded "b""#)
    #expect(Fixture.difference(one, request(["ACCEPT": "a"]), by: value) == nil)
    #expect(
      Fixture.difference(
        request(["X": "1", "x": "2"]), request(["x": "1, 2"]), by: .default.adding(.header("X")))
        == nil)
    let presence = RequestMatcher.default.adding(.headerPresence("Accept"))
    #expect(Fixture.difference(one, two, by: presence) == nil)
    #expect(
      Fixture.difference(request([:]), two, by: presence)
        == #"header "Accept": sent nothing, recorded a value"#)
    #expect(Fixture.difference(request([:]), request([:]), by: presence) == nil)
    #expect(Fixture.difference(one, two, by: value.removing(.header("ACCEPT"))) == nil)
  }

  @Test func ignoredItemsMayStandOnEitherSide() {
    let matcher = RequestMatcher.default.ignoringQuery("page", "t[]").ignoringQuery("n")
    for (asked, recorded) in [
      ("?page=1&a=1", "?a=1"), ("", "?t%5B%5D=2&n"), ("?t[]=1&t[]=2&a=1&page", "?a=1&page=2"),
    ] {
      #expect(
        Fixture.difference(
          Fixture.get("http://h/" + asked), Fixture.get("http://h/" + recorded), by: matcher)
          == nil)
    }
    #expect(
      Fixture.difference(
        Fixture.get("http://h/?a=1"), Fixture.get("http://h/?a=2&page=1"), by: matcher)
        == #"query item "a": sent "1", recorded "2""#)
  }

  @Test func customParts() {
    let even = RequestMatcher(
      .custom("length") { $0.url.utf8.count % 2 == $1.url.utf8.count % 2 })
    #expect(
      Fixture.difference(Fixture.get("ab"), Fixture.get("c"), by: even)
        == "length: sent something else, recorded something")
    #expect(Fixture.difference(Fixture.get("a"), Fixture.get("c"), by: even) == nil)
    #expect(even.removingCustom("length").parts.isEmpty)
    let tenant = RequestMatcher.default.adding(
      .custom("tenant") { asked, recorded in
        guard asked.headerFields["X"] != recorded.headerFields["X"] else { return nil }
        return RequestMatcher.Difference(part: "tenant", sent: "1", recorded: nil)
      })
    #expect(
      Fixture.difference(request(["X": "1"]), request([:]), by: tenant)
        == "tenant: sent 1, recorded nothing")
  }

  @Test func isSpelledAsInCode() {
    #expect("\(RequestMatcher.default)" == ".default")
    #expect(
      "\(RequestMatcher.default.removing(.port, .body).adding(.header("A"), .bodyBytes))"
        == #".default.removing(.port, .body).adding(.header("A"), .bodyBytes)"#)
    #expect("\(RequestMatcher(.method, .path))" == "RequestMatcher(.method, .path)")
  }

  @Test func knowsWhichHashesFindItsCandidates() {
    let rules: [(RequestMatcher, Bool, Bool)] = [
      (.default, true, true), (.default.adding(.header("A")), true, true),
      (.default.removing(.userInfo), true, true), (.default.removing(.port), false, false),
      (.default.removing(.body), true, false), (.default.removing(.query), true, false),
      (.default.ignoringQuery("a"), true, false),
      (.default.adding(.custom("x") { _, _ in true }), true, true),
      (.default.removing(.body).adding(.bodyBytes), true, false),
      (RequestMatcher(.method, .path), false, false), (RequestMatcher(), false, false),
    ]
    for (rule, route, key) in rules {
      #expect(rule.usesWholeRoute == route, "\(rule)")
      #expect(rule.usesDefaultKey == key, "\(rule)")
    }
  }

  @Test func replacesAPartThatItHas() {
    let matcher = RequestMatcher.default.adding(.queryAtLeast).adding(.query)
    #expect(matcher.parts.count == RequestMatcher.default.parts.count)
    #expect(matcher.usesDefaultKey)
  }

  @Test func differencesAreEqualThatSayTheSame() throws {
    let asked = Fixture.post(#"{"a":1}"#, "application/json")
    let recorded = Fixture.recorded(Fixture.post(#"{"a":2}"#, "application/json"))
    let found = try #require(
      RequestMatcher.default.differences(between: asked, and: recorded).first)
    let made = RequestMatcher.Difference(part: "body", path: "at $.a", sent: "1", recorded: "2")
    #expect(found == made && found.hashValue == made.hashValue)
    #expect(found != RequestMatcher.Difference(part: "body", sent: "1", recorded: "2"))
  }
}

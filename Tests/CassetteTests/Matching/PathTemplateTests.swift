import Testing

@testable import Cassette

struct PathTemplateTests {
  private let matcher = RequestMatcher.default.adding(
    .pathTemplate("/users/{name}/repos", "/files/{id}.json", "/caf\u{e9}/{x}"))

  private func difference(
    _ asked: String, _ recorded: String, _ redactions: [(String, String)] = []
  ) -> String? {
    Fixture.difference(
      Fixture.get("http://h" + asked),
      Fixture.recorded(Fixture.get("http://h" + recorded), redactions),
      by: matcher)
  }

  @Test(arguments: [
    ("/users/a/repos", "/users/b/repos"), ("/users/a/repos", "/users/a%2Fb/repos"),
    ("/users/a/../b/repos", "/users/c/repos"), ("/files/1.json", "/files/22.json"),
    ("/caf%C3%A9/1", "/caf%c3%a9/2"), ("/other", "/other"), ("/users/%7b/repos", "/users/x/repos"),
  ])
  func whatIsInBracesIsFree(asked: String, recorded: String) {
    #expect(difference(asked, recorded) == nil)
    #expect(difference(recorded, asked) == nil)
  }

  @Test(arguments: [
    ("/users//repos", "/users/b/repos", "of no template"),
    ("/users/a/b/repos", "/users/b/repos", "of no template"),
    ("/users/a/Repos", "/users/b/repos", "of no template"),
    ("/users/a/repos/", "/users/b/repos", "of no template"),
    ("/files/.json", "/files/2.json", "of no template"),
    ("/files/1.json", "/users/b/repos", "of a template"),
    ("/other", "/another", "of no template"),
  ])
  func allElseCounts(asked: String, recorded: String, note: String) {
    #expect(
      difference(asked, recorded)
        == "path: sent \"\(asked)\" \(note), recorded \"\(recorded)\"")
    #expect(difference(recorded, asked) != nil)
  }

  @Test func placeholdersMayStandInAnySegment() {
    let places = [("request.url.path", "[redacted:k:1]")]
    #expect(difference("/users/a/repos", "/users/[redacted:k:1]/repos", places) == nil)
    #expect(difference("/users/a/repos", "/[redacted:k:1]/b/repos", places) == nil)
    #expect(difference("/users/a/repos", "/us[redacted:k:1]/b/repos", places) == nil)
    #expect(difference("/users/a/repos", "/ux[redacted:k:1]/b/repos", places) != nil)
    // Not listed, it is a text like any other.
    #expect(difference("/users/a/repos", "/[redacted:k:1]/b/repos") != nil)
  }

  @Test func takesThePlaceOfThePath() {
    #expect(matcher.parts.count == RequestMatcher.default.parts.count)
    #expect(
      "\(matcher)"
        == #".default.adding(.pathTemplate("/users/{name}/repos", "/files/{id}.json", "#
        + #""/caf\u{e9}/{x}"))"#)
    #expect(
      Fixture.difference(
        Fixture.get("http://h/a"), Fixture.get("http://h/b"), by: matcher.removing(.path)) == nil)
  }

  @Test func theIndexFindsWhatNoTemplateIsAbout() {
    func lookUp(_ url: String) -> RequestMatcher.LookUp {
      matcher.lookUp(for: MatchSubject(Fixture.get(url)))
    }
    #expect(lookUp("http://h/other") == .key)
    #expect(lookUp("http://h/users/a/repos") == .none)
    #expect(!matcher.usesWholeRoute && !matcher.usesDefaultKey)
    #expect(
      matcher.ignoringQuery("a").lookUp(for: MatchSubject(Fixture.get("http://h/other"))) == .route)
  }

  @Test(arguments: [
    ("/compare/{base}...{head}", "/compare/a...b", "/compare/c.d...e", true),
    ("/compare/{base}...{head}", "/compare/a...b", "/compare/a..b", false),
    ("/compare/{base}...{head}", "/compare/a...b", "/compare/...b", false),
    ("/compare/{base}...{head}", "/compare/a...b", "/compare/a...", false),
    ("/{a}-{b}-{c}.json", "/1-2-3.json", "/x-y--z.json", true),
    ("/{a}-{b}-{c}.json", "/1-2-3.json", "/x-y.json", false),
    ("/{a}-{b}-{c}.json", "/1-2-3.json", "/x--z.json", false),
    ("/{a}{b}", "/12", "/34", true),
    ("/{a}{b}", "/12", "/3", false),
    ("/v{a}.{b}x", "/v1.2x", "/v1.x", false),
    ("/{a}caf\u{e9}{b}", "/1caf%C3%A92", "/3caf%c3%a94", true),
    ("/{a}caf\u{e9}{b}", "/1caf%C3%A92", "/3cafe4", false),
    ("/{a}}", "/1%7D", "/2%7D", true),
    ("/{a}}", "/1%7D", "/2", false),
  ])
  func whatStandsBetweenBracesCounts(
    template: String, asked: String, recorded: String, matches: Bool
  ) {
    let matcher = RequestMatcher.default.adding(.pathTemplate(template))
    func difference(_ asked: String, _ recorded: String) -> String? {
      Fixture.difference(
        Fixture.get("http://h" + asked), Fixture.get("http://h" + recorded), by: matcher)
    }
    #expect((difference(asked, recorded) == nil) == matches)
    #expect((difference(recorded, asked) == nil) == matches)
  }
}

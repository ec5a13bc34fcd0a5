import Testing

@testable import Cassette

struct QueryRuleTests {
  private func difference(_ asked: String, _ recorded: String, _ matcher: RequestMatcher) -> String?
  {
    Fixture.difference(
      Fixture.get("http://h/" + asked), Fixture.get("http://h/" + recorded), by: matcher)
  }

  @Test func onlySomeCount() {
    let matcher = RequestMatcher.default.adding(.query(only: "q", "t[]"))
    #expect(difference("?q=1&x=2", "?y&q=1", matcher) == nil)
    #expect(difference("?t[]=1&q=1", "?q=1&t%5B%5D=1&z", matcher) == nil)
    #expect(difference("?", "", matcher) == nil)
    #expect(difference("?q=1", "?q=2&x", matcher) == #"query item "q": sent "1", recorded "2""#)
    #expect(
      difference("?x=1", "?q", matcher) == #"query item "q": sent nothing, recorded no value"#)
    #expect(
      difference("?t[]=1&t[]=2", "?t[]=2&t[]=1", matcher)
        == #"query item "t[]": sent "1", recorded "2""#)
    #expect("\(matcher)" == #".default.adding(.query(only: "q", "t[]"))"#)
    #expect(!matcher.usesDefaultKey && matcher.usesWholeRoute)
  }

  @Test func furtherItemsMayBeSent() {
    let matcher = RequestMatcher.default.adding(.queryAtLeast)
    #expect(difference("?a=1&b=2", "?b=2", matcher) == nil)
    #expect(difference("?a=1", "", matcher) == nil)
    #expect(
      difference("?b=2", "?a=1&b=2", matcher) == #"query item "a": sent nothing, recorded "1""#)
    // Of a name that is recorded, all count.
    #expect(
      difference("?a=1&a=2", "?a=1", matcher) == #"query item "a": sent "2", recorded nothing"#)
    #expect("\(matcher)" == ".default.adding(.queryAtLeast)")
    #expect(!matcher.usesDefaultKey && matcher.usesWholeRoute)
  }

  @Test func secretsInNamesAreStillFound() {
    let recorded = Fixture.recorded(
      Fixture.get("http://h/?[redacted:k:1]=1&b=2"), [("request.url.query", "[redacted:k:1]")])
    let matcher = RequestMatcher.default.adding(.queryAtLeast)
    #expect(Fixture.difference(Fixture.get("http://h/?b=2&s=1&c"), recorded, by: matcher) == nil)
    #expect(Fixture.difference(Fixture.get("http://h/?b=2&s=2&c"), recorded, by: matcher) != nil)
  }

  @Test func onlyTheValueIsIgnored() {
    let matcher = RequestMatcher.default.ignoringQueryValues("page", "t[]")
    #expect(difference("?page=1&a=1", "?a=1&page=2", matcher) == nil)
    #expect(difference("?page", "?page=2", matcher) == nil)
    #expect(difference("?t[]=1&t[]=2", "?t[]=3&t%5B%5D=4", matcher) == nil)
    #expect(
      difference("?a=1", "?a=1&page=2", matcher)
        == #"query item "page": sent nothing, recorded a value"#)
    #expect(
      difference("?t[]=1&t[]=2", "?t[]=1", matcher)
        == #"query item "t[]": sent a value, recorded nothing"#)
    #expect(
      difference("?page=1&a=1", "?a=2&page=1", matcher)
        == #"query item "a": sent "1", recorded "2""#)
    #expect("\(matcher)" == #".default.ignoringQueryValues("page", "t[]")"#)
    #expect(!matcher.usesDefaultKey && matcher.usesWholeRoute)
  }

  @Test func rulesAddUp() {
    let matcher = RequestMatcher.default.adding(.query(only: "a", "b", "c"))
      .ignoringQuery("c").ignoringQueryValues("b")
    #expect(difference("?a=1&b=1&c=1&d=1", "?a=1&b=2", matcher) == nil)
    #expect(difference("?a=1&c=1&d=1", "?a=1&b=2", matcher) != nil)
  }

  @Test func whatIsLeftOutStaysSoInAPartThatTakesItsPlace() {
    let ignoring = RequestMatcher.default.ignoringQuery("cursor").ignoringQueryValues("page")
    let matcher = ignoring.adding(.queryAtLeast)
    #expect(difference("?a=1&page=2", "?cursor=x&page=1", matcher) == nil)
    #expect(difference("?page=2", "?cursor=x&page=1&b", matcher) != nil)
    let sent = RequestMatcher.default.adding(.sent(.query)).ignoringQuery("cursor")
      .adding(.sent(.query(only: "q", "cursor")))
    let asked = MatchSubject(Fixture.get("http://h/?q=1")).sent(
      as: Fixture.get("http://h/?q=1&cursor=1"))
    func isFound(_ query: String) -> Bool {
      let recorded = Cassette.Interaction(
        request: Fixture.get("http://h/" + query), built: Fixture.get("http://h/?q=1"),
        outcome: .response(.init(status: 200)))
      return sent.match(asked, recorded, key: LiveBinding.Key()) != nil
    }
    #expect(isFound("?q=1&cursor=2") && !isFound("?q=2&cursor=1"))
    // Whoever wants it whole says so.
    let whole = ignoring.removing(.query).adding(.query)
    #expect(difference("?page=1", "?cursor=x&page=1", whole) != nil)
    #expect(difference("?page=1", "?page=2", whole) != nil)
  }
}

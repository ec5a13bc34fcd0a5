import Testing

@testable import Cassette

/// The cases UR-01 to UR-04.
struct URLMatchingTests {
  private func check(
    _ asked: String, _ recorded: String, _ expected: String?,
    by matcher: RequestMatcher = .default
  ) {
    let (left, right) = (Fixture.get(asked), Fixture.get(recorded))
    #expect(Fixture.difference(left, right, by: matcher) == expected, "\(asked) \(recorded)")
    if expected == nil, matcher.usesDefaultKey {
      #expect(MatchKey(left) == MatchKey(right), "\(asked) \(recorded)")
    }
    #expect((Fixture.difference(right, left, by: matcher) == nil) == (expected == nil))
  }

  @Test func orderOfDifferentKeysIsFreeAndThatOfEqualOnesCounts() {
    let (one, two) = ("http://h/q?a=1&b=2&t=x&t=y", "http://h/q?a=1&b=2&t=y&t=x")
    check("http://h/q?t=x&b=2&t=y&a=1", one, nil)
    check("http://h/q?b=2&t=y&a=1&t=x", two, nil)
    check("http://h/q?t=x&b=2&t=y&a=1", two, #"query item "t": sent "x", recorded "y""#)
    check("http://h/q?t=x&a=1&b=2", one, #"query item "t": sent nothing, recorded "y""#)
    check(one + "&t=z", one, #"query item "t": sent "z", recorded nothing"#)
  }

  @Test func emptyValueNoValueAndNoKeyDiffer() {
    let urls = ["a=b", "a=b&flag=", "a=b&flag=1", "a=b&flag", "a=b&", ""].map {
      "http://h/f?" + $0
    }
    for asked in urls {
      for recorded in urls {
        #expect(
          (Fixture.difference(Fixture.get(asked), Fixture.get(recorded)) == nil)
            == (asked == recorded))
      }
    }
    check(urls[1], urls[0], #"query item "flag": sent "", recorded nothing"#)
    check(urls[3], urls[1], #"query item "flag": sent no value, recorded """#)
  }

  @Test(
    arguments: [
      ("/p?q=%2bA", "/p?q=%2BA", nil),
      ("/p?q=%7Eu", "/p?q=~u", nil),
      ("/p?t[]=1", "/p?t%5B%5D=1", nil),
      ("/v1/a/../b", "/v1/b", nil),
      ("/p?q=a%2Bb", "/p?q=a+b", #"query item "q": sent "a+b", recorded "a%2Bb""#),
      ("/a%2Fb", "/a/b", #"path: sent "/a/b", recorded "/a%2Fb""#),
      ("/p?q=A", "/p?q=a", #"query item "q": sent "a", recorded "A""#),
      ("/P", "/p", #"path: sent "/p", recorded "/P""#),
      ("/p?", "/p", #"query item "": sent nothing, recorded no value"#),
      ("/p?q=a%20b", "/p?q=a+b", #"query item "q": sent "a+b", recorded "a b""#),
      ("/p?q=\u{e9}", "/p?q=%c3%A9", nil),
      // One character, but other bytes.
      ("/p?q=e\u{301}", "/p?q=\u{e9}", #"query item "q": sent "\u{e9}", recorded "e\u{301}""#),
      ("/p?q=a%00", "/p?q=a", #"query item "q": sent "a", recorded "a\0""#),
    ] as [(String, String, String?)])
  func spellings(recorded: String, asked: String, expected: String?) {
    check("http://h" + asked, "http://h" + recorded, expected)
  }

  @Test func authorityPortPathAndFragment() {
    check("http://example.com/", "http://EXAMPLE.com:80", nil)
    check("http://example.com:8080", "http://example.com:8080/", nil)
    check("https://example.com:443/", "https://example.com/", nil)
    check("http://example.com/d#two", "http://example.com/d#one", nil)
    check("http://example.com/d", "http://example.com/d#one", nil)
    check(
      "http://example.com:8081/", "http://example.com:8080/", "port: sent 8081, recorded 8080")
    check("http://example.com:8081/", "http://example.com/", "port: sent 8081, recorded 80")
    check(
      "http://example.com:8081/", "http://example.com:8080/", nil,
      by: .default.removing(.port))
    check("http://a/", "https://a/", #"scheme: sent "http", recorded "https""#)
    check("http://a/", "http://b/", #"host: sent "a", recorded "b""#)
  }

  @Test func userInfoCountsAndIsNotShown() {
    check("http://u:p@h/", "http://u:p@h/", nil)
    check(
      "http://u:p@h/", "http://h/",
      "user: sent (redacted), recorded nothing")
    check("http://u@h/", "http://u:@h/", #"password: sent nothing, recorded """#)
    check("http://u:p@h/", "http://h/", nil, by: .default.removing(.userInfo))
  }

  @Test func brokenURLsCompareAsBytes() {
    check("http://h:8a/?b&a", "http://h:8a/?b&a", nil)
    check(
      "http://h:8a/?b&a", "http://h:8a/?a&b",
      #"path: sent "http://h:8a/?b&a", recorded "http://h:8a/?a&b""#)
    check("", "", nil)
  }

  @Test func methodIsCaseSensitive() {
    #expect(
      Fixture.difference(
        Cassette.Request(method: "get", url: "http://h/"), Fixture.get("http://h/"))
        == "method: sent get, recorded GET")
  }
}

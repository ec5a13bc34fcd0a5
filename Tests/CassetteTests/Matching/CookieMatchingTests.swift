import Testing

@testable import Cassette

struct CookieMatchingTests {
  private func request(_ cookies: String...) -> Cassette.Request {
    var request = Fixture.get("http://h/")
    for cookie in cookies { request.headerFields.append(name: "cookie", value: cookie) }
    return request
  }

  private let value = RequestMatcher.default.adding(.cookie("sid"))
  private let presence = RequestMatcher.default.adding(.cookiePresence("sid"))

  @Test func comparesTheValuesOfAName() {
    let kept = request("theme=dark; sid=a=b; lang=en")
    #expect(Fixture.difference(request("sid=a=b"), kept, by: value) == nil)
    #expect(Fixture.difference(request("sid=\"a=b\" ;x=1"), kept, by: value) == nil)
    #expect(Fixture.difference(request("x=1", "sid=a=b"), kept, by: value) == nil)
    // The value is not shown: a cookie is a secret by what it is.
    #expect(
      Fixture.difference(request("sid=other"), kept, by: value)
        == #"cookie "sid": sent (redacted), recorded "a=b""#)
    #expect(
      Fixture.difference(request("SID=a=b"), kept, by: value)
        == #"cookie "sid": sent nothing, recorded "a=b""#)
    #expect(
      Fixture.difference(request("sid=a=b; sid=c"), kept, by: value)
        == #"cookie "sid": sent (redacted), recorded nothing"#)
    #expect(
      Fixture.difference(request("sid=x"), request("sid"), by: value)
        == #"cookie "sid": sent (redacted), recorded nothing"#)
    #expect(Fixture.difference(request("a=1"), request("a=2"), by: value) == nil)
    #expect(Fixture.difference(request(), request(), by: value) == nil)
  }

  @Test func comparesOnlyPresence() {
    #expect(Fixture.difference(request("sid=1"), request("a; sid=2"), by: presence) == nil)
    #expect(
      Fixture.difference(request("a=1"), request("sid=2"), by: presence)
        == #"cookie "sid": sent nothing, recorded a value"#)
    #expect(
      Fixture.difference(request("sid=2"), request("xsid=2"), by: presence)
        == #"cookie "sid": sent a value, recorded nothing"#)
  }

  @Test func redactedValuesStandForAny() throws {
    let kept = Fixture.recorded(
      request("a=[redacted:cookie:1]; sid=[redacted:cookie:2]"),
      [
        ("request.header[Cookie]", "[redacted:cookie:1]"),
        ("request.header[Cookie]", "[redacted:cookie:2]"),
      ])
    #expect(Fixture.difference(request("sid=live"), kept, by: value) == nil)
    #expect(
      Fixture.difference(request("sid="), kept, by: value)
        == #"cookie "sid": sent "", recorded "[redacted:cookie:2]""#)
    let key = LiveBinding.Key()
    let bindings = try #require(value.match(MatchSubject(request("sid=live")), kept, key: key))
    #expect(
      bindings == [
        LiveBinding(
          placeholder: Array("[redacted:cookie:2]".utf8), live: Array("live".utf8)[...], key: key)
      ])
  }

  @Test func whatIsRedactedByTheDefaultRulesIsFound() {
    let shown = RedactionRules.default.redactedForDisplay(request("sid=abcdefghijklmnop"))
    #expect(shown.headerFields["Cookie"]?.hasPrefix("sid=[redacted:cookie") == true)
  }

  @Test func formsDifferByCookies() {
    let (one, two) = (Fixture.recorded(request("sid=1")), Fixture.recorded(request("sid=2")))
    #expect(value.formHash(one) != value.formHash(two))
    #expect(RequestMatcher.default.formHash(one) == RequestMatcher.default.formHash(two))
  }
}

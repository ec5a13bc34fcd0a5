import Foundation
import Testing

@testable import Cassette

struct RedactionRulesTests {
  private func redact(_ url: String, _ rules: RedactionRules) -> String {
    rules.redactedForDisplay(url)
  }

  @Test func addsRemovesAndRestricts() {
    let own = RedactionRules.Rule(id: "own", names: ["Guest Pass"], places: .queryItems)
    let rules = RedactionRules.default.adding(own)
    #expect(rules.rules.last == own)
    #expect(
      redact("http://h/?guest%20pass=x", rules) == "http://h/?guest%20pass=[redacted:guest_pass]")
    #expect(redact("http://h/?guest%20pass=x", .default) == "http://h/?guest%20pass=x")
    #expect(rules.adding(own).rules.count == rules.rules.count)
    #expect(rules.removing(id: "own") == .default)
    #expect(redact("http://h/?token=x", rules.removing(id: "tokens")) == "http://h/?token=x")
    #expect(RedactionRules.unsafelyRecordingSecrets.rules.isEmpty)
    #expect(
      RedactionRules.default.rules.map(\.id) == [
        "authorization", "cookies", "api-keys", "tokens", "oauth", "oauth-code", "passwords",
        "sessions", "csrf", "signatures", "pass", "query-keys", "user-info",
      ])
  }

  @Test(arguments: [
    ("http://api.example.com/?token=x", true), ("http://API.example.com:8080/?token=x", true),
    ("http://a.b.example.com/?token=x", true), ("http://example.com/?token=x", false),
    ("http://notexample.com/?token=x", false), ("http://exact.test/?token=x", true),
    ("http://sub.exact.test/?token=x", false),
  ])
  func restrictsToHosts(url: String, applies: Bool) {
    let rules = RedactionRules.default.restricted(toHosts: ["*.Example.com", "exact.test"])
    let shown = rules.redactedForDisplay(Cassette.Request(url: url)).url
    #expect(shown.hasSuffix("?token=[redacted:token]") == applies)
    #expect(shown.hasSuffix("?token=x") == !applies)
  }

  @Test func showsRequestsWithoutSecrets() {
    let request = Cassette.Request(
      method: "POST", url: "http://u:hunter2hunter2@h/hunter2hunter2?q=paris&key=k",
      headerFields: ["Authorization": "Bearer [redacted:token:3]"],
      body: Redacting.json(#"{"pin":1234,"n":2}"#))
    let shown = RedactionRules.default.redactedForDisplay(request)
    #expect(
      shown.url
        == "http://%5Bredacted%3Auser%5D:%5Bredacted%3Apassword%5D@h/[redacted:password]?q=paris&key=[redacted:key]"
    )
    #expect(shown.headerFields["Authorization"] == "Bearer [redacted:authorization]")
    #expect(Redacting.string(shown.body) == #"{"pin":1000,"n":2}"#)
    #expect(
      RedactionRules.default.redactedForDisplay("no answer from 'http://h/?sig=a&b=c', sorry")
        == "no answer from 'http://h/?sig=[redacted:sig]&b=c', sorry")
  }
}

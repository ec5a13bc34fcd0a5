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
        "authorization", "cookies", "api-keys", "licenses", "tokens", "oauth", "oauth-code",
        "passwords", "codes", "cards", "lists", "sessions", "session", "csrf", "signatures",
        "pass", "query-keys", "user-info", "last-words",
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

  @Test(arguments: [
    "h.test", "H.TEST:8080", "//h.test", "https://h.test/path?q#f", "http://h.test:1",
    "http://u:p@h.test",
  ])
  func aHostMayBeWrittenWithWhatStandsAroundIt(spelling: String) {
    let rules = RedactionRules.default.restricted(toHosts: [spelling])
    for (url, applies) in [
      ("http://h.test:8080/?token=x", true), ("http://i.test/?token=x", false),
    ] {
      let shown = rules.redactedForDisplay(Cassette.Request(url: url)).url
      #expect(shown.hasSuffix("?token=[redacted:token]") == applies, "\(url)")
    }
    let address = RedactionRules.default.restricted(toHosts: ["http://[::1]:80"])
    let shown = address.redactedForDisplay(Cassette.Request(url: "http://[::1]:9/?token=x")).url
    #expect(shown.hasSuffix("?token=[redacted:token]"))
  }

  private func shown(
    _ name: String, _ value: String = "S3CR3T-01", _ rules: RedactionRules = .default
  ) -> String? {
    rules.redactedForDisplay(
      Cassette.Request(
        url: "http://h/", headerFields: Cassette.HeaderFields([.init(name: name, value: value)]))
    ).headerFields[0].value
  }

  @Test(
    arguments: [
      ("X-Shop-Key", "shop_key"), ("Acme-Secret", "acme_secret"), ("my_app_token", "my_app_token"),
      ("X-Acme-Webhook-Signature", "acme_webhook_signature"), ("X-DB-PASSWORD", "db_password"),
      ("X-Amz-Server-Side-Encryption-Customer-Key", nil), ("X-Session", "session"),
      ("X-License", "x_license"), ("X-License-Key", "license_key"), ("X-Guest-Session", nil),
    ] as [(String, String?)])
  func headerFieldsGoByTheirLastWord(name: String, label: String?) {
    let value = shown(name)
    #expect(value?.hasPrefix("[redacted:") == true && value?.contains("S3CR3T") == false)
    if let label { #expect(value == "[redacted:\(label)]") }
  }

  @Test(arguments: [
    "Idempotency-Key", "X-Idempotency-Key", "Sec-WebSocket-Key", "X-Page-Token", "Next-Page-Token",
    "X-Acme-Next-Page-Token", "Upgrade-Insecure-Requests", "Surrogate-Key", "X-Monkey", "Key",
    "X-Key-Id", "X-Token-Type", "X-Tokens-Left", "-", "x-", "Keyboard-",
  ])
  func headerFieldsOfOtherKindsStay(name: String) {
    #expect(shown(name) == "S3CR3T-01")
  }

  @Test func lastWordsAreARuleLikeOthers() {
    let rules = RedactionRules.default.removing(id: "last-words")
    #expect(shown("X-Shop-Key", rules: rules) == "S3CR3T-01")
    #expect(shown("X-Api-Key", rules: rules) == "[redacted:api_key]")
    // A name of one's own.
    #expect(
      shown("X-Shop-Key", rules: rules.adding(.init(id: "mine", names: ["X-Shop-Key"])))
        == "[redacted:x_shop_key]")
    let own = RedactionRules([
      .init(id: "own", lastWords: ["Pass"], exceptions: ["Boarding-Pass"], hosts: ["h"])
    ])
    #expect(shown("X-Guest-Pass", rules: own) == "[redacted:guest_pass]")
    #expect(shown("X-Boarding-Pass", rules: own) == "S3CR3T-01")
    #expect(shown("X-Guest-Pass", rules: own.restricted(toHosts: ["i"])) == "S3CR3T-01")
    // Header fields only.
    #expect(redact("http://h/?shop_key=x", .default) == "http://h/?shop_key=x")
  }

  private func shown(_ name: String, rules: RedactionRules) -> String? {
    shown(name, "S3CR3T-01", rules)
  }

  @Test(arguments: [
    "pass", "pin_code", "otpCode", "verification_code", "cvv", "CVC", "security-code",
    "cardNumber", "ssn", "session", "license_key",
  ])
  func namesOfJSONStrings(name: String) {
    let request = Cassette.Request(
      url: "http://h/", body: Redacting.json("{\"\(name)\":\"S3CR3T\"}"))
    let shown = Redacting.string(RedactionRules.default.redactedForDisplay(request).body)
    #expect(!shown.contains("S3CR3T") && shown.contains("[redacted:"))
  }

  @Test(arguments: [
    (#"{"tokens":["a",1,["b"]]}"#, #"{"tokens":["[redacted:tokens]",1,["[redacted:tokens]"]]}"#),
    (#"{"tokens":{"access":"a","n":2}}"#, #"{"tokens":{"access":"[redacted:tokens]","n":2}}"#),
    (
      #"{"secrets":[{"name":"A","created":"B","token":"c"}]}"#,
      #"{"secrets":[{"name":"A","created":"B","token":"[redacted:token]"}]}"#
    ),
    (#"{"api_keys":{"a":{"b":"c"}}}"#, #"{"api_keys":{"a":{"b":"c"}}}"#),
    (#"{"session":{"title":"Opening"}}"#, #"{"session":{"title":"Opening"}}"#),
    (#"{"pass":3,"fail":1}"#, #"{"pass":3,"fail":1}"#),
    (#"{"cvv":123}"#, #"{"cvv":100}"#),
  ])
  func listsAreReadByTheirForm(text: String, expected: String) {
    let request = Cassette.Request(url: "http://h/", body: Redacting.json(text))
    #expect(
      Redacting.string(RedactionRules.default.redactedForDisplay(request).body) == expected)
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

import Foundation
import TestSupport
import Testing

@testable import Cassette

struct TripwireTests {
  private func call(_ url: String = "https://a.test/", answer: String) -> Cassette.Interaction {
    .init(
      request: .init(url: url),
      outcome: .response(
        .init(
          status: 200, headerFields: ["Content-Type": "application/json"],
          body: .bytes(Data(answer.utf8)))))
  }

  private func redaction(
    _ interaction: Cassette.Interaction, _ tripwire: Tripwire = .default
  ) -> Redactor.Redaction {
    Redactor(tripwire: tripwire, nonce: 1).redactCounting(interaction)
  }

  private func text(_ interaction: Cassette.Interaction) -> String {
    interaction.outcome.response.flatMap { $0.body.data }.map {
      String(decoding: $0, as: UTF8.self)
    } ?? ""
  }

  /// Tokens as issuers make them, by the rule that knows them.
  static func tokens(_ random: inout SplitMix64) -> [(rule: String, token: String)] {
    func made(_ count: Int, _ alphabet: String = "ABCDEFGHJKLMabcdefghjkmnpqrstuvwxyz0123456789")
      -> String
    {
      let letters = Array(alphabet)
      return String((0..<count).map { _ in letters[Int(random.next() % UInt64(letters.count))] })
    }
    let hexadecimal = "0123456789abcdef"
    let upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
    func part(_ json: String) -> String { Base64Text.encodeURL(Array(json.utf8)) }
    return [
      ("github-token", "ghp_" + made(36)), ("github-token", "github_pat_" + made(82)),
      ("gitlab-token", "glpat-" + made(20)), ("aws-key", "AKIA" + made(16, upper)),
      ("aws-key", "ASIA" + made(16, upper)), ("google-key", "AIza" + made(35)),
      ("google-token", "ya29." + made(60)), ("slack-token", "xoxb-" + made(12) + "-" + made(24)),
      ("slack-webhook", "hooks.slack.com/services/T" + made(8) + "/B" + made(8) + "/" + made(24)),
      ("discord-webhook", "discord.com/api/webhooks/" + made(18, "0123456789") + "/" + made(68)),
      ("stripe-key", "sk_live_" + made(24)), ("stripe-key", "rk_live_" + made(24)),
      ("sendgrid-key", "SG." + made(22) + "." + made(43)),
      ("twilio-key", "SK" + made(32, hexadecimal)), ("npm-token", "npm_" + made(36)),
      ("pypi-token", "pypi-" + made(90)), ("openai-key", "sk-" + made(48)),
      ("openai-key", "sk-proj-" + made(60)), ("anthropic-key", "sk-ant-api03-" + made(80)),
      ("square-token", "EAAA" + made(60)), ("square-secret", "sq0csp-" + made(43)),
      ("shopify-token", "shpat_" + made(32, hexadecimal)),
      ("telegram-token", made(9, "123456789") + ":AA" + made(33)),
      (
        "web-token",
        part(#"{"alg":"RS256","typ":"JWT"}"#) + "." + part("{\"sub\":\"\(made(12))\"}") + "."
          + made(86)
      ),
      ("huggingface-token", "hf_" + made(34)), ("vault-token", "hvs." + made(90)),
      ("docker-token", "dckr_pat_" + made(27)), ("mailgun-key", "key-" + made(32, hexadecimal)),
    ]
  }

  @Test func tokensOfKnownShapesAreReplacedWithAWarning() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix64(seed: seed)
    for (rule, token) in Self.tokens(&random) {
      for answer in [
        #"{"a":{"note":"see \#(token)!"}}"#, #"{"a":{"note":"\n\#(token)"}}"#,
        #"{"a":{"note":"x=%3D\#(token)"}}"#, #"{"a":{"note":"<b>\#(token)</b>"}}"#,
      ] {
        let result = redaction(call(answer: answer))
        #expect(
          result.findings == [
            .init(rule: rule, place: "response.body.json/a/note", isReplaced: true)
          ], "\(rule) seed \(seed): \(answer)")
        let shown = text(result.interaction)
        #expect(!shown.contains(token.suffix(16)), "\(rule) seed \(seed)")
        #expect(!result.interaction.redactions.isEmpty, "\(rule)")
        #expect(try JSONDocument(Array(shown.utf8)).bytes.count > 0)
      }
    }
  }

  @Test func aTokenIsReplacedWhereverElseItStands() {
    let token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    let base64 = Data("id:\(token)".utf8).base64EncodedString()
    let interaction = call(
      "https://a.test/\(token)?q=\(base64)", answer: #"{"t":"\#(token)","u":"\#(base64)"}"#)
    let result = redaction(interaction).interaction
    let line = Redacting.text(of: result)
    #expect(LeakSearch.find(secrets: [token], in: line).isEmpty)
  }

  @Test func aPrivateKeyIsReplacedWhole() throws {
    let lines = (0..<20).map { _ in Data((0..<48).map { _ in UInt8.random(in: 0...255) }) }
      .map { $0.base64EncodedString() }
    for kind in ["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "] {
      let key =
        "-----BEGIN \(kind)PRIVATE KEY-----\n" + lines.joined(separator: "\n")
        + "\n-----END \(kind)PRIVATE KEY-----\n"
      for escaped in [key.replacing("\n", with: "\\n"), key.replacing("\n", with: "\\r\\n")] {
        let result = redaction(call(answer: #"{"pem":"\#(escaped)","b":1}"#))
        #expect(result.findings.map(\.rule) == ["private-key"])
        #expect(!lines.contains { text(result.interaction).contains($0) })
        #expect(text(result.interaction).contains(#""b":1"#))
      }
      let start = key.dropLast(40).replacing("\n", with: "\\n")
      let cut = redaction(call(answer: #"{"pem":"\#(start)"}"#))
      #expect(!lines.contains { text(cut.interaction).contains($0) })
    }
    let certificate = "-----BEGIN CERTIFICATE-----\\n" + lines.joined(separator: "\\n")
    #expect(redaction(call(answer: #"{"pem":"\#(certificate)"}"#)).findings.isEmpty)
  }

  @Test func aWebTokenKeepsItsForm() throws {
    var random = SplitMix64(seed: 7)
    let token = try #require(Self.tokens(&random).first { $0.rule == "web-token" }).token
    let result = redaction(call(answer: #"{"note":"\#(token)"}"#))
    let json = try JSONSerialization.jsonObject(with: Data(text(result.interaction).utf8))
    let note = try #require((json as? [String: String])?["note"])
    #expect(note.split(separator: ".").count == 3)
    #expect(note.split(separator: ".")[0] == token.split(separator: ".")[0])
    // What is left is no token any more.
    #expect(TripwireCheck(.default).hits(in: result.interaction).isEmpty)
  }

  @Test func randomValuesUnderSuspiciousNamesAreTold() {
    let value = "q8Zt3LmN7xVb2KpR5wYc9JdF"
    let cases: [(answer: String, place: String)] = [
      (#"{"shop_token_v2":"\#(value)"}"#, "response.body.json/shop_token_v2"),
      (#"{"a":[{"guestSecret":"\#(value)"}]}"#, "response.body.json/a/0/guestSecret"),
      (#"{"shop_keys":["x","\#(value)"]}"#, "response.body.json/shop_keys/1"),
      (#"{"a":"{\"mySignature\":\"\#(value)\"}"}"#, "response.body.json/a"),
      (#"{"next":"https://a.test/?shop_auth=\#(value)"}"#, "response.body.json/next"),
      (#"{"next":"/x?u=%2Fy%3Fshop_auth%3D\#(value)"}"#, "response.body.json/next"),
      (#"[{"name":"shop-credential","value":"\#(value)"}]"#, "response.body.json/0/value"),
      ("<r><ShopSecret>\(value)</ShopSecret></r>", "response.body"),
      ("shop_secret = '\(value)';", "response.body"),
    ]
    for (answer, place) in cases {
      let result = redaction(call(answer: answer))
      #expect(
        result.findings == [.init(rule: "random-value", place: place, isReplaced: false)],
        "\(answer)")
      #expect(text(result.interaction) == answer)
    }
    let field = Cassette.Interaction(
      request: .init(
        url: "https://a.test/p;shop_key=\(value)?shop_session=\(value)",
        headerFields: ["X-ShopAuth": "v1 \(value)"]),
      outcome: .failure(.init(domain: "a", code: 1, text: "<shop_token>\(value)"), nil))
    #expect(
      redaction(field).findings.map(\.place)
        == [
          "request.url.path", "request.url.query[shop_session]", "request.header[X-ShopAuth]",
          "error.text",
        ])
  }

  @Test func harmlessValuesAreNoFindings() {
    let value = "q8Zt3LmN7xVb2KpR5wYc9JdF"
    for answer in [
      #"{"next_page_token":"\#(value)"}"#, #"{"idempotencyKey":"\#(value)"}"#,
      #"{"etag":"\#(value)","nonce":"\#(value)","cursor":"\#(value)","request_id":"\#(value)"}"#,
      #"{"shop_token":"3f2504e0-4f89-41d3-9a0c-0305e82c3301"}"#,
      #"{"shop_secret":"2024-01-01T00:00:00Z"}"#,
      #"{"shop_key":"sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"}"#,
      #"{"token_type":"urn:ietf:params:oauth:grant-type:jwt-bearer"}"#,
      #"{"shop_key":"images/2024/\#(value).png"}"#, #"{"shop_auth":"https://a.test/\#(value)"}"#,
      #"{"shop_secret":"correct horse battery staple"}"#, #"{"shop_key":"12345678901234567890"}"#,
      #"{"authorName":"\#(value)","keyboard":"\#(value)","monkey":"\#(value)"}"#,
      #"{"shop_auth":"authorization-code-with-proof-key"}"#,
      #"{"shop_token":"getUserProfileAndPermissions"}"#,
      #"{"note":"sk-loading-spinner-container-wrapper and pypi-some-package-with-a-very-long-name"}"#,
      #"{"commit_token_sha":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b"}"#,
    ] {
      #expect(redaction(call(answer: answer)).findings.isEmpty, "\(answer)")
      #expect(text(redaction(call(answer: answer)).interaction) == answer)
    }
  }

  // The seed given has a word of a token's length at the end of a line.
  @Test(arguments: [8_484_604_577_301_390_493, UInt64.random(in: .min ... .max)])
  func imagesHoldNoTokens(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<50 {
      // Small numbers in big-endian words, as in images, make `EAAA` and the like in base64.
      var bytes = Data([0x89, 0x50, 0x4E, 0x47])
      for _ in 0..<2000 {
        bytes.append(contentsOf: [0, 0, 0, UInt8(truncatingIfNeeded: random.next())])
        if random.next() & 1 == 0 { bytes.append(UInt8(truncatingIfNeeded: random.next())) }
      }
      let answers = [
        #"{"signature":{"png":"\#(bytes.base64EncodedString())"}}"#,
        #"{"png":"data:image/png;base64,\#(bytes.base64EncodedString(options: .lineLength76Characters).replacing("\r\n", with: "\\n"))"}"#,
      ]
      for answer in answers {
        #expect(redaction(call(answer: answer)).findings.isEmpty, "seed \(seed)")
      }
    }
  }

  @Test func linesOfBase64HoldNoTokensAndListsDo() {
    let word = "EAAA" + String(repeating: "bC3dE4", count: 10)
    let line = "iVBORw0KGgo+" + String(repeating: "aB/cD+eF", count: 8)
    let others = ["ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8", "AKIAIOSFODNN7EXAMPLQ"]
    for end in ["\\n", "\\r\\n", "\n"] {
      for image in ["\(line)\(end)\(word)/ab\(end)\(line)", "\(line)\(end)aB/+D+\(word)\(end)\(line)"]
      {
        let answer = #"{"png":"\#(image)"}"#
        #expect(redaction(call(answer: answer)).findings.isEmpty, "\(answer)")
      }
      // Behind a key as in a listing.
      for token in others + [word] {
        let answer =
          #"{"list":"\#(line)\#(end)\#(token)\#(end)\#(token.replacing("E", with: "F"))"}"#
        #expect(!redaction(call(answer: answer)).findings.isEmpty, "\(answer)")
        #expect(!text(redaction(call(answer: answer)).interaction).contains(token))
      }
    }
    let path = "https://a.test/" + String(repeating: "abcdefgh/", count: 12) + others[0]
    #expect(redaction(call(answer: #"{"u":"\#(path)"}"#)).findings.count == 1)
  }

  @Test func whatIsAllowedStays() {
    let token = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    let answer = #"{"list":[{"note":"\#(token)","shop_key":"q8Zt3LmN7xVb2KpR5wYc9JdF"}]}"#
    #expect(redaction(call(answer: answer)).findings.count == 2)
    let tripwire = Tripwire.default.allowing(
      .init(rule: "github-token", place: "response.body.json/list/*/note"),
      .init(rule: "*", place: "*key"))
    let result = redaction(call(answer: answer), tripwire)
    #expect(result.findings.isEmpty && text(result.interaction) == answer)
    #expect(Tripwire.Allowance("a@b@c")?.place == "b@c")
    for text in ["", "a", "@b", "a@"] { #expect(Tripwire.Allowance(text) == nil, "\(text)") }
  }

  @Test func rulesAreAddedRemovedAndListed() {
    let answer = #"{"note":"shop_a1B2c3D4e5F6","blubb":"q8Zt3LmN7xVb2KpR5wYc9JdF"}"#
    let tripwire = Tripwire.default
      .adding(.tokens(id: "shop", prefixes: ["shop_"], counts: 12...12))
      .adding(.randomValues(id: "blubbs", words: ["blubb"]))
    #expect(redaction(call(answer: answer)).findings.isEmpty)
    #expect(redaction(call(answer: answer), tripwire).findings.map(\.rule) == ["shop", "blubbs"])
    let without = tripwire.removing(id: "shop").removing(id: "blubbs")
    #expect(without == .default)
    let ids = Tripwire.default.rules.map(\.id)
    #expect(Set(ids).count == ids.count && ids.contains("random-value"))
    #expect(Tripwire.default.rules.filter { !$0.isReplacing }.map(\.id) == ["random-value"])
    #expect(
      redaction(call(answer: #"{"shop_key":"q8Zt3LmN7xVb2KpR5wYc9JdF"}"#), .unsafelyOff)
        .findings.isEmpty)
  }

  @Test func whereSecretsAreKeptOnPurposeNothingIsLookedFor() {
    let answer = #"{"a":"ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}"#
    let redactor = Redactor(rules: .unsafelyRecordingSecrets)
    let result = redactor.redactCounting(call(answer: answer))
    #expect(result.findings.isEmpty && text(result.interaction) == answer)
  }

  @Test func aTokenInUserInfoLeavesAURL() throws {
    let token = "glpat-a1B2c3D4e5F6g7H8i9J0"
    let redactor = Redactor(rules: RedactionRules.default.removing(id: "user-info"))
    let result = redactor.redact(call("https://oauth2:\(token)@a.test/x", answer: "{}"))
    #expect(!result.request.url.contains(token))
    #expect(URL(string: result.request.url)?.host == "a.test")
  }

  @Test func valuesOfVariablesAreSecretsInEveryEncoding() throws {
    let secret = "Zz9/plain+value in=it"
    let redactor = Redactor(nonce: 1)
    #expect(redactor.learn(Array(secret.utf8), named: "SHOP_PASS_CODE"))
    #expect(!redactor.learn(Array("short".utf8), named: "SHORT"))
    #expect(!redactor.learn(Array("1234567890".utf8), named: "NUMBER"))
    let encoded = try #require(secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    let twice = try #require(encoded.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    let base64 = (0..<3).map { Data(("ab".prefix($0) + secret).utf8).base64EncodedString() }
    let answer =
      #"{"a":"\#(secret)","b":"\#(encoded)","c":"\#(twice)","d":"\#(base64.joined(separator: " "))"}"#
    let result = redactor.redact(call("https://a.test/?q=\(encoded)", answer: answer))
    let har = Redacting.text(of: result)
    #expect(LeakSearch.find(secrets: [secret], in: har).isEmpty)
    #expect(String(decoding: har, as: UTF8.self).contains("[redacted:shop_pass_code:"))
  }
}

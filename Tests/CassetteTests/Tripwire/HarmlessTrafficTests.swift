import Foundation
import TestSupport
import Testing

@testable import Cassette

/// Traffic full of what looks random and is no secret, and some of it with one planted.
struct HarmlessTrafficTests {
  private struct Maker {
    var random: SplitMix64

    mutating func text(
      _ count: Int,
      of alphabet: String = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    ) -> String {
      let letters = Array(alphabet)
      return String((0..<count).map { _ in letters[Int(random.next() % UInt64(letters.count))] })
    }

    mutating func hexadecimal(_ count: Int) -> String { text(count, of: "0123456789abcdef") }

    mutating func uuid() -> String {
      [8, 4, 4, 4, 12].map { hexadecimal($0) }.joined(separator: "-")
    }

    mutating func base64(_ count: Int) -> String {
      Data(random.bytes(count)).base64EncodedString()
    }

    mutating func png() -> Data {
      Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data(random.bytes(600))
    }

    mutating func date() -> String {
      "20\(text(2, of: "0123"))-0\(text(1, of: "123456789"))-1\(text(1, of: "0123456789"))T"
        + "1\(text(1, of: "0123456789")):2\(text(1, of: "0123456789")):30.\(text(6, of: "0123456789"))Z"
    }

    /// Members of a JSON object, none of which is a secret.
    mutating func members() -> [(name: String, value: String)] {
      [
        ("id", uuid()), ("request_id", text(24)), ("node_id", base64(24)),
        ("sha", hexadecimal(40)), ("tree_sha", hexadecimal(64)), ("etag", hexadecimal(32)),
        ("digest", "sha256:" + hexadecimal(64)), ("integrity", "sha384-" + base64(48)),
        ("next_page_token", text(48)), ("nextPageToken", base64(60)), ("pageToken", text(32)),
        ("continuation_token", base64(90)), ("cursor", base64(33)), ("nonce", text(32)),
        ("end_cursor", text(22)), ("sync_token", text(30)), ("created_at", date()),
        ("idempotency_key", uuid()), ("dedup_key", hexadecimal(32)), ("cache_key", hexadecimal(40)),
        ("object_key", "images/\(hexadecimal(32)).png"), ("token_type", "bearer"),
        ("public_key", base64(32)), ("key_id", hexadecimal(16)), ("fingerprint", hexadecimal(40)),
        ("avatar_url", "https://avatars.test/u/\(text(8, of: "123456789"))?v=4"),
        ("thumbnail", png().base64EncodedString()), ("trace_id", hexadecimal(32)),
        ("span_id", hexadecimal(16)), ("version", "v1.2.\(text(2, of: "123456789"))"),
        ("author", "user-\(text(20))"), ("keyboard_layout", text(24)), ("monkey", text(24)),
        ("secret_santa_date", date()), ("token_count", "1234"), ("session_uuid", uuid()),
        ("auth_method", "authorization_code_with_pkce"),
        ("signature_url", "https://a.test/\(text(30))"),
        ("description", "The token of our appreciation: a key to the city, and a secret garden."),
      ]
    }

    mutating func interaction(_ number: Int) -> Cassette.Interaction {
      var chosen = members().shuffled(using: &random)
      chosen.removeLast(20)
      let body =
        "{" + chosen.map { "\"\($0.name)\":\"\($0.value)\"" }.joined(separator: ",") + "}"
      let isImage = number % 10 == 9
      return .init(
        request: .init(
          url: "https://api.test/repos/\(hexadecimal(40))/\(uuid())?cursor=\(text(32))"
            + "&page_token=\(text(24))&nonce=\(text(20))&since=\(date())",
          headerFields: [
            "If-None-Match": "W/\"\(hexadecimal(40))\"", "X-Request-Id": uuid(),
            "Idempotency-Key": uuid(), "Traceparent": "00-\(hexadecimal(32))-\(hexadecimal(16))-01",
          ]),
        outcome: .response(
          .init(
            status: 200,
            headerFields: [
              "ETag": "\"\(hexadecimal(64))\"", "CF-Ray": "\(hexadecimal(16))-FRA",
              "X-Amz-Cf-Id": base64(42), "Content-MD5": base64(16), "X-GitHub-Request-Id": uuid(),
              "Last-Modified": "Tue, 01 Dec 2026 10:49:08 GMT",
              "Content-Type": isImage ? "image/png" : "application/json",
              "Digest": "SHA-256=\(base64(32))",
              "Link": "<https://api.test/x?cursor=\(text(40))>; rel=\"next\"",
            ], body: .bytes(isImage ? png() : Data(body.utf8)))))
    }
  }

  @Test func fiveHundredHarmlessInteractionsStayAsTheyAre() {
    var maker = Maker(random: SplitMix64(name: "harmless traffic"))
    let redactor = Redactor()
    var findings: [Tripwire.Finding] = []
    for number in 0..<500 {
      let interaction = maker.interaction(number)
      let result = redactor.redactCounting(interaction)
      findings += result.findings
      #expect(result.interaction == interaction, "seed \(maker.random.seed)")
    }
    #expect(findings.count <= 1, "\(findings), seed \(maker.random.seed)")
  }

  @Test func everyPlantedSecretIsFound() throws {
    var maker = Maker(random: SplitMix64(name: "planted secrets"))
    var planted: [String] = []
    let words = ["secret", "token", "key", "signature", "session", "credential", "auth", "passwd"]
    let redactor = Redactor()
    var missed: [String] = []
    var count = 0
    for number in 0..<500 {
      var interaction = maker.interaction(number)
      guard number % 10 != 9 else {
        #expect(redactor.redactCounting(interaction).findings.isEmpty)
        continue
      }
      let isToken = number % 2 == 0
      let secret: String
      let name: String
      if isToken {
        let tokens = TripwireTests.tokens(&maker.random)
        secret = tokens[number / 2 % tokens.count].token
        name = "remark"
      } else {
        let length = 20 + Int(maker.random.next() % 40)
        switch number / 2 % 4 {
        case 0: secret = maker.text(length)
        case 1: secret = maker.hexadecimal(length)
        case 2: secret = maker.base64(length)
        default: secret = maker.text(length, of: "abcdefghijklmnopqrstuvwxyz0123456789")
        }
        name = "shop_\(words[number / 2 % words.count])_\(number % 7)"
      }
      planted.append(secret)
      count += 1
      guard case .response(var response) = interaction.outcome, let body = response.body.data
      else { continue }
      response.body = .bytes(Data("{\"\(name)\":\"\(secret)\",".utf8) + body.dropFirst())
      interaction.outcome = .response(response)
      let result = redactor.redactCounting(interaction)
      let place = "response.body.json/\(name)"
      if !result.findings.contains(where: { $0.place == place && $0.isReplaced == isToken }) {
        missed.append("\(name): \(secret)")
      }
      if isToken {
        #expect(
          LeakSearch.find(secrets: [secret], in: Redacting.text(of: result.interaction)).isEmpty)
      }
    }
    #expect(missed.isEmpty, "\(missed) of \(count), seed \(maker.random.seed)")
  }
}

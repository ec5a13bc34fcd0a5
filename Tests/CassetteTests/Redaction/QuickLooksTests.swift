import Foundation
import Testing

@testable import Cassette

/// Most texts are passed over after a quick look: it may let through what is nothing, and must never deny
/// what a whole search finds.
struct QuickLooksTests {
  private static let secret = "kX92 mQ-4z7"
  private static let words = [
    "", " ", "\n", "token=", "\"apiKey\":\"", "X-Auth: ", "Bearer ", "words, that go on. ", "%4",
    "\\",
    "ghp_", "SK", "sk-ant-", "123456789:", "hooks.slack.com/services/", "https://h.test/a?b=c",
    "qZ7xK2mP9vL4tR8wB3nJ6cF1dH5sG0yAeUi2oX", "0123456789abcdef0123456789abcdef",
    "%71%5A7xK2mP9vL4tR8", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJlb2Z0aGV0b2tlbg",
    "-----BEGIN PRIVATE KEY-----\nMIIEvQ\n-----END PRIVATE KEY-----", "[redacted:token:1]",
    "%5Bredacted%3Atoken%3A1%5D", "a.b.W3JlZGFjdGVkOng6MV0", "[redacted", ".",
  ]
  private static let spellings: [String] = [
    secret, "kX92%20mQ-4z7", "kX92%2520mQ-4z7", "kX92\\u0020mQ\\u002d4z7",
    Data("x\(secret)y".utf8).base64EncodedString(), Data(secret.utf8).base64EncodedString(),
    secret.utf8.map { String($0, radix: 16) }.joined(), secret.map { "\($0)\0" }.joined(),
  ]
  private static let pieces = words + spellings

  private static let index: SecretIndex = {
    var index = SecretIndex()
    index.insert(Array(secret.utf8), id: 0)
    return index
  }()

  private struct Look {
    let name: String
    let quick: (UnsafeBufferPointer<UInt8>) -> Bool
    let whole: ([UInt8]) -> Bool
    var found = 0
    var passedOver = 0
  }

  @Test func denyNothingThatIsThere() {
    var random = RedactionRandom()
    let index = Self.index
    let tokens = TokenScan(Tripwire.default.rules)
    let suspicions = SuspicionScan(Tripwire.default.rules)
    let names = RedactionRules.defaultNames
    let placeholders = Look(name: "placeholders", quick: Placeholder.mayOccur) {
      !Placeholder.occurrences(in: $0).isEmpty
    }
    let ofTokens = Look(name: "tokens", quick: tokens.mayHit) { !tokens.hits(in: $0).isEmpty }
    let ofSuspicions = Look(name: "suspicions", quick: suspicions.mayFindAnything) {
      !suspicions.hits(in: $0, named: Array("X-Token".utf8)).isEmpty
    }
    let ofKnown = Look(
      name: "known secrets", quick: { SecretSearch.mayMatch($0, index: index) },
      whole: { !SecretSearch.matches(in: $0, index: index).isEmpty })
    let ofNamed = Look(name: "named secrets", quick: SecretScan.mayFindAnything) {
      !SecretScan.secrets(in: $0, for: .recording, names: names, host: []).isEmpty
    }
    var looks = [placeholders, ofTokens, ofSuspicions, ofKnown, ofNamed]
    for _ in 0..<4000 {
      let pieces = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        Self.pieces[Int.random(in: Self.pieces.indices, using: &random)]
      }
      let text = Array(pieces.joined().utf8)
      for look in looks.indices {
        let mayBe = text.withUnsafeBufferPointer(looks[look].quick)
        let isThere = looks[look].whole(text)
        if isThere { looks[look].found += 1 }
        if !mayBe { looks[look].passedOver += 1 }
        #expect(
          mayBe || !isThere,
          "\(looks[look].name) in \(String(decoding: text, as: UTF8.self)), seed \(random.seed)")
      }
    }
    for look in looks {
      #expect(look.found > 100 && look.passedOver > 100, "\(look.name), seed \(random.seed)")
    }
  }

  /// A name that is suspicious has a word in it, whatever its case and what is around it.
  @Test(arguments: [
    ("X-Shop-TOKEN2", true), ("clientSecrets", true), ("x-ab", true), ("XYsessiontoken", true),
    ("created", false), ("", false), ("to-ken", false),
  ])
  func shortWordsOfSuspiciousNamesCountToo(name: String, isSuspicious: Bool) {
    let names = SuspiciousNames(words: ["token", "secret", "ab"], exceptions: [])
    #expect(names.contains(Array(name.utf8)[...]) == isSuspicious)
    let longer = SuspiciousNames(words: ["token", "secret"], exceptions: [])
    #expect(longer.contains(Array(name.utf8)[...]) == (isSuspicious && name != "x-ab"))
  }
}

import Foundation
import Testing

@testable import Cassette

struct MatchKeyTests {
  @Test func hashesAsFNV1aDoes() {
    func hash(_ text: String) -> UInt32 {
      var hash = FNV1a()
      for byte in text.utf8 { hash.combine(byte) }
      return hash.value
    }
    // The authors' published vectors.
    #expect(hash("") == 0x811C_9DC5)
    #expect(hash("a") == 0xE40C_292C)
    #expect(hash("foobar") == 0xBF9C_F968)
  }

  /// Stored in cassettes: whoever changes one of these raises `MatchKey.version`.
  @Test func staysTheSame() {
    #expect(MatchKey.version == 1)
    let json = Fixture.post(#"{"b":[1.50,true,null],"a":"\u00e9"}"#, "application/json")
    var parts = Fixture.post("", nil)
    parts.body = .multipart([
      .init(name: "a", fileName: "b", contentType: "c/d", value: Data([0, 255]))
    ])
    let keys = [
      Fixture.get("http://example.com"), Fixture.get("HTTPS://h:8443/a%2f?b=1&a&b=2#f"), json,
      Fixture.post("b=1&a=%20+x&b", "application/x-www-form-urlencoded"), parts,
    ].map { request in
      let key = MatchKey(request)
      return "\(key.route) \(key.full)"
    }
    #expect(keys == Self.pinned)
  }

  private static let pinned = [
    "559018045 2710738105", "136020118 74291541", "4232470057 2411511855",
    "4232470057 3467725094", "4232470057 90097359",
  ]

  @Test func equalRequestsHashEquallyHoweverSpelled() {
    let seed = UInt64.random(in: 0 ... .max)
    print("MatchKeyTests.equalRequestsHashEquallyHoweverSpelled seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<800 {
      let model = RequestModel(&random)
      let (one, two) = (model.spelled(&random), model.spelled(&random))
      #expect(Fixture.difference(one, two) == nil, "\(one) \(two)")
      #expect(MatchKey(one) == MatchKey(two), "\(one) \(two)")
      #expect(MatchKey(one) == MatchSubject(one).key)
    }
  }

  @Test func oneChangeMakesRequestsDiffer() {
    let seed = UInt64.random(in: 0 ... .max)
    print("MatchKeyTests.oneChangeMakesRequestsDiffer seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var collisions = 0
    for _ in 0..<800 {
      let model = RequestModel(&random)
      let changed = model.changed(&random)
      let (one, two) = (model.spelled(&random), changed.spelled(&random))
      #expect(Fixture.difference(one, two) != nil, "\(one) \(two)")
      #expect(Fixture.difference(two, one) != nil, "\(one) \(two)")
      if MatchKey(one).full == MatchKey(two).full { collisions += 1 }
    }
    #expect(collisions < 5)
  }

  /// Whatever the bodies and types: what is equal hashes equally.
  @Test func hashAgreesWithEqualityOnOddContent() {
    let seed = UInt64.random(in: 0 ... .max)
    print("MatchKeyTests.hashAgreesWithEqualityOnOddContent seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let words = [
      "1", "1.0", "\"a+b\"", "\"a%20b\"", "{", "}", "{}", "[]", "[", "]", "\"", "a", "=", "&", "+",
      "%20", " ", "%31", "null", "--b", "\r\n", "--", ",", ":", "{\"a\":1}", "{\"a\":1,\"a\":1}",
    ]
    let types = [
      nil, "", "application/json", "a/b+json", "application/x-www-form-urlencoded", "text/plain",
      "multipart/mixed; boundary=b", "application/octet-stream",
    ]
    var equal = 0
    for _ in 0..<8_000 {
      func request() -> Cassette.Request {
        let text = (0..<Int.random(in: 0...3, using: &random)).map { _ in
          words.randomElement(using: &random) ?? ""
        }.joined()
        return Fixture.post(text, types.randomElement(using: &random) ?? nil)
      }
      let (one, two) = (request(), request())
      let isEqual = Fixture.difference(one, two) == nil
      #expect(isEqual == (Fixture.difference(two, one) == nil), "\(one) \(two)")
      guard isEqual else { continue }
      equal += 1
      #expect(MatchKey(one) == MatchKey(two), "\(one) \(two)")
    }
    #expect(equal > 60)
  }
}

import Foundation
import Testing

@testable import Cassette

struct BodyRuleTests {
  private let json = "application/json"
  private let form = "application/x-www-form-urlencoded"

  private func check(
    _ asked: Cassette.Request, _ recorded: Cassette.Request, _ matcher: RequestMatcher,
    _ expected: String?
  ) {
    #expect(Fixture.difference(asked, recorded, by: matcher) == expected)
    #expect((Fixture.difference(recorded, asked, by: matcher) == nil) == (expected == nil))
  }

  // MARK: JSON

  @Test(
    arguments: [
      (#"{"id":1,"n":1}"#, #"{"n":1}"#, nil),
      (#"{"id":{"a":[1]},"n":1}"#, #"{"id":null,"n":1}"#, nil),
      (#"{"items":[{"at":1,"n":1},{"at":2}]}"#, #"{"items":[{"n":1},{"at":[]}]}"#, nil),
      (#"{"a/b":{"~":1}}"#, #"{"a/b":{"~":2}}"#, nil),
      (#"{"tags":[1,2,3]}"#, #"{"tags":[4]}"#, nil),
      (#"{"id":1,"n":1}"#, #"{"id":2,"n":2}"#, "body at $.n: sent 1, recorded 2"),
      (
        #"{"items":[{"at":1}]}"#, #"{"items":[]}"#,
        "body at $.items[0]: sent an object of 1, recorded nothing"
      ),
      (#"{"at":1}"#, #"{"at":2}"#, "body at $.at: sent 1, recorded 2"),
    ] as [(String, String, String?)])
  func placesAreLeftOut(asked: String, recorded: String, expected: String?) {
    let matcher = RequestMatcher.default
      .ignoringJSON("/id", "/items/*/at", "/a~1b/~0").ignoringJSON("/tags/*")
    check(Fixture.post(asked, json), Fixture.post(recorded, json), matcher, expected)
    #expect(!matcher.usesDefaultKey && matcher.usesWholeRoute)
  }

  @Test func theWholeValueMayBeLeftOut() {
    check(
      Fixture.post("[1]", json), Fixture.post("{}", json), .default.ignoringJSON(""), nil)
    check(
      Fixture.post("[1]", json), Fixture.post("[1", json), .default.ignoringJSON(""),
      #"body at byte 2: sent "[1]", recorded "[1""#)
  }

  @Test func aSecretInALeftOutPlaceIsNoMatter() {
    let kept = Fixture.recorded(
      Fixture.post(#"{"token":"[redacted:token:1]","n":1}"#, json),
      [("request.body.json/token", "[redacted:token:1]")])
    let matcher = RequestMatcher.default.ignoringJSON("/token")
    #expect(Fixture.difference(Fixture.post(#"{"n":1}"#, json), kept, by: matcher) == nil)
    #expect(Fixture.difference(Fixture.post(#"{"n":1}"#, json), kept) != nil)
  }

  @Test(arguments: [
    ("1.0", "1", RequestMatcher.NumberRule.byValue, true), ("1", "2", .byValue, false),
    ("1.0", "1", .bySpelling, false), ("1e0", "1e0", .bySpelling, true),
    ("1.05", "1", .within(0.1), true), ("1.2", "1", .within(0.1), false),
    ("-1", "1", .within(2), true), ("1e400", "1e400", .within(0), true),
    ("1e400", "1e401", .within(1), false), ("1e99999999999999999999", "1", .within(1), false),
    ("9007199254740993", "9007199254740992", .byValue, false),
    ("true", "1", .within(5), false),
  ])
  func numbers(asked: String, recorded: String, rule: RequestMatcher.NumberRule, isHit: Bool) {
    let matcher = RequestMatcher.default.comparingNumbers(rule)
    check(
      Fixture.post("[\(asked)]", json), Fixture.post(" [\(recorded)]", json), matcher,
      isHit ? nil : "body at $[0]: sent \(shown(asked)), recorded \(shown(recorded))")
  }

  private func shown(_ number: String) -> String {
    number == "1e99999999999999999999" ? "1e..." : number
  }

  @Test func onlyToleranceLeavesTheKeyBehind() {
    #expect(RequestMatcher.default.comparingNumbers(.bySpelling).usesDefaultKey)
    #expect(!RequestMatcher.default.comparingNumbers(.within(1)).usesDefaultKey)
    #expect(
      "\(RequestMatcher.default.comparingNumbers(.within(0.5)))"
        == ".default.comparingNumbers(.within(0.5))")
  }

  // MARK: Forms and parts

  @Test func fieldsAreLeftOut() {
    let matcher = RequestMatcher.default.ignoringFormFields("t[]", "no nce")
    check(
      Fixture.post("no+nce=1&a=1&t%5B%5D=1", form), Fixture.post("a=1&no%20nce=2", form), matcher,
      nil)
    check(
      Fixture.post("a=1", form), Fixture.post("a=2&t[]=1", form), matcher,
      #"body field "a": sent "1", recorded "2""#)
    #expect(!matcher.usesDefaultKey)
  }

  private func parts(_ parts: Cassette.Body.Part...) -> Cassette.Request {
    Cassette.Request(method: "POST", url: "http://h/", body: .multipart(parts))
  }

  private func part(
    _ name: String, _ text: String, file: String? = nil, digest: Bool = false
  ) -> Cassette.Body.Part {
    .init(
      name: name, fileName: file, value: Data(digest ? "".utf8 : text.utf8),
      digest: digest ? .init(byteCount: text.utf8.count, sha256: text) : nil)
  }

  @Test func partsAreLeftOut() {
    let matcher = RequestMatcher.default.ignoringParts("nonce")
    check(
      parts(part("nonce", "1"), part("a", "x")), parts(part("a", "x"), part("nonce", "2")), matcher,
      nil)
    check(
      parts(part("nonce", "1"), part("a", "x")), parts(part("a", "y")), matcher,
      #"body part "a": sent "x", recorded "y""#)
    #expect(!matcher.usesDefaultKey)
  }

  @Test func contentsOfPartsAreLeftOut() {
    let matcher = RequestMatcher.default.ignoringPartContents("file")
    check(
      parts(part("file", "1", file: "f"), part("a", "x")),
      parts(part("file", "22", file: "f"), part("a", "x")), matcher, nil)
    check(
      parts(part("file", "1", file: "f")), parts(part("file", "2", file: "f", digest: true)),
      matcher, nil)
    check(
      parts(part("file", "1", file: "f")), parts(part("file", "1", file: "g")), matcher,
      #"body file name of part "file": sent "f", recorded "g""#)
    check(
      parts(part("a", "x")), parts(part("file", "22", file: "f"), part("a", "x")), matcher,
      #"body name of part number 1: sent "a", recorded "file""#)
    check(
      parts(part("a", "x")), parts(part("a", "y")), matcher,
      #"body part "a": sent "x", recorded "y""#)
    #expect(!matcher.usesDefaultKey)
  }

  // MARK: Text and bytes

  @Test(
    arguments: [
      ("a\r\nb \r\n", "a\nb", nil),
      ("a\rb\t\n\n", "a\n b", #"body at line 2: sent "b", recorded " b""#),
      ("a\n\nb", "a\nb", #"body at line 2: sent "", recorded "b""#),
      ("a", "a\nb", #"body at line 2: sent nothing, recorded "b""#), ("", "", nil),
      ("\u{FEFF}a", "a", nil),
    ] as [(String, String, String?)])
  func textByLines(asked: String, recorded: String, expected: String?) {
    check(
      Fixture.post(asked, "text/plain"), Fixture.post(recorded, "text/plain; charset=UTF-8"),
      .default.comparingTextByLines(), expected)
  }

  @Test func textInItsOwnCharset() {
    func text(_ bytes: [UInt8], _ charset: String) -> Cassette.Request {
      Fixture.post(Data(bytes), "text/plain; charset=\"\(charset)\"")
    }
    let matcher = RequestMatcher.default.comparingTextByLines()
    let utf8 = text(Array("\u{e9}\u{1F600}\r\n".utf8), "utf-8")
    let big: [UInt8] = [0x00, 0xE9, 0xD8, 0x3D, 0xDE, 0x00]
    let little: [UInt8] = [0xE9, 0x00, 0x3D, 0xD8, 0x00, 0xDE, 0x20, 0x00]
    check(text(big, "UTF-16"), utf8, matcher, nil)
    check(text([0xFE, 0xFF] + big, "utf-16"), utf8, matcher, nil)
    check(text([0xFF, 0xFE] + little, "utf-16"), utf8, matcher, nil)
    check(text(little, "utf-16le"), utf8, matcher, nil)
    check(text([0xE9], "ISO-8859-1"), text(Array("\u{e9}".utf8), "utf-8"), matcher, nil)
    // What cannot be read so is compared as bytes.
    for broken in [text([0xD8, 0x3D], "utf-16"), text([0x41], "utf-16"), text([0xE9], "utf-8")] {
      check(broken, broken, matcher, nil)
      #expect(Fixture.difference(broken, utf8, by: matcher)?.hasPrefix("body at byte 0") == true)
    }
    #expect(
      Fixture.difference(text([0x41, 0x0A], "koi8-r"), text([0x41], "koi8-r"), by: matcher)
        == #"body at byte 1: sent "A\n", recorded "A""#)
  }

  @Test func whatIsNoTextIsCompareAsEver() {
    let matcher = RequestMatcher.default.comparingTextByLines()
    check(
      Fixture.post("a\n", "image/png"), Fixture.post("a", "image/png"), matcher,
      #"body at byte 1: sent "a\n", recorded "a""#)
    check(Fixture.post("a\n", nil), Fixture.post("a", "text/csv"), matcher, nil)
    check(Fixture.post("[1, 2]", json), Fixture.post("[1,2]", json), matcher, nil)
    #expect(!matcher.usesDefaultKey)
  }

  @Test func sha256() {
    let matcher = RequestMatcher.default.removing(.body).adding(.bodySHA256)
    check(Fixture.post("[1]", json), Fixture.post("[1]", json), matcher, nil)
    check(
      Fixture.post("[1]", json), Fixture.post("[1 ]", json), matcher,
      "body: sent 3 bytes of SHA-256 080a9ed42855..., recorded 4 bytes of SHA-256 54b5a2c2028d...")
    var digest = Fixture.post("", json)
    digest.body = .digest(
      byteCount: 3, sha256: Array("[1]".utf8).withUnsafeBytes { SHA256.hexadecimal($0) })
    check(Fixture.post("[1]", json), digest, matcher, nil)
    check(
      Fixture.post("", json), Fixture.post("x", json), matcher,
      "body: sent nothing, recorded 1 byte of SHA-256 2d711642b726...")
    // The hash of a secret tells it to whoever tries.
    let kept = Fixture.recorded(
      Fixture.post("x [redacted:k:1]", nil), [("request.body", "[redacted:k:1]")])
    #expect(Fixture.difference(Fixture.post("x 12", nil), kept, by: matcher) == nil)
    #expect(
      Fixture.difference(Fixture.post("y 12", nil), kept, by: matcher)
        == "body: sent 4 bytes, recorded 16 bytes")
  }

  @Test func whatIsLeftOutStaysSoInAPartThatTakesItsPlace() {
    func difference(_ matcher: RequestMatcher) -> String? {
      Fixture.difference(
        Fixture.post(#"{"id":1,"n":1.01}"#, "application/json"),
        Fixture.post(#"{"id":2,"n":1}"#, "application/json"), by: matcher)
    }
    let loose = RequestMatcher.default.ignoringJSON("/id").comparingNumbers(.within(0.1))
    #expect(difference(loose.adding(.body)) == nil)
    #expect(difference(loose.removing(.body).adding(.body)) != nil)
  }
}

import Foundation
import Testing

@testable import Cassette

/// The cases BM-01, BM-02 and BM-04, and what lies between them.
struct BodyMatchingTests {
  private func check(
    _ asked: Cassette.Request, _ recorded: Cassette.Request, _ expected: String?,
    by matcher: RequestMatcher = .default
  ) {
    #expect(Fixture.difference(asked, recorded, by: matcher) == expected)
    if expected == nil, matcher.usesDefaultKey {
      let keys = (MatchKey(asked).full, MatchKey(recorded).full)
      #expect(keys.0 == keys.1 || keys.1 == 0)
    }
    #expect((Fixture.difference(recorded, asked, by: matcher) == nil) == (expected == nil))
  }

  @Test func jsonByStructure() {
    let json = "application/json"
    let kept = Fixture.post(#"{"a":1,"b":[1,2],"c":null}"#, json)
    let other = #"{ "c" : null, "b" : [1, 2], "a" : 1 }"#
    check(Fixture.post(other, json), kept, nil)
    check(
      Fixture.post(#"{"a":1,"b":[2,1],"c":null}"#, json), kept,
      "body at $.b[0]: sent 2, recorded 1")
    check(
      Fixture.post(#"{"a":"1","b":[1,2],"c":null}"#, json), kept,
      #"body at $.a: sent "1", recorded 1"#)
    check(
      Fixture.post(#"{"a":1,"b":[1,2]}"#, json), kept, "body at $.c: sent nothing, recorded null")
    check(Fixture.post(other, "application/json; charset=utf-8"), kept, nil)
    check(Fixture.post(other, "application/vnd.api+json"), kept, nil)
    check(Fixture.post(other, "Application/JSON ;x=1"), kept, nil)
    check(
      Fixture.post(other, json), kept,
      #"body at byte 1: sent "{ \"c\" : null, \"b\" : [1, 2], \"a\" : 1 }", recorded "#
        + #""{\"a\":1,\"b\":[1,2],\"c\":null}""#,
      by: .default.removing(.body).adding(.bodyBytes))
    check(Fixture.post(#"{"a":"#, json), Fixture.post(#"{"a":"#, json), nil)
  }

  @Test(
    arguments: [
      ("[1.0]", "[1]", nil), ("[1e2]", "[100]", nil), ("[-0]", "[0.0]", nil),
      ("[0.1]", "[0.10000000000000001]", "body at $[0]: sent 0.1, recorded 0.10000000000000001"),
      ("[1e400]", "[1e401]", "body at $[0]: sent 1e400, recorded 1e401"),
      ("[true]", "[1]", "body at $[0]: sent true, recorded 1"),
      ("[false]", "[0]", "body at $[0]: sent false, recorded 0"),
      ("[null]", "[]", "body at $[0]: sent null, recorded nothing"),
      (#"["\u0041\/"]"#, #"["A/"]"#, nil),
      (#"["e\u0301"]"#, #"["\u00e9"]"#, #"body at $[0]: sent "e\u{301}", recorded "\u{e9}""#),
      (#"{"a b":{"":1}}"#, #"{"a b":{"":2}}"#, #"body at $["a b"][""]: sent 1, recorded 2"#),
      (#"{"a":{}}"#, #"{"a":[]}"#, "body at $.a: sent {}, recorded []"),
      (
        #"{"a":{"x":1}}"#, #"{"a":[1,2]}"#,
        "body at $.a: sent an object of 1, recorded an array of 2"
      ),
      ("\"\\u0061\"", "\"a\"", nil), ("1.50", "1.5", nil),
      ("[1200]", "[-0.0125]", "body at $[0]: sent 1200, recorded -0.0125"),
    ] as [(String, String, String?)])
  func jsonValues(asked: String, recorded: String, expected: String?) {
    check(
      Fixture.post(asked, "application/json"), Fixture.post(recorded, "application/json"), expected)
  }

  @Test func jsonThatIsComparedAsBytes() {
    let json = "application/json"
    // Two members of one key: readers differ in what it says.
    check(Fixture.post(#"{"a":1,"a":2}"#, json), Fixture.post(#"{"a":1,"a":2}"#, json), nil)
    check(
      Fixture.post(#"{"a":1,"a":2}"#, json), Fixture.post(#"{"a":1, "a":2}"#, json),
      #"body at byte 7: sent "{\"a\":1,\"a\":2}", recorded "{\"a\":1, \"a\":2}""#)
    let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    check(Fixture.post(deep, json), Fixture.post(deep, json), nil)
    check(
      Fixture.post(deep, json), Fixture.post(deep + " ", json),
      "body at byte 400: sent ...\"" + String(repeating: "]", count: 20) + "\", recorded ...\""
        + String(repeating: "]", count: 20) + " \"")
  }

  @Test func contentWithoutATypeIsJSONByItsLook() {
    let (one, two) = (#"{"a":1,"b":2}"#, #"{"b":2, "a":1}"#)
    check(Fixture.post(one, nil), Fixture.post(two, nil), nil)
    check(Fixture.post(one, nil), Fixture.post(two, "application/json"), nil)
    // On the wire URLSession calls content without a type a form.
    check(Fixture.post(one, "application/x-www-form-urlencoded"), Fixture.post(two, nil), nil)
    check(
      Fixture.post("1.0", nil), Fixture.post("1", nil),
      #"body at byte 1: sent "1.0", recorded "1""#)
    check(
      Fixture.post(one, "text/plain"), Fixture.post(two, "text/plain"),
      #"body at byte 2: sent "{\"a\":1,\"b\":2}", recorded "{\"b\":2, \"a\":1}""#)
    // Equal bytes are equal whatever their types.
    for type in ["text/plain", "application/json", "application/x-www-form-urlencoded", "x"] {
      check(Fixture.post(one, type), Fixture.post(one, nil), nil)
      check(Fixture.post("a+b=%41&c", type), Fixture.post("a+b=%41&c", nil), nil)
      check(Fixture.post("\"a+b\"", type), Fixture.post("\"a+b\"", nil), nil)
    }
  }

  @Test func multipartWithAFreshBoundary() {
    func body(_ boundary: String, last: UInt8 = 0x2D, note: String = "hi") -> Cassette.Request {
      var data = Data(
        """
        --\(boundary)\r
        Content-Disposition: form-data; name="note"\r
        \r
        \(note)\r
        --\(boundary)\r
        Content-Disposition: form-data; name="file"; filename="a.bin"\r
        Content-Type: application/octet-stream\r
        \r

        """.utf8)
      data += [0x00, 0xFF, 0x0D, 0x0A, 0x2D, last]
      data += Data("\r\n--\(boundary)--\r\n".utf8)
      return Fixture.post(data, "multipart/form-data; boundary=\(boundary)")
    }
    let kept = body("AAAA1111")
    #expect(kept.body.data?.count == 202)
    check(body("zz99-boundary-zz99"), kept, nil)
    check(
      body("zz99-boundary-zz99", last: 0x2E), kept,
      #"body part "file": sent "\0\xFF\r\n-.", recorded "\0\xFF\r\n--""#)
    check(body("b", note: "ho"), kept, #"body part "note": sent "ho", recorded "hi""#)

    var parts = Cassette.Request(method: "POST", url: kept.url)
    let note = Cassette.Body.Part(name: "note", value: Data("hi".utf8))
    let file = Cassette.Body.Part(
      name: "file", fileName: "a.bin", contentType: "application/octet-stream",
      value: Data([0x00, 0xFF, 0x0D, 0x0A, 0x2D, 0x2D]))
    parts.body = .multipart([note, file])
    check(body("b"), parts, nil)
    parts.body = .multipart([file, note])
    check(
      body("b"), parts, #"body name of part number 1: sent "note", recorded "file""#)
    parts.body = .multipart([note])
    check(body("b"), parts, #"body part "file": sent 6 bytes, recorded nothing"#)
    var other = file
    other.fileName = "b.bin"
    parts.body = .multipart([note, other])
    check(
      body("b"), parts, #"body file name of part "file": sent "a.bin", recorded "b.bin""#)
    other = file
    other.contentType = nil
    parts.body = .multipart([note, other])
    check(
      body("b"), parts,
      #"body type of part "file": sent "application/octet-stream", recorded nothing"#)
    check(
      body("b"), Fixture.post("x", nil),
      "body: sent multipart content of 2 parts, recorded 1 byte")
  }

  @Test func formByFields() {
    let form = "application/x-www-form-urlencoded"
    let kept = Fixture.post("k=a+b&u=%C3%A9&k=2", form)
    check(Fixture.post("u=%c3%a9&k=a%20b&k=2", form), kept, nil)
    check(
      Fixture.post("k=2&k=a+b&u=%C3%A9", form), kept,
      #"body field "k": sent "2", recorded "a b""#)
    check(
      Fixture.post("k=a%2Bb&u=%C3%A9&k=2", form), kept,
      #"body field "k": sent "a+b", recorded "a b""#)
    check(Fixture.post("k=a+b&u=%C3%A9&k=2", form + "; charset=utf-8"), kept, nil)
    check(Fixture.post("", form), Fixture.post("", form), nil)
    check(Fixture.post("", form), Fixture.get("http://example.com/p").with(method: "POST"), nil)
    check(Fixture.post("a&&b=", form), Fixture.post("b&a=", form), nil)
    check(Fixture.post("a=%zz", form), Fixture.post("a=%25zz", form), nil)
    // Text that is JSON too, and a form of the same meaning that is none.
    check(
      Fixture.post("1", form), Fixture.post("%31", form),
      #"body at byte 0: sent "1", recorded "%31""#)
  }

  @Test func otherContentByBytes() {
    check(
      Fixture.post("a=1&b=2", "text/plain"), Fixture.post("b=2&a=1", "text/plain"),
      #"body at byte 0: sent "a=1&b=2", recorded "b=2&a=1""#)
    check(
      Fixture.post("x", "text/plain"), Fixture.post("", "text/plain"),
      "body: sent 1 byte, recorded nothing")
    let all = Data((0...255).map(UInt8.init))
    check(Fixture.post(all, nil), Fixture.post(all, "image/png"), nil)
    // A slice's indices do not begin at 0.
    check(Fixture.post((all + all)[256...], nil), Fixture.post(all, nil), nil)
    let mark = Data([0xEF, 0xBB, 0xBF]) + Data("{}".utf8)
    check(
      Fixture.post(mark, "application/json"), Fixture.post("{}", "application/json"),
      #"body at byte 0: sent "\u{feff}{}", recorded "{}""#)
  }

  @Test func contentNotAtHandBySizeAndDigest() {
    var kept = Fixture.post("", nil)
    let sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    for body: Cassette.Body in [
      .digest(byteCount: 3, sha256: sha256), .digest(byteCount: 3, sha256: sha256.uppercased()),
      .sideFile(Cassette.Body.SideFile(path: "x", byteCount: 3, sha256: sha256)),
    ] {
      kept.body = body
      #expect(MatchKey(kept).full == 0)
      #expect(MatchKey(kept).route == MatchKey(Fixture.post("abc", nil)).route)
      check(Fixture.post("abc", nil), kept, nil)
      check(kept, kept, nil)
      check(Fixture.post("abd", nil), kept, "body: sent 3 bytes, recorded other 3 bytes")
      check(Fixture.post("abcd", nil), kept, "body: sent 4 bytes, recorded 3 bytes")
      check(Fixture.post("", nil), kept, "body: sent nothing, recorded 3 bytes")
    }
    kept.body = .digest(byteCount: 0, sha256: "")
    check(Fixture.post("", nil), kept, nil)
    kept.body = .digest(byteCount: .min, sha256: "")
    check(Fixture.post("", nil), kept, "body: sent nothing, recorded \(Int.min) bytes")
  }
}

extension Cassette.Request {
  func with(method: String) -> Cassette.Request {
    var copy = self
    copy.method = method
    return copy
  }
}

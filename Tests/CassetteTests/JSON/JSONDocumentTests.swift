import Testing

@testable import Cassette

struct JSONDocumentTests {
  private func parse(_ text: String) throws -> JSONDocument { try JSONDocument(Array(text.utf8)) }

  @Test func keepsRangesOrderAndDuplicates() throws {
    let document = try parse(#" {"b": [1.50, true], "a": "x\ny", "b": null} "#)
    guard case .object(let members) = document.root.kind else {
      Issue.record("not an object")
      return
    }
    #expect(members.map { String(decoding: document.key($0), as: UTF8.self) } == ["b", "a", "b"])
    #expect(
      String(decoding: document.source(of: members[0].value), as: UTF8.self) == "[1.50, true]")
    #expect(document.string(members[1].value) == "x\ny")
    #expect(document.member("b", of: document.root).map { document.source(of: $0).count } == 4)
    #expect(document.member("c", of: document.root) == nil)
  }

  @Test(
    arguments: [
      (#""\u00e9\u20AC\ud83d\ude00""#, [0xC3, 0xA9, 0xE2, 0x82, 0xAC, 0xF0, 0x9F, 0x98, 0x80]),
      (#""\ud800x""#, [0xED, 0xA0, 0x80, 0x78]),
      (#""\ud800\u0041""#, [0xED, 0xA0, 0x80, 0x41]),
      (#""\/\"\\\b\f""#, [0x2F, 0x22, 0x5C, 0x08, 0x0C]),
    ] as [(String, [UInt8])])
  func unescapes(text: String, bytes: [UInt8]) throws {
    let document = try parse(text)
    #expect(document.stringBytes(document.root) == bytes)
  }

  @Test(arguments: [
    ("", "not JSON: unexpected end at byte 0"),
    ("{\"a\":1,}", "not JSON: expected a key at byte 7"),
    ("[1 2]", "not JSON: expected ',' or ']' at byte 3"),
    ("01", "not JSON: text after the value at byte 1"),
    ("1.", "not JSON: unexpected end at byte 2"),
    ("nul", "not JSON: expected a value at byte 0"),
    ("\"\\x\"", "not JSON: an unknown escape at byte 2"),
    ("\"\\u12\"", "not JSON: expected four hexadecimal digits at byte 5"),
    ("\"a\nb\"", "not JSON: a control character in a string at byte 2"),
    ("+1", "not JSON: expected a value at byte 0"),
  ])
  func refuses(text: String, message: String) {
    #expect { try parse(text) } throws: { "\($0)" == message }
  }

  @Test func refusesDepthAndBrokenUTF8() {
    let deep = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
    #expect { try JSONDocument(deep) } throws: {
      "\($0)" == "not JSON: nesting deeper than 512 at byte 512"
    }
    for broken: [UInt8] in [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22], [0x22, 0xE2, 0x82],
    ] {
      #expect { try JSONDocument(broken) } throws: {
        "\($0)" == "not JSON: invalid UTF-8 at byte 1"
      }
    }
  }

  @Test(arguments: [
    ("1", "1.0", true), ("10", "1e1", true), ("-0", "0.00e5", true), ("0.1", "1E-1", true),
    ("1e400", "10e399", true), ("1e99999999999999999999", "1e99999999999999999999", true),
    ("1e99999999999999999999", "1e99999999999999999998", false), ("1", "-1", false),
    ("9007199254740993", "9007199254740992", false), ("100", "1", false), ("12", "120e-1", true),
  ])
  func comparesNumbersAsDecimals(left: String, right: String, areEqual: Bool) {
    let numbers = [left, right].map { JSONNumber(Array($0.utf8)[...]) }
    #expect((numbers[0] == numbers[1]) == areEqual)
  }

  @Test func theGreatestExponentIsNoInteger() throws {
    for text in ["1e9223372036854775807", "12e9223372036854775806", "1e-9223372036854775808"] {
      let document = try parse(text)
      #expect(document.integer(document.root) == nil)
    }
  }

  @Test func readsIntegers() throws {
    for (text, value) in [
      ("12", 12), ("1.2e1", 12), ("-0", 0), ("-9223372036854775808", Int.min), ("1.5", nil),
      ("1e30", nil), ("\"1\"", nil),
    ] as [(String, Int?)] {
      let document = try parse(text)
      #expect(document.integer(document.root) == value, "\(text)")
    }
  }
}

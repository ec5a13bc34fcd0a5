import Testing

@testable import Cassette

struct DecodedTextTests {
  @Test(arguments: [
    ("a%41%zz%4", "aA%zz%4"), ("%2541", "%41"), ("%C3%A9", "é"), ("+", "+"),
  ])
  func decodesPercent(text: String, expected: String) {
    let decoded = DecodedText(Array(text.utf8)).percentDecoded() ?? DecodedText(Array(text.utf8))
    #expect(String(decoding: decoded.bytes, as: UTF8.self) == expected)
  }

  @Test func pointsBackToTheOriginal() throws {
    let text = DecodedText(Array(#"a\u00e9\/%5Cn"#.utf8))
    let once = try #require(text.unescaped())
    #expect(String(decoding: once.bytes, as: UTF8.self) == "aé/%5Cn")
    // Either byte of the letter stands for the whole escape.
    #expect(once.original(1..<2) == 1..<7)
    #expect(once.original(2..<4) == 1..<9)
    let both = try #require(once.percentDecoded())
    #expect(both.original(4..<5) == 9..<12)
    #expect(both.original(0..<both.bytes.count) == 0..<text.bytes.count)
    #expect(
      text.percentDecoded()?.unescaped().map { String(decoding: $0.bytes, as: UTF8.self) }
        == "aé/\n")
    #expect(DecodedText(Array("plain".utf8)).unescaped() == nil)
    #expect(DecodedText(Array(#"\x\u12\"#.utf8)).unescaped() == nil)
  }

  @Test func decodesForms() {
    let text = DecodedText.formDecoded(Array("a+b%2Bc".utf8))
    #expect(String(decoding: text.bytes, as: UTF8.self) == "a b+c")
    #expect(text.original(3..<5) == 3..<7)
  }
}

import Testing

@testable import TargetTesting

@Suite struct VisibleTextTests {
  @Test func makesEverythingVisibleAndASCII() {
    #expect(
      VisibleText.quoted("a \"b\" \\ \t\r\n\u{0}\u{7f}") == #""a \"b\" \\ \t\r\n\u{0}\u{7f}""#)
    #expect(VisibleText.quoted("\u{e9}\u{200b}\u{1f600}") == #""\u{e9}\u{200b}\u{1f600}""#)
    #expect(VisibleText.quoted("") == "\"\"")
  }

  @Test func showsBytesThatAreNotUTF8() {
    #expect(
      VisibleText.quoted([0x61, 0xFF, 0xC3, 0xA9, 0xC3, 0x62, 0xE2, 0x82])
        == #""a\x{ff}\u{e9}\x{c3}b\x{e2}\x{82}""#)
    #expect(VisibleText.quoted([0xC0, 0xAF]) == #""\x{c0}\x{af}""#)
  }

  @Test func bareShowsSpacesAtTheEnds() {
    #expect(VisibleText.bare(" a b  ") == #"\u{20}a b\u{20}\u{20}"#)
    #expect(VisibleText.bare("  ") == #"\u{20}\u{20}"#)
    #expect(VisibleText.bare("") == "\"\"")
    #expect(VisibleText.bare("say \"x\"") == "say \"x\"")
  }

  @Test func clipsAroundAnOffset() {
    #expect(VisibleText.clipped("0123456789", to: 10) == "0123456789")
    #expect(VisibleText.clipped("0123456789", to: 4) == "0123...")
    #expect(VisibleText.clipped("0123456789", to: 4, around: 5) == "...4567...")
    #expect(VisibleText.clipped("0123456789", to: 4, around: 9) == "...6789")
    #expect(VisibleText.clipped("0123456789", to: 4, around: 99) == "...6789")
  }

  @Test func saysWhenBothSidesLookTheSame() {
    #expect(VisibleText.expected("a", got: "b") == "expected a, got b")
    #expect(VisibleText.expected("a", got: "a") == "expected a, got another a")
  }
}

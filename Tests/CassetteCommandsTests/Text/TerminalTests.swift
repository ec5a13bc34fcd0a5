import Testing

@testable import CassetteCommands

struct TerminalTests {
  @Test func escapesWhatATerminalActsUpon() {
    #expect(
      Terminal.line("a\tb\r\n\0\u{1b}\u{7f}\u{85}\u{9b}\u{feff}\u{2029}\u{e0041}\u{200d}")
        == #"a\tb\r\n\u{0}\u{1b}\u{7f}\u{85}\u{9b}\u{feff}\u{2029}\u{e0041}\u{200d}"#)
    #expect(Terminal.lines("a\tb\r\nc\u{202e}") == "a\tb\\r\nc\\u{202e}")
    #expect(
      Terminal.line("caf\u{e9} \u{65e5}\u{672c} \"x\" \\n")
        == "caf\u{e9} \u{65e5}\u{672c} \"x\" \\n")
  }

  @Test func writesRunsOfNumbers() {
    #expect(Terminal.ranges([]).isEmpty)
    #expect(Terminal.ranges([0, 1, 2, 4, 6, 7]) == "0-2, 4, 6-7")
  }

  @Test func fillsColumns() {
    #expect(Terminal.padded("ab", to: 4) == "ab  " && Terminal.padded("abc", to: 2) == "abc")
    #expect(Terminal.indented("ab", to: 4) == "  ab")
    #expect(Terminal.count(1, "body", "bodies") == "1 body")
    #expect(Terminal.count(0, "body", "bodies") == "0 bodies")
  }
}

import Testing

@testable import Cassette

struct WildcardPatternTests {
  private func match(_ live: String, _ text: String, _ placeholders: [String]) -> [String]? {
    WildcardPattern(
      Array(text.utf8),
      placeholders.map { .init(text: Array($0.utf8), placeholder: Array($0.utf8)) }
    )?.match(Array(live.utf8))?.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    arguments: [
      ("x", "<1>", ["x"]), ("", "<1>", nil), ("Bearer x", "Bearer <1>", ["x"]),
      ("Bearer ", "Bearer <1>", nil), ("bearer x", "Bearer <1>", nil),
      ("axb", "a<1>b", ["x"]), ("ab", "a<1>b", nil), ("aba", "a<1>b", nil), ("abb", "a<1>b", ["b"]),
      ("abab", "a<1>b", ["ba"]), ("x:y", "<1>:<2>", ["x", "y"]),
      ("x:y:z", "<1>:<2>", ["x", "y:z"]), ("::", "<1>:<2>", nil), (":::", "<1>:<2>", [":", ":"]),
      ("xy", "<1><2>", ["x", "y"]), ("x", "<1><2>", nil), ("x:x", "<1>:<1>", ["x", "x"]),
      ("<1>", "<1>", ["<1>"]), ("x-mid-y-end", "<1>-mid-<2>-end", ["x", "y"]),
    ] as [(String, String, [String]?)])
  func matches(live: String, text: String, values: [String]?) {
    #expect(match(live, text, ["<1>", "<2>"]) == values)
  }

  @Test func onlyWhatIsListedIsAWildcard() {
    #expect(match("x", "<1>", ["<2>"]) == nil)
    #expect(match("x", "<1>", []) == nil)
    #expect(match("x", "<1>", [""]) == nil)
    // The longest first: one placeholder may begin another.
    #expect(match("x", "<1>>", ["<1>", "<1>>"]) == ["x"])
  }

  @Test func refusesWhatAlmostFitsEverywhere() {
    let text = "<1>" + String(repeating: "a", count: 1_000) + "b<2>"
    #expect(match(String(repeating: "a", count: 2_000), text, ["<1>", "<2>"]) == nil)
  }
}

import Testing

@testable import TargetTesting

@Suite struct LineDiffTests {
  private func diff(_ expected: [String], _ got: [String]) -> [String] {
    LineDiff.lines(expected: expected.map { DiffLine($0) }, got: got.map { DiffLine($0) })
  }

  @Test func equalSidesHaveNone() {
    #expect(diff([], []) == [])
    #expect(diff(["a", "b"], ["a", "b"]) == [])
  }

  @Test func oneSideEmpty() {
    #expect(diff([], ["a", ""]) == ["+ a", "+"])
    #expect(diff(["a"], []) == ["- a"])
  }

  @Test func threeLinesOfContext() {
    let before = (1...6).map { "b\($0)" }
    let after = (1...4).map { "a\($0)" }
    #expect(
      diff(before + ["x"] + after, before + ["y"] + after) == [
        "  (3 equal lines)", "  b4", "  b5", "  b6", "- x", "+ y", "  a1", "  a2", "  a3",
        "  (1 equal line)",
      ])
  }

  @Test func twoHunks() {
    let middle = (1...9).map { "m\($0)" }
    #expect(
      diff(["x"] + middle + ["z"], ["y"] + middle) == [
        "- x", "+ y", "  m1", "  m2", "  m3", "  (3 equal lines)", "  m7", "  m8", "  m9", "- z",
      ])
  }

  @Test func comparesWhatIsNotShown() {
    let expected = [DiffLine(identity: "a".utf8, shown: "hidden")]
    let got = [DiffLine(identity: "b".utf8, shown: "hidden")]
    #expect(LineDiff.lines(expected: expected, got: got) == ["- hidden", "+ hidden"])
    #expect(
      LineDiff.lines(expected: expected, got: [DiffLine(identity: "a".utf8, shown: "x")]) == [])
  }

  @Test func manyLinesThatAllDifferTakeNoQuadraticTime() {
    let count = 100_000
    let lines = diff((0..<count).map { "a\($0)" }, (0..<count).map { "b\($0)" })
    #expect(lines.count == 2 * count)
    #expect(lines.first == "- a0")
    #expect(lines.last == "+ b\(count - 1)")
  }

  @Test func linesThatReplaceEachOtherAreShortenedAroundWhatDiffers() {
    let long = String(repeating: "x", count: 500)
    let lines = diff([long + "1" + long], [long + "2" + long])
    #expect(lines[0].utf8.count == 168)
    #expect(lines[0].hasPrefix("- ...xx") && lines[0].hasSuffix("xx..."))
    #expect(lines[0].contains("x1x"))
    #expect(lines[1].contains("x2x"))
  }
}

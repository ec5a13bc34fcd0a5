import Testing

@testable import TargetTesting

@Suite struct MismatchMessageTests {
  @Test func noMismatchHasNoMessage() {
    let mismatches = Mismatches(subject: "x")
    #expect(mismatches.isEmpty)
    #expect(mismatches.description == "")
  }

  @Test func lineOneStandsAloneWithoutADiff() {
    var mismatches = Mismatches(subject: "x of C")
    mismatches.add("wrong")
    #expect(mismatches.description == "x of C: wrong")
    #expect(mismatches[0].description == "x of C: wrong")
    #expect(mismatches[0].subject == "x of C")
    #expect(mismatches[0].difference == "wrong")
  }

  @Test func lineOneIsShortened() {
    var mismatches = Mismatches(subject: "x of C")
    mismatches.add(String(repeating: "y", count: 10_000))
    #expect(mismatches.description == "x of C: " + String(repeating: "y", count: 600) + "...")
  }

  @Test func bodyIsCutToFortyLines() {
    var mismatches = Mismatches(subject: "x of C")
    for index in 0..<100 { mismatches.add("wrong \(index)") }
    mismatches.nextAction = "Do this."
    let lines = mismatches.description.split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "x of C: wrong 0 (1 of 100)")
    #expect(lines[1] == "")
    #expect(lines[2] == "also: wrong 1")
    #expect(lines.dropFirst(2).count == MismatchMessage.maximumLines)
    #expect(lines.suffix(4) == ["also: wrong 37", "(62 more lines not shown)", "", "Do this."])
  }

  @Test func bodyIsCutToTwoKibibytes() {
    var mismatches = Mismatches(subject: "x of C")
    let long = String(repeating: "y", count: 300)
    for _ in 0..<30 { mismatches.add(long) }
    mismatches.showDiff(
      expected: (0..<5).map { DiffLine("a\($0)" + long) },
      got: (0..<5).map { DiffLine("b\($0)" + long) })
    let text = mismatches.description
    let head = "x of C: \(long) (1 of 30)\n\n"
    #expect(text.hasPrefix(head + "- a0yyy"))
    let body = text.utf8.count - head.utf8.count
    #expect(body <= MismatchMessage.maximumBytes)
    #expect(body > MismatchMessage.maximumBytes - 400)
    #expect(text.hasSuffix("...\n\nalso: \(long)\n(28 more lines not shown)"))
  }
}

import Foundation
import Testing

@testable import Cassette

struct ShapeReportTests {
  @Test func isGroupedByTarget() {
    let report = ShapeReport(
      cassette: "/c/it.har.gz", comparedCount: 5,
      answers: [
        .init(
          target: "GitHub.user", method: "GET", url: "https://api.test/users/a",
          differences: [.init(.removed, at: "/plan"), .init(.added("string"), at: "/name")]),
        .init(
          method: "GET", url: "https://api.test/zen",
          differences: [.init(.status(recorded: 200, live: 201))]),
        .init(
          target: "GitHub.user", method: "GET", url: "https://api.test/users/b",
          differences: [.init(.null, at: "/plan")]),
      ])
    #expect(report.severity == .breaking)
    #expect(
      report.description == """
        3 of 5 answers have another shape than recorded in /c/it.har.gz, 2 in a way that may break \
        programs

        GitHub.user
          GET https://api.test/users/a
            ! /plan: is gone
            ~ /name: is new (string)
          GET https://api.test/users/b
            ! /plan: is null, and never was
        (no target)
          GET https://api.test/zen
            ~ status: was 200, is 201
        """)
  }

  @Test func nothingHasDrifted() {
    let report = ShapeReport(cassette: "/c/it.har.gz", comparedCount: 1, answers: [])
    #expect(report.severity == nil)
    #expect(report.description == "1 answer as recorded in /c/it.har.gz")
  }

  @Test func isCutWhereItIsLong() {
    let differences = (0..<100).map { ShapeDifference(.removed, at: "/\($0)") }
    let report = ShapeReport(
      cassette: "c", comparedCount: 1,
      answers: [.init(method: "GET", url: "u", differences: differences)])
    let lines = report.description.split(separator: "\n")
    #expect(lines.count == 42)
    #expect(lines.last == "(62 more lines)")
  }
}

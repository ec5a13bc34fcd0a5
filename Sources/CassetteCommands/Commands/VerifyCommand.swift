import Cassette
import Foundation

/// `cassette verify`: whether a file is whole, and if not, what survives.
enum VerifyCommand: Command {
  static let syntax = CommandSyntax(
    name: "verify", summary: "Checks cassettes from first to last byte.", operands: "FILE...",
    operandCount: 1...Int.max, options: [TripwireOptions.allow],
    discussion: """
      Every entry and checksum is read, the index is compared with the text, and bodies in files of
      their own with their size and hash. Of a file that is damaged it says which entries survive.
      What looks like a secret is told by the tripwire's rule and the place, RULE@PLACE, never the value;
      to be rid of it, record again, with its name among the names of secrets. Ends with status 1 where
      anything is wrong.
      """)

  static func run(_ arguments: CommandSyntax.Arguments, _ console: Console) throws -> ExitCode {
    let check = TripwireCheck(try TripwireOptions(arguments, syntax).tripwire)
    return try console.forEach(arguments.operands) { try verify($0, check, console) }
  }

  private static func verify(
    _ path: String, _ check: TripwireCheck, _ console: Console
  ) throws -> ExitCode {
    let url = Console.url(path)
    let sideFiles = try SideFiles(of: url)
    var bodies = SideFileCheck(sideFiles: sideFiles)
    var survivors: [Int] = []
    var leaks = LeakList(check: check, sideFiles: sideFiles)
    let survey = try CassetteSurvey(of: url) { number, interaction in
      if let number { survivors.append(number) }
      bodies.check(interaction)
      leaks.add(interaction)
    }
    let shown = Terminal.line(path)
    switch survey.problems.first {
    case .notHAR(_, _)?, .unsupportedVersion(_, _)?:
      try console.complain(Console.text(survey.problems[0], of: path))
      return .file
    default:
      break
    }
    let findings = survey.problems + bodies.problems
    guard !findings.isEmpty else {
      try console.line("\(shown): \(try summary(of: url, survey, bodies))")
      return try leaks.tell(shown, console)
    }
    try console.line("\(shown): \(Terminal.count(findings.count, "problem", "problems"))")
    for finding in findings { try console.finding(finding, of: path) }
    try tellSurvivors(of: url, shown, survey, survivors, console)
    _ = try leaks.tell(shown, console)
    return .findings
  }

  private static func summary(
    of url: URL, _ survey: CassetteSurvey, _ bodies: SideFileCheck
  ) throws -> String {
    var parts = [Terminal.count(survey.intactCount, "interaction", "interactions")]
    if bodies.count > 0 {
      parts.append(
        "\(Terminal.count(bodies.count, "body", "bodies")) beside "
          + (bodies.count == 1 ? "it" : "them"))
    }
    let cassette = try Cassette(contentsOf: url)
    if !cassette.skippedEntries.isEmpty {
      parts.append("\(cassette.skippedEntries.count) left out, for there is nothing to replay")
    }
    if !cassette.hasChecksums {
      parts.append("not compressed, so no checksum would tell a change")
    } else if !cassette.hasIndex {
      parts.append("no index, so opening it reads all of it")
    }
    return "whole; " + parts.joined(separator: "; ")
  }

  private static func tellSurvivors(
    of url: URL, _ shown: String, _ survey: CassetteSurvey, _ survivors: [Int], _ console: Console
  ) throws {
    let expected = survey.expectedCount.map { " of \($0)" } ?? ""
    let count =
      survey.expectedCount == nil
      ? Terminal.count(survey.intactCount, "entry survives", "entries survive")
      : "\(survey.intactCount)\(expected) entries survive"
    guard survey.intactCount > 0 else { return try console.line("\(shown): no entry survives") }
    guard survivors.isEmpty else {
      return try console.line("\(shown): \(count): \(Terminal.ranges(survivors))")
    }
    // Their numbers are unknown, for what lies between them is lost.
    try console.line("\(shown): \(count):")
    _ = try CassetteSurvey(of: url) { _, interaction in
      try console.line(InteractionText.row(nil, interaction))
    }
  }
}

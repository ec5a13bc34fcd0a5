import Cassette
import Foundation

/// `cassette verify`: whether a file is whole, and if not, what survives.
enum VerifyCommand: Command {
  static let syntax = CommandSyntax(
    name: "verify", summary: "Checks cassettes from first to last byte.", operands: "FILE...",
    operandCount: 1...Int.max,
    options: [
      TripwireOptions.allow, EnvironmentOption.option,
      .init(
        name: "--save-survivors", value: "OUT",
        help: "Saves the entries of FILE that survive as a new cassette, NAME.har.gz."),
    ],
    discussion: """
      Every entry and checksum is read, the index is compared with the text, and bodies in files of
      their own with their size and hash. Of a file that is damaged it says which entries survive: those
      that can be read, with all their bodies.
      What looks like a secret is told by the tripwire's rule and the place, RULE@PLACE, never the value;
      to be rid of it, record again, with its name among the names of secrets. So is where the value of
      a variable stands that --environment names, as variable:NAME@PLACE.
      Ends with status 1 where anything is wrong. What was odd in another program's HAR, what is left
      out of it, and files that nothing refers to are told on standard error; nothing is wrong with them.
      """)

  static func run(_ arguments: CommandSyntax.Arguments, _ console: Console) throws -> ExitCode {
    let tripwire = try TripwireOptions(arguments, syntax).tripwire
    let check = LeakCheck(tripwire, try EnvironmentOption(arguments, console))
    guard let output = arguments.value(of: "--save-survivors") else {
      return try console.forEach(arguments.operands) { try verify($0, check, console) }
    }
    guard arguments.operands.count == 1 else {
      throw syntax.usage("--save-survivors takes those of one FILE")
    }
    let result = try verify(arguments.operands[0], check, console, tellsHowToSave: false)
    guard result != .file else { return result }
    let saving = SurvivorSaving(from: Console.url(arguments.operands[0]), to: Console.url(output))
    let count = try saving.save()
    try console.line(
      "\(Terminal.line(output)): \(Terminal.count(count, "entry", "entries")) of "
        + "\(Terminal.line(arguments.operands[0])) saved")
    return result
  }

  private static func verify(
    _ path: String, _ check: LeakCheck, _ console: Console, tellsHowToSave: Bool = true
  ) throws -> ExitCode {
    let url = Console.url(path)
    let sideFiles = try SideFiles(of: url)
    var bodies = SideFileCheck(path: url.path, sideFiles: sideFiles)
    var survivors = Survivors()
    var leaks = LeakList(check: check, sideFiles: sideFiles)
    let survey = try CassetteSurvey(of: url) { number, interaction in
      if bodies.check(interaction, at: number) { survivors.add(number) }
      leaks.add(interaction)
    }
    leaks.add(survey.values.carrier)
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
      let cassette = try Cassette(contentsOf: url)
      try console.line("\(shown): \(summary(of: cassette, survey, bodies))")
      try console.noteOddities(of: cassette, path, limit: .max)
      for orphan in sideFiles.orphans(besides: bodies.paths) {
        try console.complain("\(path): nothing refers to \(orphan), which the next save deletes.")
      }
      return try leaks.tell(shown, console)
    }
    try console.line("\(shown): \(Terminal.count(findings.count, "problem", "problems"))")
    for finding in findings { try console.finding(finding, of: path) }
    try tell(survivors, of: url, shown, survey, &bodies, console)
    if tellsHowToSave, survivors.count > 0, !survey.isForeign {
      try console.line(
        "\(shown): to save \(survivors.count == 1 ? "it" : "them"): "
          + "cassette verify \(shown) --save-survivors OUT.har.gz")
    }
    _ = try leaks.tell(shown, console)
    return .findings
  }

  /// The entries that can be read, with all their bodies.
  private struct Survivors {
    private(set) var count = 0
    private(set) var numbers: [Int] = []

    mutating func add(_ number: Int?) {
      count += 1
      if let number { numbers.append(number) }
    }
  }

  private static func summary(
    of cassette: Cassette, _ survey: CassetteSurvey, _ bodies: SideFileCheck
  ) -> String {
    var parts = [Terminal.count(survey.intactCount, "interaction", "interactions")]
    if !survey.values.isEmpty {
      parts.append(Terminal.count(survey.values.count, "recorded value", "recorded values"))
    }
    if bodies.count > 0 {
      parts.append(
        "\(Terminal.count(bodies.count, "body", "bodies")) beside "
          + (bodies.count == 1 ? "it" : "them"))
    }
    if cassette.skippedEntryCount > 0 {
      parts.append("\(cassette.skippedEntryCount) left out, for there is nothing to replay")
    }
    if !cassette.hasChecksums {
      parts.append("not compressed, so no checksum would tell a change")
    } else if !cassette.hasIndex {
      parts.append("no index, so opening it reads all of it")
    }
    return "whole; " + parts.joined(separator: "; ")
  }

  private static func tell(
    _ survivors: Survivors, of url: URL, _ shown: String, _ survey: CassetteSurvey,
    _ bodies: inout SideFileCheck, _ console: Console
  ) throws {
    let expected = survey.expectedCount.map { " of \($0)" } ?? ""
    let count =
      survey.expectedCount == nil
      ? Terminal.count(survivors.count, "entry survives", "entries survive")
      : "\(survivors.count)\(expected) entries survive"
    guard survivors.count > 0 else { return try console.line("\(shown): no entry survives") }
    guard survivors.numbers.isEmpty else {
      return try console.line("\(shown): \(count): \(Terminal.ranges(survivors.numbers))")
    }
    // Their numbers are unknown, for what lies between them is lost.
    try console.line("\(shown): \(count):")
    _ = try CassetteSurvey(of: url) { _, interaction in
      guard bodies.check(interaction, at: nil) else { return }
      try console.line(InteractionText.row(nil, interaction))
    }
  }
}

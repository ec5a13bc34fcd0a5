import Cassette
import Foundation

/// `cassette unused`: what no run has used.
enum UnusedCommand: Command {
  static let syntax = CommandSyntax(
    name: "unused", summary: "Lists the interactions that no run has used.", operands: "[PATH...]",
    operandCount: 0...Int.max,
    options: [
      .init(
        name: "--log", value: "FOLDER",
        help: "Where runs have noted what they used; without it, CASSETTE_RUN_LOG.")
    ],
    discussion: """
      Run all tests with CASSETTE_RUN_LOG=FOLDER first: each run then notes there which entries of its
      cassette have answered a call. A run that only records answers none, so let them replay. Notes of
      several runs are taken together; to begin anew, delete the folder.
      PATH is a cassette, or a folder that is searched with those in it, links aside; without any, it is
      the current one.
      Ends with status 1 where a cassette or an interaction was used by no run.
      """)

  static func run(_ arguments: CommandSyntax.Arguments, _ console: Console) throws -> ExitCode {
    let variable = ProcessInfo.processInfo.environment["CASSETTE_RUN_LOG"] ?? ""
    let folder = arguments.value(of: "--log") ?? variable
    guard !folder.utf8.isEmpty else {
      throw syntax.usage("--log FOLDER is missing, and CASSETTE_RUN_LOG is not set")
    }
    var lines: [String: [UsageLog.Line]] = [:]
    for line in try UsageLog.lines(in: folder) { lines[line.cassette, default: []].append(line) }
    let operands = arguments.operands.isEmpty ? ["."] : arguments.operands
    return try console.forEach(operands) { operand in
      try console.forEach(try CassetteSearch.paths(under: operand)) { path in
        try tell(path, lines[UsageLog.path(of: Console.url(path))] ?? [], console)
      }
    }
  }

  private static func tell(
    _ path: String, _ lines: [UsageLog.Line], _ console: Console
  ) throws -> ExitCode {
    let cassette = try Cassette(contentsOf: Console.url(path))
    let count = Terminal.count(cassette.count, "interaction", "interactions")
    guard !lines.isEmpty else {
      try console.line("\(Terminal.line(path)): no run has used it (\(count))")
      return .findings
    }
    let unused = try UsageLog.unused(in: cassette, by: lines)
    guard !unused.isEmpty else {
      try console.line("\(Terminal.line(path)): all used (\(count))")
      return .well
    }
    try console.line("\(Terminal.line(path)): no run has used \(unused.count) of \(count):")
    for index in unused {
      try console.line(InteractionText.row(index, try cassette.interaction(at: index)))
    }
    return .findings
  }
}

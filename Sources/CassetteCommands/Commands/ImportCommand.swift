import Cassette
import Foundation

/// `cassette import`: another program's recordings become a cassette.
enum ImportCommand: Command {
  static let syntax = CommandSyntax(
    name: "import", summary: "Makes a cassette of what another program has recorded.",
    operands: "IN OUT", operandCount: 2...2,
    options: [
      .init(
        name: "--format", value: "NAME",
        help: "The format of IN: \(formats); else it is found out."),
      .init(
        name: "--python", value: "FILE",
        help: "The Python that reads YAML, with PyYAML; else CASSETTE_PYTHON or python3."),
      .init(
        name: "--replace",
        help: "Puts what is imported in the place of a cassette of other content."),
      .init(
        name: "--unsafe-keep-secrets",
        help: "Takes no secret out: whoever reads the cassette reads them."),
      TripwireOptions.allow, TripwireOptions.redact, EnvironmentOption.option,
    ],
    discussion: """
      IN is HAR of a browser or a proxy, or a cassette of Ruby's vcr, vcrpy, betamax or go-vcr, in JSON
      or YAML, compressed by gzip or not. OUT is named NAME.har.gz; it is written whole or not at all,
      not while it is being recorded, and not in the place of other content without --replace.
      Secrets become placeholders, as in a recording. What is left out and what was odd is told on
      standard error.

      What looks like a secret though no name says so keeps OUT from being written, and the status is 1,
      until --allow or --redact says of each finding what it is.
      """)

  private static let formats = CassetteImport.importers.map(\.name).joined(separator: ", ")

  static func run(_ arguments: CommandSyntax.Arguments, _ console: Console) throws -> ExitCode {
    let (input, output) = (arguments.operands[0], arguments.operands[1])
    guard output.utf8.count > 7, output.utf8.suffix(7).elementsEqual(".har.gz".utf8) else {
      throw syntax.usage("the output \(Terminal.quoted(output)) has to be named NAME.har.gz")
    }
    let options = try TripwireOptions(arguments, syntax)
    let variables = try EnvironmentOption(arguments, console).names
    var tripwire = options.tripwire
    tripwire.secretVariables = variables
    let found: CassetteImport
    do throws(CassetteError) {
      found = try CassetteImport(
        contentsOf: Console.url(input), format: arguments.value(of: "--format"),
        python: arguments.value(of: "--python") ?? ToolPython.path)
    } catch {
      if case .noSuchFormat(let name, _) = error {
        throw syntax.usage("no format \(Terminal.quoted(name)); there are \(formats)")
      }
      throw error
    }
    let url = Console.url(output)
    let wasWritten: Bool
    var replaced: [Tripwire.Finding] = []
    do throws(CassetteError) {
      wasWritten = try found.save(
        to: url,
        redacting: arguments.has("--unsafe-keep-secrets") ? .unsafelyRecordingSecrets : .default,
        tripwire: tripwire, replacing: arguments.has("--replace"),
        secrets: options.secrets,
        command: ["swift", "run", "cassette", "import", input, output] + options.words
          + variables.flatMap { [EnvironmentOption.option.name, $0] }
      ) { replaced.append($0) }
    } catch {
      guard case .suspiciousValues = error else { throw error }
      try console.finding(error)
      return .findings
    }
    try console.line(
      "\(Terminal.line(output)): \(wasWritten ? "" : "held the same already, ")"
        + Terminal.count(found.cassette.count, "interaction", "interactions")
        + " of \(Terminal.line(input)) (\(Terminal.line(found.format)))")
    for finding in replaced {
      try console.complain("\(input): what looks like a secret was replaced: \(finding)")
    }
    for warning in found.warnings { try console.complain("\(input): \(warning)") }
    for entry in found.skipped { try console.complain("\(input): \(console.text(of: entry))") }
    let furtherCount = found.skippedCount - found.skipped.count
    if furtherCount > 0 {
      try console.complain(
        "\(input): \(Terminal.count(furtherCount, "more entry is", "more entries are")) left out")
    }
    return .well
  }
}

import Cassette

/// `cassette merge`: two cassettes become one.
enum MergeCommand: Command {
  static let syntax = CommandSyntax(
    name: "merge", summary: "Joins two cassettes.", operands: "A B", operandCount: 2...2,
    options: [
      .init(
        name: "--output", value: "C",
        help: "The cassette to write (NAME.har.gz); it may be A or B.", isRequired: true)
    ],
    discussion: """
      C gets all entries of A, then those of B that are not in A already, each as often as B has it
      more than A; when and how long aside. Placeholders of B's secrets are numbered on from A's. Of
      recorded values, C gets all lists of A, then those of names that only B has; where both have a
      name with other values, that is told.
      C is written whole or not at all, and not while it is being recorded.
      """)

  static func run(_ arguments: CommandSyntax.Arguments, _ console: Console) throws -> ExitCode {
    let output = arguments.value(of: "--output") ?? ""
    guard output.utf8.count > 7, output.utf8.suffix(7).elementsEqual(".har.gz".utf8) else {
      throw syntax.usage("the output \(Terminal.quoted(output)) has to be named NAME.har.gz")
    }
    let (first, second) = (arguments.operands[0], arguments.operands[1])
    let url = Console.url(output)
    let cassettes = (
      first: try Cassette(contentsOf: Console.url(first)),
      second: try Cassette(contentsOf: Console.url(second))
    )
    let result = try cassettes.first.merge(cassettes.second, into: url)
    try console.line(
      "\(Terminal.line(output)): "
        + (result.wasWritten ? "" : "held the same already, ")
        + Terminal.count(
          result.firstCount + result.addedCount, "interaction", "interactions")
        + ", \(result.firstCount) of \(Terminal.line(first)) and \(result.addedCount) of "
        + "\(Terminal.line(second)), which had \(result.commonCount) in common")
    if !result.unequalValues.isEmpty {
      let names = result.unequalValues.map { Terminal.quoted($0) }.joined(separator: ", ")
      try console.complain(
        "\(output): both have recorded values of other content for \(names); those of \(first) stay, so "
          + "entries of \(second) that were sent with its own may not be found")
    }
    try console.noteReading(of: cassettes.first, first)
    try console.noteReading(of: cassettes.second, second)
    return .well
  }
}

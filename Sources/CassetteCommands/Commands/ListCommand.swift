import Cassette

/// `cassette list`: one line an interaction.
enum ListCommand: Command {
  static let syntax = CommandSyntax(
    name: "list", summary: "Lists the interactions of cassettes, one a line.", operands: "FILE...",
    operandCount: 1...Int.max,
    discussion: """
      The columns: number, counted from 0; method; status, or `error`; size of the answer's body in
      bytes; URL; target, where it is known; domain and code of an error.
      FILE is a cassette (NAME.har.gz), or a HAR of another program, compressed or not. What of that was
      odd, and what is left out, is told on standard error.
      """)

  static func run(_ arguments: CommandSyntax.Arguments, _ console: Console) throws -> ExitCode {
    let isOne = arguments.operands.count == 1
    var isFirst = true
    return try console.forEach(arguments.operands) { path in
      let cassette = try Cassette(contentsOf: Console.url(path))
      if !isOne { try console.line((isFirst ? "" : "\n") + Terminal.line(path) + ":") }
      isFirst = false
      try cassette.forEach { try console.line(InteractionText.row($0, $1)) }
      try console.noteScan(of: cassette, path)
      try console.noteOddities(of: cassette, path)
      return .well
    }
  }
}

import Cassette

/// `cassette export`: a cassette for other programs.
enum ExportCommand: Command {
  static let syntax = CommandSyntax(
    name: "export", summary: "Writes a cassette as plain HAR 1.2, for other programs to read.",
    operands: "FILE", operandCount: 1...1,
    options: [
      .init(
        name: "--output", value: "FILE",
        help: "Writes this file, whole or not at all, rather than standard output."),
      .init(
        name: "--no-index",
        help: "Writes it compressed (BGZF), without the index at which some readers stop."),
    ],
    discussion: """
      Bodies that lie beside the cassette are put into the text.
      """)

  static func run(_ arguments: CommandSyntax.Arguments, _ console: Console) throws -> ExitCode {
    let path = arguments.operands[0]
    let isBlocked = arguments.has("--no-index")
    let output = arguments.value(of: "--output")
    if output == nil, isBlocked, console.output.isTerminal {
      throw syntax.usage("--no-index writes what no terminal can show; add --output FILE")
    }
    let cassette = try Cassette(contentsOf: Console.url(path))
    if let output {
      try cassette.exportHAR(to: Console.url(output), isBlocked: isBlocked)
      try console.noteSkipped(cassette, path)
      return .well
    }
    // What takes the bytes may only throw errors of cassettes.
    var failure: CommandError?
    do throws(CassetteError) {
      try cassette.writeHAR(isBlocked: isBlocked) { (bytes) throws(CassetteError) in
        do throws(CommandError) {
          try console.output.write(bytes)
        } catch {
          failure = error
          throw .system(operation: "write", path: "standard output", code: 0)
        }
      }
    } catch {
      if let failure { throw failure }
      throw error
    }
    try console.noteSkipped(cassette, path)
    return .well
  }
}

import Cassette

/// `cassette export`: a cassette for other programs.
enum ExportCommand: Command {
  static let syntax = CommandSyntax(
    name: "export", summary: "Writes a cassette as HAR 1.2, .http text or curl's commands.",
    operands: "FILE", operandCount: 1...1,
    options: [
      .init(
        name: "--format", value: "NAME",
        help: "har, plain HAR 1.2 (default); http, for REST clients; curl, a shell script."),
      .init(
        name: "--output", value: "FILE",
        help: "Writes this file, whole or not at all, rather than standard output."),
      .init(
        name: "--no-index",
        help: "Writes it compressed (BGZF), without the index at which some readers stop."),
    ],
    discussion: """
      Bodies that lie beside the cassette are put into the HAR. The others hold requests alone, with the
      placeholders of secrets as they stand in the file.
      """)

  /// The formats of `--format` but HAR.
  private static let textFormats: [(name: String, format: Cassette.TextFormat)] = [
    ("http", .http), ("curl", .curl),
  ]

  static func run(_ arguments: CommandSyntax.Arguments, _ console: Console) throws -> ExitCode {
    let path = arguments.operands[0]
    let isBlocked = arguments.has("--no-index")
    let output = arguments.value(of: "--output")
    let format = try textFormat(arguments)
    if output == nil, isBlocked, console.output.isTerminal {
      throw syntax.usage("--no-index writes what no terminal can show; add --output FILE")
    }
    let cassette = try Cassette(contentsOf: Console.url(path))
    if let output {
      if let format {
        try cassette.exportText(format, to: Console.url(output))
      } else {
        try cassette.exportHAR(to: Console.url(output), isBlocked: isBlocked)
      }
      try console.noteReading(of: cassette, path)
      return .well
    }
    try write(console) { (body) throws(CassetteError) in
      if let format {
        try cassette.writeText(format, body)
      } else {
        try cassette.writeHAR(isBlocked: isBlocked, body)
      }
    }
    try console.noteReading(of: cassette, path)
    return .well
  }

  /// The text format that was asked for; nil for HAR.
  private static func textFormat(
    _ arguments: CommandSyntax.Arguments
  ) throws -> Cassette.TextFormat? {
    guard let name = arguments.value(of: "--format"), !name.utf8.elementsEqual("har".utf8) else {
      return nil
    }
    guard let found = textFormats.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
      throw syntax.usage(
        "no format \(Terminal.quoted(name)); there are har, "
          + textFormats.map(\.name).joined(separator: ", "))
    }
    guard !arguments.has("--no-index") else {
      throw syntax.usage("--no-index is for HAR alone")
    }
    return found.format
  }

  /// Hands the body what takes bytes for standard output.
  private static func write(
    _ console: Console,
    _ body: (@escaping ([UInt8]) throws(CassetteError) -> Void) throws(CassetteError) -> Void
  ) throws {
    // What takes the bytes may only throw errors of cassettes.
    var failure: CommandError?
    do throws(CassetteError) {
      try body { (bytes) throws(CassetteError) in
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
  }
}

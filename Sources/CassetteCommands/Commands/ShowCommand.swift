import Cassette

/// `cassette show`: whole interactions.
enum ShowCommand: Command {
  static let syntax = CommandSyntax(
    name: "show", summary: "Shows interactions whole.", operands: "FILE [N...]",
    operandCount: 1...Int.max,
    options: [
      .init(
        name: "--body",
        help: "Writes the body of the answer of entry N, byte for byte, and no more.")
    ],
    discussion: """
      N is the number of an entry as `cassette list` has it, counted from 0; without one, all are shown.
      JSON is laid out over lines; what a terminal would act upon is escaped; secrets are the
      placeholders that stand in the file.
      """)

  static func run(_ arguments: CommandSyntax.Arguments, _ console: Console) throws -> ExitCode {
    let path = arguments.operands[0]
    let numbers = try arguments.operands.dropFirst().map { (operand) throws(CommandError) -> Int in
      guard operand.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(operand)
      else {
        throw syntax.usage("\(Terminal.quoted(operand)) is no number of an entry")
      }
      return number
    }
    if arguments.has("--body"), numbers.count != 1 {
      throw syntax.usage("--body needs one entry: FILE N")
    }
    let cassette = try Cassette(contentsOf: Console.url(path))
    if arguments.has("--body") {
      try writeBody(numbers[0], of: cassette, path, console)
      try console.noteScan(of: cassette, path)
      return .well
    }
    var isFirst = true
    func show(_ number: Int) throws {
      let interaction = try cassette.interaction(at: number)
      if !isFirst { try console.line("") }
      isFirst = false
      try console.line(InteractionText.whole(number, interaction))
    }
    if numbers.isEmpty {
      for number in 0..<cassette.count { try show(number) }
    } else {
      for number in numbers { try show(number) }
    }
    try console.noteReading(of: cassette, path)
    return .well
  }

  private static func writeBody(
    _ number: Int, of cassette: Cassette, _ path: String, _ console: Console
  ) throws {
    let interaction = try cassette.interaction(at: number)
    guard let response = interaction.outcome.response else {
      throw CommandError.noBody(
        path: path, index: number, reason: "for it failed without an answer")
    }
    let content = try cassette.reading(bodiesOf: interaction, at: number) {
      () throws(CassetteError) in
      try cassette.data(of: response.body)
    }
    guard let data = content else {
      throw CommandError.noBody(
        path: path, index: number, reason: "for only its size and hash were kept")
    }
    try console.output.write(Array(data))
  }
}

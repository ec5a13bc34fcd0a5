import Cassette
import Foundation

/// `cassette textconv`: what git shows in place of a cassette's compressed bytes.
enum TextconvCommand: Command {
  static let syntax = CommandSyntax(
    name: "textconv", summary: "Writes the text of a cassette, one entry a line, for `git diff`.",
    operands: "FILE", operandCount: 1...1,
    discussion: """
      Once: git config diff.cassette.textconv "cassette textconv"
      and in .gitattributes: *.har.gz diff=cassette
      Of a file that is damaged it says what is wrong and writes the entries that survive.
      """)

  static func run(_ arguments: CommandSyntax.Arguments, _ console: Console) throws -> ExitCode {
    let url = Console.url(arguments.operands[0])
    let survey = try CassetteSurvey(of: url) { _, interaction in
      try console.output.write(interaction.entryText + [0x0A])
    }
    if !survey.values.isEmpty { try console.output.write(survey.values.line) }
    // Git gives up the whole diff where this fails, so the text says it.
    for problem in survey.problems { try console.finding(problem) }
    return .well
  }
}

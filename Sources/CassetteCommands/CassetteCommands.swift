import Cassette
import Foundation

/// The command-line tool `cassette`, but for its process.
public enum CassetteCommands {
  /// The tool's version.
  public static let version = "0.1.0"

  static var commands: [any Command.Type] {
    [
      ListCommand.self, ShowCommand.self, VerifyCommand.self, ExportCommand.self,
      ImportCommand.self, RecoverCommand.self, MergeCommand.self, TextconvCommand.self,
      UnusedCommand.self,
    ]
  }

  private static let versionText =
    "cassette \(version), format version \(CassetteError.supportedVersion)\n"

  static let syntax = CommandSyntax(
    name: "", summary: "Reads, checks, saves and joins cassettes: recorded HTTP interactions.",
    operands: "COMMAND [ARGUMENT...]", operandCount: 0...Int.max,
    options: [.init(name: "--version", help: "Prints the version.")],
    discussion: "Commands:\n"
      + CommandSyntax.table(commands.map { ($0.syntax.name, $0.syntax.summary) })
        + """


        Exit status: 0 well, 1 findings, 2 wrong arguments, 3 a file that cannot be read or written.
        `cassette COMMAND --help` says more of a command.
        """)

  /// Runs the tool.
  ///
  /// Nothing is read from standard input. Where nobody reads the output any more, it ends quietly.
  ///
  /// - Parameters:
  ///   - arguments: What follows the program's name.
  ///   - output: The file descriptor for results.
  ///   - error: The file descriptor for what is wrong.
  /// - Returns: The exit status: 0 well, 1 findings, 2 wrong arguments, 3 a file that cannot be read
  ///   or written.
  public static func run(
    arguments: [String], output: Int32 = 1, error: Int32 = 2
  ) -> Int32 {
    let console = Console(output: DescriptorOutput(output), error: DescriptorOutput(error))
    do {
      let result = try run(arguments, console)
      try console.output.flush()
      return result.rawValue
    } catch {
      return end(with: error, console).rawValue
    }
  }

  /// Runs the tool on the process's own arguments, and ends the process.
  public static func main() -> Never {
    // Else a file that is written could get the number of an output that is closed.
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      guard open("/dev/null", O_RDWR) == descriptor else { exit(ExitCode.file.rawValue) }
    }
    // A write to a pipe that nobody reads then fails, and files are tidied up.
    signal(SIGPIPE, SIG_IGN)
    exit(run(arguments: Array(CommandLine.arguments.dropFirst())))
  }

  private static func run(_ arguments: [String], _ console: Console) throws -> ExitCode {
    // The tool's own options come before the command, whose options are none of its business.
    let count = arguments.prefix { $0.utf8.first == UInt8(ascii: "-") }.count
    let own = try syntax.parse(Array(arguments.prefix(count + 1)))
    if own.has("--help") { return try show(syntax.help, console) }
    if own.has("--version") { return try show(versionText, console) }
    guard let name = own.operands.first else { throw syntax.usage("COMMAND is missing") }
    let rest = Array(arguments.dropFirst(count + 1))
    if name.utf8.elementsEqual("help".utf8) {
      guard let topic = rest.first else { return try show(syntax.help, console) }
      return try show(try command(topic).syntax.help, console)
    }
    let command = try command(name)
    let parsed = try command.syntax.parse(rest)
    if parsed.has("--help") { return try show(command.syntax.help, console) }
    return try command.run(parsed, console)
  }

  private static func show(_ text: String, _ console: Console) throws -> ExitCode {
    try console.output.write(text)
    return .well
  }

  private static func command(_ name: String) throws -> any Command.Type {
    for command in commands where command.syntax.name.utf8.elementsEqual(name.utf8) {
      return command
    }
    throw syntax.usage(
      "unknown command \(Terminal.quoted(name)); there are "
        + commands.map { $0.syntax.name }.joined(separator: ", "))
  }

  private static func end(with error: any Error, _ console: Console) -> ExitCode {
    if case CommandError.outputClosed = error { return .well }
    do {
      try console.complain("\(error)")
    } catch _ {
      // Standard output cannot be written; what ended the command is still told.
      console.tell("\(error)")
    }
    return (error as? CommandError)?.exitCode ?? .file
  }
}

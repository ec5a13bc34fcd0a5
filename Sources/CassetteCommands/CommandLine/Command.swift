/// One command of the tool.
protocol Command {
  /// The arguments that it takes.
  static var syntax: CommandSyntax { get }

  /// Does what it is for.
  ///
  /// - Throws: `CommandError` or `CassetteError`, which end the command.
  static func run(
    _ arguments: CommandSyntax.Arguments, _ console: Console
  ) throws -> ExitCode
}

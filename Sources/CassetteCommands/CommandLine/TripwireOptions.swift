import Cassette

/// The options that answer the tripwire's findings.
struct TripwireOptions {
  static let allow = CommandSyntax.Option(
    name: "--allow", value: "RULE@PLACE",
    help: "What the tripwire finds there is no secret; * stands for anything.", isRepeatable: true)
  static let redact = CommandSyntax.Option(
    name: "--redact", value: "RULE@PLACE",
    help: "What it finds there is a secret, and is replaced wherever it stands.",
    isRepeatable: true)

  /// The tripwire, with what is allowed.
  let tripwire: Tripwire
  /// Which findings are secrets.
  let secrets: [Tripwire.Allowance]

  /// What the arguments say.
  ///
  /// - Throws: `CommandError.usage` for what is not `RULE@PLACE`.
  init(_ arguments: CommandSyntax.Arguments, _ syntax: CommandSyntax) throws {
    var tripwire = Tripwire.default
    tripwire.allowances = try Self.allowances(arguments, Self.allow, syntax)
    self.tripwire = tripwire
    secrets = try Self.allowances(arguments, Self.redact, syntax)
  }

  /// The options once more, as a command has them.
  var words: [String] {
    tripwire.allowances.flatMap { [Self.allow.name, "\($0)"] }
      + secrets.flatMap { [Self.redact.name, "\($0)"] }
  }

  private static func allowances(
    _ arguments: CommandSyntax.Arguments, _ option: CommandSyntax.Option, _ syntax: CommandSyntax
  ) throws -> [Tripwire.Allowance] {
    try arguments.values(of: option.name).map { text in
      guard let allowance = Tripwire.Allowance(text) else {
        throw syntax.usage(
          "\(option.name) takes RULE@PLACE as a finding has it, not \(Terminal.quoted(text))")
      }
      return allowance
    }
  }
}

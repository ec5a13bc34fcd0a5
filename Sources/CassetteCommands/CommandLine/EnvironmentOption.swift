import Cassette
import Foundation

/// `--environment NAME`: the values of those variables are secrets.
struct EnvironmentOption {
  static let option = CommandSyntax.Option(
    name: "--environment", value: "NAME",
    help: "The value of that environment variable is a secret, in whatever encoding.",
    isRepeatable: true)

  /// The names that can be looked for.
  let names: [String]
  private let environment: [String: String]

  /// What the arguments say.
  ///
  /// A variable that is not set, and a value that cannot be looked for, are told; values never are.
  init(_ arguments: CommandSyntax.Arguments, _ console: Console) throws {
    environment = ProcessInfo.processInfo.environment
    var names: [String] = []
    for name in arguments.values(of: Self.option.name) {
      guard let value = environment[name], !value.utf8.isEmpty else {
        try console.complain("\(name) is not set, so nothing is looked for.")
        continue
      }
      guard Redactor().learn(variables: [name], of: environment).isEmpty else {
        try console.complain(
          "the value of \(name) is too short, a number or a common word, so it is not looked for.")
        continue
      }
      names.append(name)
    }
    self.names = names
  }

  /// For each name, what looks for its value and for nothing else.
  var searches: [(name: String, redactor: Redactor)] {
    names.map { name in
      let redactor = Redactor(rules: .unsafelyRecordingSecrets)
      _ = redactor.learn(variables: [name], of: environment)
      return (name, redactor)
    }
  }
}

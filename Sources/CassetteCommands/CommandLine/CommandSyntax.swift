/// Which arguments a command takes: parses them, and describes them for people.
struct CommandSyntax: Sendable {
  /// An option, such as `--output FILE`.
  struct Option: Sendable {
    /// The name, with its dashes.
    let name: String
    /// What its value is called; nil for an option without one.
    var value: String?
    /// One line of help.
    let help: String
    /// Whether it has to be there.
    var isRequired = false
    /// Whether it may be there more than once.
    var isRepeatable = false

    /// The option as help shows it.
    var spelling: String { value.map { "\(name) \($0)" } ?? name }
  }

  /// What the arguments said.
  struct Arguments: Hashable {
    /// The arguments that are no options, in order.
    fileprivate(set) var operands: [String] = []
    private var options: [String: [String]] = [:]

    /// Whether the option is there.
    func has(_ name: String) -> Bool { options[name] != nil }

    /// The option's value; nil where it is not there.
    func value(of name: String) -> String? { options[name]?.first }

    /// All values of an option, in order.
    func values(of name: String) -> [String] { options[name] ?? [] }

    fileprivate mutating func take(_ option: Option, _ value: String) -> Bool {
      options[option.name, default: []].append(value)
      return option.isRepeatable || options[option.name]?.count == 1
    }
  }

  /// The command's name; empty for the tool itself.
  let name: String
  /// One line of help.
  let summary: String
  /// The operands as the usage line shows them.
  let operands: String
  /// How many operands there may be.
  let operandCount: ClosedRange<Int>
  /// The options, but for `--help`, which every command has.
  var options: [Option] = []
  /// Further help, with line breaks.
  var discussion = ""

  static let helpOption = Option(name: "--help", help: "Prints this.")

  private var allOptions: [Option] { options + [Self.helpOption] }

  /// Reads arguments.
  ///
  /// Options may stand before, between or after operands; `--name=value` is as good as `--name value`;
  /// all that follows `--` are operands. Where `--help` is asked for, operands are not counted.
  ///
  /// - Throws: `CommandError.usage`, naming what is legal.
  /// - Complexity: O(*n*) in the number of arguments.
  func parse(_ arguments: [String]) throws(CommandError) -> Arguments {
    var result = Arguments()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let bytes = Array(argument.utf8)
      if bytes.elementsEqual("--".utf8) {
        result.operands.append(contentsOf: rest)
        break
      }
      guard bytes.first == UInt8(ascii: "-"), bytes.count > 1 else {
        result.operands.append(argument)
        continue
      }
      let equals = bytes.firstIndex(of: UInt8(ascii: "="))
      let written = bytes[..<(equals ?? bytes.endIndex)]
      let isShortHelp = written.elementsEqual("-h".utf8)
      guard
        let option = isShortHelp
          ? Self.helpOption : allOptions.first(where: { written.elementsEqual($0.name.utf8) })
      else {
        throw usage(
          "unknown option \(Terminal.quoted(String(decoding: written, as: UTF8.self))); there "
            + (allOptions.count == 1 ? "is " : "are ")
            + allOptions.map(\.spelling).joined(separator: ", "))
      }
      let value = try self.value(
        of: option, inline: equals.map { bytes[($0 + 1)...] }, following: &rest)
      guard result.take(option, value) else { throw usage("\(option.name) is there twice") }
    }
    if !result.has("--help") { try check(result) }
    return result
  }

  private func value(
    of option: Option, inline: ArraySlice<UInt8>?, following rest: inout ArraySlice<String>
  ) throws(CommandError) -> String {
    guard let what = option.value else {
      guard inline == nil else { throw usage("\(option.name) takes no value") }
      return ""
    }
    let value = inline.map { String(decoding: $0, as: UTF8.self) } ?? rest.popFirst()
    guard let value, !value.utf8.isEmpty else {
      throw usage("\(option.name) needs a value: \(option.name) \(what)")
    }
    return value
  }

  private func check(_ arguments: Arguments) throws(CommandError) {
    let found = arguments.operands
    guard found.count >= operandCount.lowerBound else { throw usage("\(operands) is missing") }
    guard found.count <= operandCount.upperBound else {
      throw usage("\(Terminal.quoted(found[operandCount.upperBound])) is one argument too many")
    }
    guard found.allSatisfy({ !$0.utf8.isEmpty }) else { throw usage("an argument is empty") }
    for option in options where option.isRequired && !arguments.has(option.name) {
      throw usage("\(option.spelling) is missing")
    }
  }

  /// The error that something is wrong with the arguments.
  func usage(_ reason: String) -> CommandError {
    .usage("\(call): \(reason)\n\(usageLine)\n\(advice)")
  }

  /// How the command is called.
  private var call: String { name.utf8.isEmpty ? "cassette" : "cassette " + name }

  private var advice: String {
    "See `\(call) --help`."
  }

  /// `Usage: …`.
  var usageLine: String {
    let words =
      [call]
      + options.map { option in
        (option.isRequired ? option.spelling : "[\(option.spelling)]")
          + (option.isRepeatable ? "..." : "")
      } + [operands]
    var lines = ["Usage:"]
    for word in words where !word.utf8.isEmpty {
      if lines[lines.count - 1].utf8.count + word.utf8.count >= 100 { lines.append("      ") }
      lines[lines.count - 1] += " " + word
    }
    return lines.joined(separator: "\n")
  }

  /// What `--help` prints.
  var help: String {
    let rows = allOptions.map { ($0.spelling, $0.help) }
    return [summary, usageLine, discussion, "Options:\n" + Self.table(rows)]
      .filter { !$0.utf8.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  /// Two columns, each row on a line of its own.
  static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.utf8.count).max() ?? 0
    return rows.map { "  " + Terminal.padded($0.0, to: width) + "  " + $0.1 }
      .joined(separator: "\n")
  }
}

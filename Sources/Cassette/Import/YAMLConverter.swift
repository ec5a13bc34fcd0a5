import Foundation

/// Turns YAML into JSON by a script in Python, for PyYAML reads what Ruby's and Python's libraries write.
///
/// The script is a part of this module, so that it is there wherever the module is.
struct YAMLConverter {
  /// The program to run; looked for in `PATH` where it has no slash.
  private let python: String

  /// A converter that runs that Python; nil for what `CASSETTE_PYTHON` names, else `python3`.
  init(python: String? = nil) {
    let named = python ?? ProcessInfo.processInfo.environment["CASSETTE_PYTHON"]
    self.python = named.flatMap { $0.utf8.isEmpty ? nil : $0 } ?? "python3"
  }

  /// The JSON of a document of YAML.
  ///
  /// - Parameters:
  ///   - yaml: The text.
  ///   - path: The file's path, for errors.
  ///   - limits: How much of JSON to take in: the size of the text, and the number of values.
  /// - Returns: The JSON, ASCII only.
  /// - Throws: `CassetteError.pythonUnusable`, `.yamlUnreadable`, `.invalidYAML` or `.tooLarge`.
  func json(
    of yaml: [UInt8], path: String, limits: Cassette.Limits
  ) throws(CassetteError) -> [UInt8] {
    let limit = limits.textByteCount
    let output: ChildProgram.Output
    do throws(ChildProgram.Failure) {
      output = try ChildProgram.run(
        python, ["-c", Self.script, "\(limit)", "\(limits.jsonValueCount)"], input: yaml,
        limit: limit)
    } catch {
      throw .pythonUnusable(path: path, python: python, reason: error.reason)
    }
    let message =
      String(decoding: output.error.prefix(300), as: UTF8.self)
      .split(separator: "\n").last.map(String.init) ?? ""
    switch output.status {
    case 0:
      return output.output
    case 3:
      throw .yamlUnreadable(path: path, python: python, reason: message)
    case 4:
      throw .invalidYAML(path: path, reason: message)
    case 5:
      throw .tooLarge(path: path, what: "the size of its JSON in bytes", limit: limit)
    case 6:
      throw .tooLarge(
        path: path, what: "the number of its values", limit: limits.jsonValueCount)
    default:
      throw .pythonUnusable(
        path: path, python: python,
        reason: "it ended with status \(output.status)\(message.isEmpty ? "" : ", \(message)")")
    }
  }
}

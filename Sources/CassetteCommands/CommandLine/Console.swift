import Cassette
import Foundation

/// Where a command writes: results to standard output, what is wrong to standard error.
struct Console {
  let output: DescriptorOutput
  let error: DescriptorOutput

  /// Writes a line of the result.
  func line(_ text: String) throws { try output.line(text) }

  /// Writes an error as a line of the result; what it quotes from a file may do no harm.
  func finding(_ error: CassetteError) throws { try output.line(Terminal.lines("\(error)")) }

  /// Writes an error of the file that an argument names, as a line of the result.
  func finding(_ error: CassetteError, of argument: String) throws {
    try output.line(Terminal.lines(Self.text(error, of: argument, \.finding)))
  }

  /// The text of an error, with the path as the argument has it: of the file, and of those beside it.
  static func text(
    _ error: CassetteError, of argument: String, _ text: (CassetteError) -> String = { "\($0)" }
  ) -> String {
    func folder(_ path: String) -> Substring.UTF8View {
      let end = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) }
      return Substring(path).utf8[..<(end ?? path.startIndex)]
    }
    let text = text(error)
    let whole = folder(url(argument).path)
    guard !whole.isEmpty, text.utf8.starts(with: whole) else { return text }
    let rest = text.utf8.dropFirst(whole.count)
    return String(Substring(folder(argument))) + String(Substring(rest))
  }

  /// Tells what is wrong. What was written before comes first, where both go to one terminal.
  func complain(_ text: String) throws {
    try output.flush()
    tell(text)
  }

  /// Tells what is wrong on standard error alone.
  func tell(_ text: String) {
    // There is nowhere to tell that standard error cannot be written.
    try? error.line(Terminal.lines(text))
    try? error.flush()
  }

  /// Runs the body for each path; an error of one is told, and does not keep the others back.
  func forEach(
    _ paths: [String], _ body: (String) throws -> ExitCode
  ) throws -> ExitCode {
    var result = ExitCode.well
    for path in paths {
      do {
        result = result.joined(with: try body(path))
      } catch let error as CassetteError {
        try complain(Self.text(error, of: path))
        result = .file
      }
    }
    return result
  }

  /// The file that an argument names: `~` is for the shell to expand.
  static func url(_ path: String) -> URL {
    URL(fileURLWithPath: path.utf8.first == UInt8(ascii: "~") ? "./" + path : path)
  }

  /// Tells what was odd in another program's HAR, and what was left out of it.
  ///
  /// - Parameters:
  ///   - cassette: The cassette.
  ///   - path: Its path, as the argument has it.
  ///   - limit: How many of each to name.
  /// - Throws: `CommandError` where the output cannot be written.
  func noteOddities(of cassette: Cassette, _ path: String, limit: Int = 10) throws {
    func rest(of count: Int) throws {
      guard count > limit else { return }
      try complain("\(path): and \(count - limit) more; `cassette verify` names all.")
    }
    for warning in cassette.warnings.prefix(limit) { try complain("\(path): \(warning)") }
    try rest(of: cassette.warnings.count)
    for entry in cassette.skippedEntries.prefix(limit) {
      try complain("\(path): \(text(of: entry))")
    }
    try rest(of: cassette.skippedEntries.count)
  }

  /// Says which entry was left out, and why.
  func text(of entry: Cassette.SkippedEntry) -> String {
    "entry \(entry.position)\(entry.url.map { " (\($0))" } ?? "") is left out, \(entry.reason)"
  }

  /// Tells how much was left out of another program's HAR.
  func noteSkipped(_ cassette: Cassette, _ path: String) throws {
    let count = cassette.skippedEntryCount
    guard count > 0 else { return }
    try complain(
      "\(path): \(Terminal.count(count, "entry", "entries")) of another program's HAR "
        + "\(count == 1 ? "holds" : "hold") nothing to replay, and \(count == 1 ? "is" : "are") "
        + "left out.")
  }
}

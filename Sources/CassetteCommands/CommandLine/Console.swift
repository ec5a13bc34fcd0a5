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
    try noteWarnings(of: cassette, path, limit: limit)
    for entry in cassette.skippedEntries.prefix(limit) {
      try complain("\(path): \(text(of: entry))")
    }
    try noteRest(of: cassette.skippedEntries.count, path, limit)
  }

  /// Tells what was odd in another program's HAR.
  private func noteWarnings(of cassette: Cassette, _ path: String, limit: Int) throws {
    for warning in cassette.warnings.prefix(limit) { try complain("\(path): \(warning)") }
    try noteRest(of: cassette.warnings.count, path, limit)
  }

  private func noteRest(of count: Int, _ path: String, _ limit: Int) throws {
    guard count > limit else { return }
    try complain("\(path): and \(count - limit) more; `cassette verify` names all.")
  }

  /// Tells of a cassette of ours that it has no index which fits, so that all of it was read.
  func noteScan(of cassette: Cassette, _ path: String) throws {
    guard cassette.hasChecksums, !cassette.isForeign, !cassette.hasIndex else { return }
    try complain(
      "\(path): no index that this version knows and that fits, so all of it was read; saving it anew "
        + "makes one.")
  }

  /// Says which entry was left out, and why.
  func text(of entry: Cassette.SkippedEntry) -> String {
    "entry \(entry.position)\(entry.url.map { " (\($0))" } ?? "") is left out, \(entry.reason)"
  }

  /// Tells what was odd about a file of which not all is shown, and how much was left out of it.
  ///
  /// - Throws: `CommandError` where the output cannot be written.
  func noteReading(of cassette: Cassette, _ path: String) throws {
    try noteScan(of: cassette, path)
    try noteWarnings(of: cassette, path, limit: 10)
    let count = cassette.skippedEntryCount
    guard count > 0 else { return }
    try complain(
      "\(path): \(Terminal.count(count, "entry", "entries")) of another program's HAR "
        + "\(count == 1 ? "holds" : "hold") nothing to replay, and \(count == 1 ? "is" : "are") "
        + "left out.")
  }
}

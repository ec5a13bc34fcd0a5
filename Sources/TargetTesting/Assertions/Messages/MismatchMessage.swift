/// Lays out a failure: line 1, a blank line, the diff, further mismatches, and the next action.
enum MismatchMessage {
  static let maximumLines = 40
  static let maximumBytes = 2048

  static func text(_ mismatches: Mismatches) -> String {
    guard let first = mismatches.first else { return "" }
    var text = first.description
    if mismatches.count > 1 { text += " (1 of \(mismatches.count))" }
    let body = body(of: mismatches)
    if !body.isEmpty { text += "\n\n" + body.joined(separator: "\n") }
    return text
  }

  private static func body(of mismatches: Mismatches) -> [String] {
    var lines = LineDiff.lines(expected: mismatches.expectedLines, got: mismatches.gotLines)
    if mismatches.count > 1 {
      if !lines.isEmpty { lines.append("") }
      lines += mismatches.dropFirst().map { "also: " + $0.difference }
    }
    guard let action = mismatches.nextAction else {
      return cut(lines, lineCount: maximumLines, byteCount: maximumBytes)
    }
    // The next action is what helps most, so that it is never what is cut.
    let kept = cut(
      lines, lineCount: maximumLines - 2, byteCount: maximumBytes - action.utf8.count - 2)
    return kept.isEmpty ? [action] : kept + ["", action]
  }

  /// The first lines that fit, with a last one that says how many do not.
  private static func cut(_ lines: [String], lineCount: Int, byteCount: Int) -> [String] {
    let length = lines.reduce(0) { $0 + $1.utf8.count + 1 }
    if lines.count <= lineCount, length <= byteCount { return lines }
    let noticeByteCount = 40
    var kept: [String] = []
    var used = 0
    for line in lines {
      used += line.utf8.count + 1
      guard kept.count < lineCount - 1, used + noticeByteCount <= byteCount else { break }
      kept.append(line)
    }
    return kept + ["(\(lines.count - kept.count) more lines not shown)"]
  }
}

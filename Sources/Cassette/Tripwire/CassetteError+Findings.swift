extension CassetteError {
  private static let shownFindings = 20

  /// What looks like secrets, where, and the command that saves it all the same.
  static func describe(
    _ findings: [Tripwire.Finding], path: String, command: [String]
  ) -> String {
    let shown = findings.prefix(shownFindings)
    var lines = [
      "\(path): not saved, for \(findings.count == 1 ? "a value looks like a secret" : "\(findings.count) values look like secrets"):"
    ]
    lines += shown.map { "  \($0)" }
    if findings.count > shown.count { lines.append("  and \(findings.count - shown.count) more") }
    lines.append(
      "To save it, say of each whether it is a secret (--redact) or none (--allow), as in:")
    let options = shown.flatMap { ["--redact", "\($0)"] }
    let words = (command + options).map { String(decoding: ShellText.quoted($0), as: UTF8.self) }
    lines.append("  " + words.joined(separator: " "))
    lines.append(
      "For recordings to come, give CassetteOptions the names in `redacting`, or the places in "
        + "`tripwire: .default.allowing(…)`.")
    return lines.joined(separator: "\n")
  }
}

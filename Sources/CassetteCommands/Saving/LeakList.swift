import Cassette

/// What looks like a secret in a cassette, each place once.
struct LeakList {
  private static let shownCount = 50

  let check: LeakCheck
  let sideFiles: SideFiles
  private var counts: [Tripwire.Finding: Int] = [:]

  init(check: LeakCheck, sideFiles: SideFiles) {
    (self.check, self.sideFiles) = (check, sideFiles)
  }

  /// Looks through an interaction.
  mutating func add(_ interaction: Cassette.Interaction) {
    for finding in check.findings(in: interaction, sideFiles) { counts[finding, default: 0] += 1 }
  }

  /// Tells what was found.
  func tell(_ shown: String, _ console: Console) throws -> ExitCode {
    guard !counts.isEmpty else { return .well }
    let findings = counts.keys.sortedByPlace()
    try console.line(
      "\(shown): \(Terminal.count(findings.count, "place looks", "places look")) as if a secret stood "
        + "there:")
    for finding in findings.prefix(Self.shownCount) {
      let entries = Terminal.count(counts[finding] ?? 0, "entry", "entries")
      try console.line("  \(Terminal.line("\(finding)")) in \(entries)")
    }
    if findings.count > Self.shownCount {
      try console.line("  and \(findings.count - Self.shownCount) more")
    }
    return .findings
  }
}

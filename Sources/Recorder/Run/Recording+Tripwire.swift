import Cassette
import Foundation

// What is done about values that look like secrets.
extension Recording {
  /// Makes secrets of the values of the environment variables that options name.
  func learnVariables(_ options: CassetteOptions) {
    let variables = options.tripwire.secretVariables
    guard !variables.isEmpty, !options.redacting.rules.isEmpty else { return }
    for name in redactor.learn(variables: variables, of: ProcessInfo.processInfo.environment) {
      reporter.warn(
        "the value of \(name) is too short, a number or a common word, so it is not looked for in "
          + "what is recorded in \(url.path)")
    }
  }

  /// Learns the secrets of a request that is about to be sent.
  func learn(_ request: Cassette.Request) {
    // What it returns is written when the call is over.
    _ = redactor.redact(
      Cassette.Interaction(request: request, outcome: .response(.init(status: 0))))
  }

  /// Tells what was replaced for its looks alone.
  func warn(of findings: [Tripwire.Finding]) {
    for finding in findings {
      reporter.warn(
        "what looks like a secret was replaced while recording \(url.path): \(finding.place), by the "
          + "tripwire's rule \(finding.rule); if it is none, allow \(finding)")
    }
  }

  /// Looks once more through the interactions that held what may be a secret: what has been learned to be
  /// one since is replaced, and no question any more.
  ///
  /// - Throws: `CassetteError.suspiciousValues` where something is left.
  func checkSuspicions(_ journal: Journal, _ ended: State) throws(CassetteError) {
    let findings = try suspicions(journal, ended)
    guard !findings.isEmpty else { return }
    throw .suspiciousValues(
      path: url.path, findings: findings.map(\.finding).sortedByPlace(),
      command: ["swift", "run", "cassette", "recover", journal.url.path])
  }

  /// Takes for secrets whatever may be one: nobody is there to ask when a run has failed.
  func redactSuspicions(_ journal: Journal, _ ended: State) throws(CassetteError) {
    let hits = try suspicions(journal, ended)
    redactor.learn([.init(rule: "*", place: "*")], of: hits)
    warn(of: hits.map(\.finding).sortedByPlace())
  }

  private func suspicions(
    _ journal: Journal, _ ended: State
  ) throws(CassetteError) -> [TripwireCheck.Hit] {
    let suspicious = ended.tripwire.suspicious
    guard !suspicious.isEmpty || ended.tripwire.hasSuspiciousValue else { return [] }
    let sideFiles = try SideFiles(of: url)
    var hits: [TripwireCheck.Hit] = []
    for record in journal.records() where suspicious.contains(record.number) {
      hits += try redactor.suspicions(
        in: try journal.interaction(record), sideFiles,
        knownSecretCount: ended.secretCounts[record.number] ?? 0)
    }
    if ended.tripwire.hasSuspiciousValue {
      var values = Cassette.RecordedValues()
      values.take(journal.values)
      hits += try redactor.suspicions(in: values.carrier, sideFiles, knownSecretCount: 0)
    }
    return hits
  }
}

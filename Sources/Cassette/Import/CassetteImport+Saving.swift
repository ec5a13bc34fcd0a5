public import Foundation

extension CassetteImport {
  /// Writes the interactions to a cassette, `NAME.har.gz`, their secrets replaced by placeholders.
  ///
  /// The file takes an older one's place all at once. Placeholders are numbered in the order of
  /// entries, and a secret is replaced wherever it stands, also before the place that shows it to be
  /// one. Those that a cassette of ours has already stay as they are; its other values are searched
  /// like anybody's.
  ///
  /// - Parameters:
  ///   - url: The cassette; large bodies go beside it.
  ///   - rules: Which values are secrets. `.unsafelyRecordingSecrets` keeps all as they are.
  ///   - tripwire: What looks like a secret without a name that says so, and which variables of this
  ///     process's environment hold one.
  ///   - replacing: Whether a file of other content may be replaced, which may be a recording.
  /// - Returns: Whether anything was written: a cassette of the same text is not touched.
  /// - Throws: `CassetteError.suspiciousValues` where the tripwire finds what may be a secret;
  ///   `.otherContent` where a file of other content is there and may not be replaced;
  ///   `.notCassetteName` for another name; `.locked` where it is being recorded; `CassetteError` where
  ///   the file cannot be written, or the imported one not be read any more. An older cassette is whole
  ///   then, and nothing of the imported one lies beside it.
  /// - Complexity: O(*n*) in the size of the interactions, one of them in memory at a time.
  @discardableResult
  public func save(
    to url: URL, redacting rules: RedactionRules = .default, tripwire: Tripwire = .default,
    replacing: Bool = false
  ) throws(CassetteError) -> Bool {
    try save(
      to: url, redacting: rules, tripwire: tripwire, replacing: replacing, secrets: [], command: nil
    ) { _ in }
  }

  /// The same, where it is said of findings that they are secrets.
  ///
  /// - Parameters:
  ///   - url: The cassette.
  ///   - rules: Which values are secrets.
  ///   - tripwire: What looks like one.
  ///   - replacing: Whether a file of other content may be replaced.
  ///   - secrets: Which of the tripwire's findings are secrets.
  ///   - command: The command that imports it, for errors; nil for the tool's.
  ///   - warn: Is told of what was replaced for its looks alone.
  /// - Returns: Whether anything was written.
  /// - Throws: As `save(to:redacting:tripwire:replacing:)`.
  package func save(
    to url: URL, redacting rules: RedactionRules, tripwire: Tripwire, replacing: Bool,
    secrets: [Tripwire.Allowance], command: [String]?, warn: (Tripwire.Finding) -> Void
  ) throws(CassetteError) -> Bool {
    try FilePath.checkCassetteName(url.path)
    let refusal: CassetteError? =
      replacing ? nil : .otherContent(path: url.path, imported: self.url.path)
    let lock = try CassetteLock(for: url)
    let redactor = Redactor(rules: rules, tripwire: tripwire)
    if !rules.rules.isEmpty {
      // Those that cannot be looked for are none, as the tripwire's documentation says.
      _ = redactor.learn(
        variables: tripwire.secretVariables, of: ProcessInfo.processInfo.environment)
    }
    var numbering = PlaceholderNumbering()
    var replaced: [Tripwire.Finding] = []
    // Once through for the secrets alone: one may stand in front of the place that shows it.
    for index in 0..<cassette.count {
      let whole = try cassette.inlining(entryAt: index)
      numbering.reserve(whole)
      let redacted = redactor.redactCounting(whole)
      replaced += redacted.findings.filter(\.isReplaced)
      redactor.learn(secrets, in: redacted.interaction)
    }
    let values = try cassette.recordedValues().carrier
    numbering.reserve(values)
    let redactedValues = redactor.redactCounting(values)
    replaced += redactedValues.findings.filter(\.isReplaced)
    redactor.learn(secrets, in: redactedValues.interaction)
    let sideFiles = try SideFiles(of: url)
    let writer = try CassetteFileWriter(replacing: url)
    let outcome = try sideFiles.save(writer, refusing: refusal) { () throws(CassetteError) in
      var findings = try write(to: writer, sideFiles, by: redactor, &numbering)
      let cleaned = redactor.redactCounting(values)
      findings += cleaned.findings.filter { !$0.isReplaced }
      writer.values = try cassette.recordedValues().replaced(
        from: redactor.finish(cleaned.interaction, numbering: &numbering))
      guard findings.isEmpty else {
        throw .suspiciousValues(
          path: url.path, findings: findings.sortedByPlace(),
          command: command ?? ["swift", "run", "cassette", "import", self.url.path, url.path])
      }
    }
    try lock.release()
    replaced.sortedByPlace().forEach(warn)
    return outcome == .written
  }

  /// Writes the entries, up to one that may hold a secret.
  ///
  /// - Returns: What may be one, in all entries.
  private func write(
    to writer: CassetteFileWriter, _ sideFiles: SideFiles, by redactor: Redactor,
    _ numbering: inout PlaceholderNumbering
  ) throws(CassetteError) -> [Tripwire.Finding] {
    var findings: [Tripwire.Finding] = []
    for index in 0..<cassette.count {
      let whole = try cassette.inlining(entryAt: index)
      let redacted = redactor.redactCounting(whole)
      findings += redacted.findings.filter { !$0.isReplaced }
      guard findings.isEmpty else { continue }
      let final = redactor.finish(
        redacted.interaction, knownSecretCount: redacted.secretCount, numbering: &numbering)
      try writer.append(try sideFiles.movingBodies(of: final))
    }
    return findings
  }
}

package import Cassette
package import Foundation

/// What a run records: redacted and in the journal at once, in the cassette at the end.
package final class Recording: Sendable {
  struct State {
    var journal: Journal?
    /// How many secrets each interaction has been searched for, by its call's number.
    var secretCounts: [Int: Int] = [:]
    var hasEnded = false
    /// How many of the interactions are errors, and what the first of them was.
    var failures: (count: Int, first: Cassette.Failure?) = (0, nil)
    /// What the tripwire has found.
    var tripwire = TripwireLog()
  }

  /// The cassette's file.
  package let url: URL
  let mode: RecordMode
  let old: Cassette?
  let origins: OriginMap
  let redactor: Redactor
  let volatileFields: Cassette.VolatileFields
  let reporter: RunReporter
  private let state = Locked(State())

  /// A recording into that file.
  ///
  /// The journal, which is the lock, is opened at once, or, where an old cassette is kept, with the first
  /// interaction.
  ///
  /// - Throws: `CassetteError.locked` where another recording holds it; `.system` where the folder may
  ///   not be written.
  package init(
    url: URL, mode: RecordMode, old: Cassette?, options: CassetteOptions, origins: OriginMap,
    reporter: RunReporter
  ) throws(CassetteError) {
    self.url = url
    self.mode = mode
    self.old = old
    self.origins = origins
    self.reporter = reporter
    volatileFields = options.volatileFields
    redactor = Redactor(rules: options.redacting, tripwire: options.tripwire)
    learnVariables(options)
    if old == nil { try state.withLock { state throws(CassetteError) in _ = try open(&state) } }
  }

  private func open(_ state: inout State) throws(CassetteError) -> Journal {
    if let journal = state.journal { return journal }
    try old?.checkUnchanged()
    if old == nil { try FileExistence.makeFolder(of: url) }
    let journal = try Journal(
      for: url,
      header: JournalHeader(
        mode: mode.name, base: try JournalHeader.Base(of: url), run: redactor.run))
    state.journal = journal
    if let crashed = journal.crashed {
      reporter.warn(
        """
        an earlier recording of \(url.path) was not finished; what it had recorded lies in \
        \(crashed.path). To save it: swift run cassette recover \(crashed.path)
        """)
    }
    return journal
  }

  /// The journal's path, where there is something in it.
  var journalPath: String? {
    state.withLock { state in
      guard let journal = state.journal, !journal.records().isEmpty else { return nil }
      return journal.url.path
    }
  }

  /// Adds an interaction, with its secrets replaced; content of its response that is large goes into a
  /// file beside the cassette at once.
  ///
  /// - Parameters:
  ///   - interaction: The interaction as it went over the wire.
  ///   - number: The place of its call in the order in which calls started.
  ///   - files: The files of content that is too large to be held.
  /// - Throws: `CassetteError` where it cannot be written.
  package func append(
    _ interaction: Cassette.Interaction, number: Int, files: CallFiles = CallFiles()
  ) throws(CassetteError) {
    let hasEnded = try state.withLock { state throws(CassetteError) in
      // Before a file is written beside the cassette, for its folder may be missing.
      if !state.hasEnded { _ = try open(&state) }
      return state.hasEnded
    }
    guard !hasEnded else { return warnOfLateAnswer() }
    let redaction = redactor.redactCounting(origins.canonical(interaction))
    var redacted = redaction.interaction
    let findings = try redaction.findings + stream(files, into: &redacted)
    let isLate = try state.withLock { state throws(CassetteError) in
      guard !state.hasEnded else { return true }
      warn(of: state.tripwire.add(findings, number: number))
      try open(&state).append(number: number, redacted)
      state.secretCounts[number] = redaction.secretCount
      if let failure = redacted.outcome.failure {
        state.failures = (state.failures.count + 1, state.failures.first ?? failure)
      }
      return false
    }
    if isLate { warnOfLateAnswer() }
  }

  private func warnOfLateAnswer() {
    reporter.warn("an answer came after the run on \(url.path) had ended, and is not recorded")
  }

  /// Takes the content of files in: downloads by their bytes, uploads by size and hash.
  ///
  /// - Returns: What the tripwire has found in a download.
  private func stream(
    _ files: CallFiles, into interaction: inout Cassette.Interaction
  ) throws(CassetteError) -> [Tripwire.Finding] {
    let sideFiles = try SideFiles(of: url)
    var findings: [Tripwire.Finding] = []
    if let file = files.download {
      findings = try sideFiles.store(file, asResponseOf: &interaction, by: redactor)
    }
    interaction = try sideFiles.movingResponses(of: interaction)
    var uploads = files.parts.sorted { $0.key < $1.key }.map { (part: Int?.some($0.key), $0.value) }
    if let file = files.upload { uploads.append((part: nil, file)) }
    for (part, file) in uploads {
      do throws(CassetteError) {
        try redactor.redactUpload(file, part: part, of: &interaction)
      } catch {
        // The call is over, and its program may have gone on with the file.
        interaction.notes.append("an uploaded file was not searched for secrets: \(error)")
      }
    }
    return findings
  }

  /// Gives up what was recorded.
  func abandon() throws(CassetteError) {
    try end { journal, _ throws(CassetteError) in try journal.discard() }
  }

  /// Saves what was recorded, and tells what was saved.
  ///
  /// - Parameter failed: Whether to keep the old cassette, and put this one beside it.
  /// - Throws: `CassetteError` where it cannot be written; the journal then stays.
  package func finish(failed: Bool) throws(CassetteError) {
    try end { journal, ended throws(CassetteError) in
      guard !journal.records().isEmpty else { return try journal.discard() }
      do throws(CassetteError) {
        try failed ? saveFailed(journal, ended) : save(journal, ended)
      } catch {
        journal.keep()
        reporter.warn(
          """
          \(url.path) was not saved. What was recorded lies in \(journal.url.path); to save it: \
          swift run cassette recover \(journal.url.path)
          """)
        throw error
      }
      try journal.discard()
      // Only now: a journal that stays must find what it refers to.
      try removeUnreferencedBodies(failed: failed)
    }
  }

  private func end(
    _ body: (Journal, State) throws(CassetteError) -> Void
  ) throws(CassetteError) {
    let ended = state.withLock { state -> State? in
      guard !state.hasEnded else { return nil }
      state.hasEnded = true
      return state
    }
    guard let ended, let journal = ended.journal else { return }
    try body(journal, ended)
  }
}

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
    /// How many interactions `beforeSave` has dropped.
    var dropCount = 0
    /// What the tripwire has found.
    var tripwire = TripwireLog()
    /// How much text the recorded values have, in bytes, those of the old cassette included; nil before
    /// the first is added.
    var valueByteCount: Int?
  }

  /// The cassette's file.
  package let url: URL
  let mode: RecordMode
  let old: Cassette?
  /// Which entries of the old cassette this replaces.
  let selection: [CallFilter]
  let origins: OriginMap
  let redactor: Redactor
  let options: CassetteOptions
  let reporter: RunReporter
  private let owner: String?
  let state = Locked(State())

  /// A recording into that file.
  ///
  /// The journal, which is the lock, is opened at once, or, where an old cassette is kept, with the first
  /// interaction.
  ///
  /// - Parameters:
  ///   - url: The cassette's file.
  ///   - mode: The mode, for the journal.
  ///   - old: The cassette whose entries are kept; nil to keep none.
  ///   - selection: Which entries of `old` are replaced all the same.
  ///   - options: Redaction, clock and hooks.
  ///   - origins: The names of live origins.
  ///   - owner: Who records, such as a test's place, for the error of one who comes second.
  ///   - reporter: Where warnings are told.
  /// - Throws: `CassetteError.locked` where another recording holds it; `.system` where the folder may
  ///   not be written.
  package init(
    url: URL, mode: RecordMode, old: Cassette?, replacing selection: [CallFilter] = [],
    options: CassetteOptions, origins: OriginMap, owner: String? = nil, reporter: RunReporter
  ) throws(CassetteError) {
    self.url = url
    self.mode = mode
    self.old = old
    self.origins = origins
    self.reporter = reporter
    self.selection = selection
    self.options = options
    self.owner = owner
    redactor = Redactor(rules: options.redacting, tripwire: options.tripwire)
    learnVariables(options)
    if old == nil { try state.withLock { state throws(CassetteError) in _ = try open(&state) } }
  }

  func open(_ state: inout State) throws(CassetteError) -> Journal {
    if let journal = state.journal { return journal }
    try old?.checkUnchanged()
    if old == nil { try FileExistence.makeFolder(of: url) }
    let journal = try Journal(
      for: url,
      header: JournalHeader(
        mode: old == nil || selection.isEmpty ? mode.name : "update",
        base: try JournalHeader.Base(of: url), run: redactor.run, owner: owner,
        // Without rules secrets are recorded on purpose.
        tripwire: options.redacting.rules.isEmpty ? .unsafelyOff : options.tripwire,
        selection: old == nil ? [] : selection, allowsOnlyFailures: options.allowsOnlyFailures))
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
      guard let journal = state.journal, !journal.isEmpty else { return nil }
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
  /// - Returns: Whether it is recorded: not where `beforeSave` drops it, or the run has ended.
  /// - Throws: `CassetteError` where it cannot be written.
  @discardableResult
  package func append(
    _ interaction: Cassette.Interaction, number: Int, files: CallFiles = CallFiles()
  ) throws(CassetteError) -> Bool {
    let hasEnded = try state.withLock { state throws(CassetteError) in
      // Before a file is written beside the cassette, for its folder may be missing.
      if !state.hasEnded { _ = try open(&state) }
      return state.hasEnded
    }
    guard !hasEnded else { return tooLate() }
    var interaction = interaction
    // How far a transfer came before it failed is a matter of timing.
    if interaction.outcome.failure != nil { interaction.progress = nil }
    guard let edited = self.edited(origins.canonical(interaction)) else {
      state.withLock { $0.dropCount += 1 }
      return false
    }
    var redacted = edited.interaction
    let findings = try edited.findings + stream(files, into: &redacted)
    let isLate = try state.withLock { state throws(CassetteError) in
      guard !state.hasEnded else { return true }
      warn(of: state.tripwire.add(findings, number: number))
      try open(&state).append(number: number, redacted, countsReceived: !files.isUpload)
      state.secretCounts[number] = edited.secretCount
      if let failure = redacted.outcome.failure {
        state.failures = (state.failures.count + 1, state.failures.first ?? failure)
      }
      return false
    }
    return isLate ? tooLate() : true
  }

  /// The interaction as it is written, and how many secrets it was searched for; nil where the user's hook
  /// drops it.
  private func edited(
    _ interaction: Cassette.Interaction
  ) -> Redactor.Redaction? {
    let redacted = redactor.redactCounting(interaction)
    guard let beforeSave = options.beforeSave else { return redacted }
    guard let edited = beforeSave(redacted.interaction) else { return nil }
    guard edited != redacted.interaction else { return redacted }
    // What it has put in may be a secret as well; what was replaced before it was still is.
    var again = redactor.redactCounting(edited)
    again.findings += redacted.findings.filter(\.isReplaced)
    return again
  }

  private func tooLate() -> Bool {
    reporter.warn("an answer came after the run on \(url.path) had ended, and is not recorded")
    return false
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
    for streamed in files.streamed {
      guard let digest = streamed.content.digest else { continue }
      interaction.add(streamed.content.redactions, of: digest, part: streamed.part)
    }
    var uploads = files.parts.sorted { $0.key < $1.key }.map { (part: Int?.some($0.key), $0.value) }
    if let file = files.upload { uploads.append((part: nil, file)) }
    for (part, file) in uploads {
      do throws(CassetteError) {
        try redactor.redactUpload(file, part: part, of: &interaction)
      } catch {
        // The call is over, and its program may have gone on with the file.
        interaction.notes.append(
          "an uploaded file was not searched for secrets: \(error.reasonForNote)")
      }
    }
    return findings
  }

  /// Gives up what was recorded.
  func abandon() throws {
    try end { journal, _ in try journal.discard() }
  }

  /// Saves what was recorded, and tells what was saved.
  ///
  /// - Parameter failed: Whether to keep the old cassette, and put this one beside it.
  /// - Throws: `CassetteError` where it cannot be written; the journal then stays.
  ///   `RecorderError.onlyFailures` where every call has failed and the old cassette has answers; that one
  ///   stays, and this one lies beside it.
  package func finish(failed: Bool) throws {
    try end { journal, ended in
      guard try isWorthSaving(journal) else {
        try journal.discard()
        if failed, try FileExistence.isThere(url) {
          reporter.warn("the run failed and has recorded nothing, so \(url.path) is as it was")
        }
        return
      }
      var refusal: RecorderError?
      var doubt: CassetteError?
      do throws(CassetteError) {
        if !failed { refusal = try onlyFailures(journal, ended) }
        if failed || refusal != nil {
          try saveFailed(journal, ended)
        } else {
          doubt = try save(journal, ended)
        }
      } catch {
        journal.keep()
        reporter.warn(
          """
          \(url.path) was not saved. What was recorded lies in \(journal.url.path); to save it: \
          swift run cassette recover \(journal.url.path)
          """)
        throw error
      }
      if let doubt {
        // With what it refers to: after a loss of power it may be all that is left.
        journal.keep()
        reporter.warn(
          """
          \(url.path) was saved, but a loss of power may undo that. For that case \
          \(journal.url.path) stays; the next recording removes it.
          """)
        throw doubt
      }
      cleanUp(after: journal, failed: failed || refusal != nil)
      try journal.discard()
      if let refusal { throw refusal }
    }
  }

  private func end(_ body: (Journal, State) throws -> Void) throws {
    let ended = state.withLock { state -> State? in
      guard !state.hasEnded else { return nil }
      state.hasEnded = true
      return state
    }
    guard let ended, let journal = ended.journal else { return }
    try body(journal, ended)
  }
}

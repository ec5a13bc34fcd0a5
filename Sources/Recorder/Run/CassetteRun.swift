import Cassette
public import Foundation

/// One use of one cassette: what is answered from it, what is recorded into it, and how it ends.
///
/// A run is shared by the recorder and the players of a test, a suite or a script. Its scope, or
/// ``finish(failed:)``, ends it; requests after that fail. All of it may be used from any thread.
public final class CassetteRun: @unchecked Sendable {
  // Unchecked: `condition` guards `state`; everything else is immutable and Sendable.
  struct State {
    var book = CallBook()
    var hasPlayer = false
    var hasRecorder = false
    var hasEnded = false
    var hasWarnedOfStub = false
    /// Targets that their own samples have answered.
    var sampled: Set<Cassette.TargetIdentity> = []
    /// Calls whose requests were sent nowhere, and why.
    var refused = Refusals()
    /// How many outcomes are on their way into the journal; their calls are not open any more.
    var outcomesUnderWay = 0
    /// Threads on which `didReceive` was called and `process` is to follow, and whether it was told of an
    /// answer of ours. Where a plugin makes a call of its own meanwhile, that one's comes last.
    var receiving: [ThreadID: [Bool]] = [:]
    /// Calls that were cancelled, and so not recorded: how many, and the first few.
    var cancelled = RecordingSummary.Calls()
    /// How many answers were compared, and those whose shape differs, by the number of the call.
    var compared: (count: Int, answers: [Int: ShapeReport.Answer]) = (0, [:])
    /// Whether the test was told of a failure.
    var hasFailed = false
    /// How many values of each name were asked for.
    var valueCounts: [[UInt8]: Int] = [:]
    /// The values that the cassette has, once one was asked for.
    var values: Cassette.RecordedValues?
    /// The first error of writing to the journal.
    var recordingError: (any Error)?
  }

  /// The run of the innermost scope around the current task.
  @TaskLocal public static var current: CassetteRun?

  /// The cassette's file, of several the last one's; nil for one in memory, and where a name could not be made
  /// into one.
  public let url: URL?
  /// The mode; nil where the environment names one that is not legal.
  public var mode: RecordMode? { resolution?.mode }

  let options: CassetteOptions
  let origins: OriginMap
  /// What the rules for faults have counted.
  let faults = FaultCounts()
  let opening: RunOpening
  let layers: PlaybackLayers
  let resolution: ModeResolution?
  package let reporter: RunReporter
  /// How many bytes of a call's streams are held at most while it is decided who answers, and whether they
  /// are sent; of each, 1 MiB is in any case.
  let heldByteCount: Int
  /// 16 MiB.
  package static let heldByteCount = 16 << 20

  /// The folder in which runs note which entries they have used; nil for nowhere.
  let usageFolder: String?
  /// The environment variable that names it.
  static let usageVariable = "CASSETTE_RUN_LOG"

  let condition = NSCondition()
  private var state = State()

  /// A run on a cassette, opened now; an error of opening is kept for each request.
  ///
  /// - Parameters:
  ///   - source: The cassette.
  ///   - mode: The mode that code names; without it, that of `CASSETTE_MODE`, else `.once`.
  ///   - options: Matching, repeats, redaction, origins and clock.
  ///   - sourceFile: The path of the source file beside which a named cassette lies.
  ///   - environment: The variables to go by.
  ///   - owner: Who records, such as a test's place, for the error of one who comes second.
  ///   - heldByteCount: How many bytes of a call's streams are held at most while they are compared.
  ///   - reporter: Where failures and warnings are told.
  package init(
    _ source: CassetteSource, mode: RecordMode? = nil, options: CassetteOptions,
    sourceFile: String, environment: [String: String] = ProcessInfo.processInfo.environment,
    owner: String? = nil, heldByteCount: Int = CassetteRun.heldByteCount,
    reporter: RunReporter = .standardError
  ) {
    self.options = options
    self.heldByteCount = heldByteCount
    self.reporter = reporter
    var found: (resolution: ModeResolution?, url: URL?, origins: OriginMap) = (
      nil, nil, OriginMap()
    )
    do {
      let resolution = try ModeResolution(argument: mode, environment: environment)
      let places = try source.places(sourceFile: sourceFile, environment: environment)
      var url: URL?
      if case .file(let own)? = places.last { url = own }
      found = (resolution, url, try OriginMap(options.origins))
      opening = RunOpening(
        .init(
          places: places, resolution: resolution, options: options, origins: found.origins,
          owner: owner, reporter: reporter))
    } catch {
      opening = .failed(error)
    }
    (resolution, url, origins) = found
    layers = PlaybackLayers(options, opening.cassettes)
    usageFolder = environment[Self.usageVariable].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A run that nothing has opened: each request fails with that error.
  package init(failing error: any Error) {
    (options, reporter, resolution, url) = (CassetteOptions(), .standardError, nil, nil)
    (origins, opening, heldByteCount) = (OriginMap(), .failed(error), Self.heldByteCount)
    layers = PlaybackLayers(options, [])
    usageFolder = nil
  }

  deinit {
    // What only replays need not be finished.
    if !state.hasEnded { noteUsage() }
    guard !state.hasEnded, let recording = opening.recording, let journal = recording.journalPath
    else { return }
    reporter.warn(
      """
      a recording was not finished: call finish(). What was recorded lies in \(journal); to save it: \
      swift run cassette recover \(recording.url.path)
      """)
  }

  /// Throws the error that opening met, if it met one.
  ///
  /// - Throws: `CassetteError` for a damaged or unknown file, for a lock that another holds, or for a
  ///   folder that cannot be written; `RecorderError` for a name or mode that is not legal.
  public func checkOpening() throws {
    if case .failed(let error) = opening { throw error }
  }

  /// When the cassette's recording began, to freeze a program's clock at; nil while there is none, as when it
  /// is recorded.
  ///
  /// ```swift
  /// let now = try cassette.recordedAt ?? Date()
  /// ```
  ///
  /// It is the date of the first entry, by milliseconds: not the very date that the program saw while it
  /// was recorded. A request that carries a date matches where that is left out of the comparison.
  ///
  /// - Throws: `CassetteError` where the cassette is damaged.
  /// - Complexity: O(*n*) in the size of the cassette.
  public var recordedAt: Date? {
    get throws(CassetteError) { try opening.recorded?.cassette.recordedAt }
  }

  /// The recorder of this run, for a provider's plugins.
  public var recorder: RecorderPlugin { RecorderPlugin(run: self) }

  func withState<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    condition.lock()
    defer { condition.unlock() }
    return try body(&state)
  }

  /// Whether calls are under way that a recorder will hear of, or has not written down yet. Asked with
  /// `condition` locked.
  var hasOpenCalls: Bool {
    state.outcomesUnderWay > 0
      || state.hasRecorder && opening.takesOutcomes && state.book.isBusy
      || options.unplayed == .fail && state.book.log.isServing
  }

  /// Whether any call was planned, or seen by a recorder.
  package var hasPlannedCalls: Bool {
    withState { $0.book.count.planned > 0 || !$0.refused.isEmpty }
  }

  /// The cassette's path, for messages.
  package var path: String {
    url?.path ?? (opening.cassettes.isEmpty ? "(none)" : "(a cassette in memory)")
  }

  /// The mode's name, for messages.
  package var modeText: String { resolution?.text ?? "unknown" }
}

extension PlaybackLayers {
  fileprivate init(_ options: CassetteOptions, _ cassettes: [Playback]) {
    self.init(
      handMade: HandMadeLayer(matching: options.matching, repeats: options.repeats),
      cassettes: cassettes, followsRedirections: options.followsRedirections)
  }
}

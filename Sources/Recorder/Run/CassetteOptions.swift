public import Cassette
public import Foundation

/// What a run does besides its mode: how it matches, repeats, redacts and renames, and what it leaves out.
public struct CassetteOptions: Sendable {
  /// How requests are compared with recorded ones.
  public var matching: RequestMatcher
  /// What becomes of a request that was recorded fewer times than it is sent.
  public var repeats: RepeatPolicy
  /// What is replaced before anything is written.
  public var redacting: RedactionRules
  /// What looks like a secret though no name says so: replaced with a warning, or a reason not to save.
  public var tripwire: Tripwire
  /// Which live origins are written, and matched, under which names: canonical origin to live one.
  public var origins: [String: URL]
  /// The source of time.
  public var clock: RecordingClock
  /// What may differ in an answer that is recorded again and is still the old one, whose line then stays.
  ///
  /// In the mode `.verify`, its places in JSON may have any shape.
  public var volatileFields: Cassette.VolatileFields
  /// How long the end of a run waits for calls that have no outcome yet.
  public var patience: Duration

  /// How old a cassette may get; nil, the default, for any age.
  ///
  /// An older one has expired: `.once` and `.append` record it anew, as `.rerecord` does; where nothing may be
  /// recorded, as on CI, it replays with a warning. The age is that of the newest entry, or of the last
  /// time that all was compared with what is live, which recordings with this option note in the file.
  public var reRecordAfter: Duration?
  /// Calls that go live and are not recorded, such as `"//localhost"` or `"/health"`.
  ///
  /// Where the cassette answers and nothing goes live (`.replay`, and `.once` with a cassette), such a call
  /// is an error unless ``ignoredGoLiveInReplay`` is set.
  public var ignoring: [CallFilter]
  /// Whether the calls of ``ignoring`` go live also where nothing else does.
  public var ignoredGoLiveInReplay: Bool
  /// Whether methods other than GET, HEAD and OPTIONS may go live to be recorded or compared.
  public var allowsUnsafeMethods: Bool
  /// Whether a cancelled call is recorded as that, and cancelled again on replay; else it is not recorded.
  public var recordsCancellations: Bool
  /// Whether a recording anew of which every call failed in the network's layer may take the place of a
  /// cassette that has answers: for tests of a server that is down.
  public var allowsOnlyFailures: Bool
  /// In which order a program has to send what was recorded.
  public var order: ReplayOrder
  /// What answers a request that the cassette has not, where nothing is recorded.
  public var fallback: MissFallback
  /// Whether a redirection that others have recorded hop by hop, as browsers do, is followed inside the
  /// cassette.
  ///
  /// Entries that this package has recorded are what a caller saw, so that theirs never are. For a provider
  /// whose session does not follow redirections either, set this to false.
  public var followsRedirections: Bool
  /// How long replayed answers take: at once, by default.
  ///
  /// `ReplayProvider` waits on ``replayClock``, and ends a call at once that is cancelled meanwhile. The
  /// closures of `CassettePlayer` alone answer with Moya's `StubBehavior.delayed`: it waits on the system's
  /// clock, tells of a cancellation when the time is over, and knows no time-out.
  public var timing: ReplayTiming
  /// The clock on which replayed answers take their time; a test's own makes that time pass as it likes.
  public var replayClock: any Clock<Duration>
  /// On which thread replayed answers come.
  public var delivery: ReplayDelivery
  /// What goes wrong with calls that the cassette answers; after ``beforeReplay``.
  public var faults: [FaultRule]
  /// What becomes of a run at whose end entries of the cassette have answered no call.
  public var unplayed: UnplayedPolicy
  /// Edits an interaction before it is written, or drops it by returning nil.
  ///
  /// It gets the interaction with its secrets replaced already, from any thread; secrets are looked for
  /// once more in what it returns. What the running program sees is not changed.
  public var beforeSave: (@Sendable (Cassette.Interaction) -> Cassette.Interaction?)?
  /// Edits an interaction before it answers a call; called from any thread.
  ///
  /// Which recording answers has been decided by then. The cassette is not changed.
  public var beforeReplay: (@Sendable (Cassette.Interaction) -> Cassette.Interaction)?

  /// The defaults, each of which may be given.
  public init(
    matching: RequestMatcher = .default, repeats: RepeatPolicy = .never,
    redacting: RedactionRules = .default, tripwire: Tripwire = .default,
    origins: [String: URL] = [:],
    clock: RecordingClock = .system, volatileFields: Cassette.VolatileFields = .default,
    patience: Duration = .seconds(5), reRecordAfter: Duration? = nil,
    ignoring: [CallFilter] = [], ignoredGoLiveInReplay: Bool = false,
    allowsUnsafeMethods: Bool = true, recordsCancellations: Bool = false,
    allowsOnlyFailures: Bool = false, order: ReplayOrder = .any, fallback: MissFallback = .none,
    followsRedirections: Bool = true, timing: ReplayTiming = .instant,
    replayClock: any Clock<Duration> = ContinuousClock(), delivery: ReplayDelivery = .queued,
    faults: [FaultRule] = [], unplayed: UnplayedPolicy = .log,
    beforeSave: (@Sendable (Cassette.Interaction) -> Cassette.Interaction?)? = nil,
    beforeReplay: (@Sendable (Cassette.Interaction) -> Cassette.Interaction)? = nil
  ) {
    self.matching = matching
    self.repeats = repeats
    self.redacting = redacting
    self.tripwire = tripwire
    self.origins = origins
    self.clock = clock
    self.volatileFields = volatileFields
    self.patience = patience
    self.reRecordAfter = reRecordAfter
    self.ignoring = ignoring
    self.ignoredGoLiveInReplay = ignoredGoLiveInReplay
    self.allowsUnsafeMethods = allowsUnsafeMethods
    self.recordsCancellations = recordsCancellations
    self.allowsOnlyFailures = allowsOnlyFailures
    self.order = order
    self.fallback = fallback
    self.followsRedirections = followsRedirections
    self.timing = timing
    self.replayClock = replayClock
    self.delivery = delivery
    self.faults = faults
    self.unplayed = unplayed
    self.beforeSave = beforeSave
    self.beforeReplay = beforeReplay
  }
}

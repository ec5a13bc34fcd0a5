public import Cassette
public import Foundation

/// What a run does besides its mode: how it matches, repeats, redacts and renames.
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
  public var volatileFields: Cassette.VolatileFields
  /// How long the end of a run waits for calls that have no outcome yet.
  public var patience: Duration

  /// The defaults, each of which may be given.
  public init(
    matching: RequestMatcher = .default, repeats: RepeatPolicy = .never,
    redacting: RedactionRules = .default, tripwire: Tripwire = .default,
    origins: [String: URL] = [:],
    clock: RecordingClock = .system, volatileFields: Cassette.VolatileFields = .default,
    patience: Duration = .seconds(5)
  ) {
    self.matching = matching
    self.repeats = repeats
    self.redacting = redacting
    self.tripwire = tripwire
    self.origins = origins
    self.clock = clock
    self.volatileFields = volatileFields
    self.patience = patience
  }
}

public import Foundation

/// The one source of time of a recording: what is written about when, and how long.
public struct RecordingClock: Sendable {
  /// The date and time.
  public var now: @Sendable () -> Date
  /// A time that only goes forward, from any beginning.
  public var elapsed: @Sendable () -> Duration

  /// A clock of those two readings.
  public init(
    now: @escaping @Sendable () -> Date, elapsed: @escaping @Sendable () -> Duration
  ) {
    self.now = now
    self.elapsed = elapsed
  }

  /// The machine's clocks.
  public static let system: RecordingClock = {
    let clock = ContinuousClock()
    let start = clock.now
    return RecordingClock(now: { Date() }, elapsed: { start.duration(to: clock.now) })
  }()

  /// A clock that stands still, for recordings that are the same byte for byte.
  public static func fixed(at date: Date) -> RecordingClock {
    RecordingClock(now: { date }, elapsed: { .zero })
  }
}

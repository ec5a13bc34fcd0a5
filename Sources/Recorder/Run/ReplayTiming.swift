/// How long a replayed answer takes, on the clock of ``CassetteOptions/replayClock``.
///
/// Only an answer from the cassette takes time: a miss is told at once.
///
/// Where a ``fixed(_:)`` time, or one ``scaled(by:)`` more than 1, is longer than the request's time-out interval,
/// the call ends with that error when the interval is over. With ``recorded`` and less no recorded answer
/// does: live, the interval begins anew with each byte, and so had room for it. What timed out when it was
/// recorded does so after the interval that the request has now, where that is shorter.
public struct ReplayTiming: Hashable, Sendable {
  private enum Kind: Hashable {
    case scaled(Double)
    case fixed(Duration)
  }

  private let kind: Kind

  /// At once: the default.
  public static let instant = fixed(.zero)
  /// As long as it took when it was recorded, to the millisecond.
  public static let recorded = scaled(by: 1)

  /// So many times as long as it took when it was recorded; at once for 0, and for what is no number.
  public static func scaled(by factor: Double) -> ReplayTiming {
    ReplayTiming(kind: .scaled(factor > 0 ? factor : 0))
  }

  /// The same time for each answer, from 0.
  public static func fixed(_ duration: Duration) -> ReplayTiming {
    ReplayTiming(kind: .fixed(duration))
  }

  // Ten years. Clocks overflow where they are to add what a Duration can hold.
  private static let limit = 315_360_000.0
  /// The longest time that is ever waited for.
  static let longest = Duration.seconds(limit)

  /// How long a retrier's delay lasts.
  ///
  /// - Parameter seconds: The delay that it wants, over 0.
  /// - Returns: The time; nil where everything comes at once.
  package func delay(seconds: Double) -> Duration? {
    switch kind {
    case .fixed(let duration):
      return duration > .zero ? .seconds(min(seconds, Self.limit)) : nil
    case .scaled(let factor):
      return factor > 0 ? .seconds(min(seconds * factor, Self.limit)) : nil
    }
  }

  /// How long an answer is waited for.
  ///
  /// - Parameter recorded: How long it took when it was recorded.
  /// - Returns: The time; nil where the answer comes at once, whatever the request allows.
  package func wait(recorded: @autoclosure () -> Duration) -> Duration? {
    switch kind {
    case .fixed(let duration):
      return duration > .zero ? min(duration, Self.longest) : nil
    case .scaled(let factor):
      guard factor > 0 else { return nil }
      // Without end, it would be no number times nothing.
      return .seconds(
        min(max(0, recorded().seconds) * min(factor, Self.limit), Self.limit))
    }
  }

  /// Whether an answer may take longer than it did when it was recorded.
  package var mayBeLonger: Bool {
    switch kind {
    case .fixed: true
    case .scaled(let factor): factor > 1
    }
  }
}

/// What becomes of a request that was recorded fewer times than it is sent.
public struct RepeatPolicy: Hashable, Sendable {
  enum Kind: Sendable { case never, last }

  let kind: Kind

  /// Each recording answers once, in recorded order; one request more is a miss. The default.
  public static let never = RepeatPolicy(kind: .never)
  /// After the last recording has answered, it answers again.
  public static let repeatLast = RepeatPolicy(kind: .last)
}

/// What becomes of a request that was recorded fewer times than it is sent.
///
/// For the whole cassette, or otherwise for some calls:
///
///     repeats: .never.repeatingLast("/status")
///     repeats: .repeatLast.rewinding("quotes").answeringOnce("/login")
///
/// Of several rules for one call, the last counts. A call that shares a recording with another one which
/// is not delivered yet counts as well.
public struct RepeatPolicy: Hashable, Sendable {
  enum Kind: Hashable, Sendable { case never, last, rewind }

  private struct Rule: Hashable, Sendable {
    let filters: [CallFilter]
    let kind: Kind
  }

  private let kind: Kind
  private var rules: [Rule] = []

  private init(kind: Kind) { self.kind = kind }

  /// Each recording answers once, in recorded order; one request more is a miss. The default.
  public static let never = RepeatPolicy(kind: .never)
  /// After the last recording has answered, it answers again.
  public static let repeatLast = RepeatPolicy(kind: .last)
  /// After the last recording has answered, the first one does, and so on from there.
  public static let rewind = RepeatPolicy(kind: .rewind)

  /// This policy, where of those calls the last recording answers again.
  ///
  /// - Parameter filters: Which calls, such as `"userProfile"` or `"/status"`.
  /// - Returns: The policy with that rule.
  public func repeatingLast(_ filters: CallFilter...) -> RepeatPolicy { adding(filters, .last) }

  /// This policy, where of those calls the first recording follows the last.
  ///
  /// - Parameter filters: Which calls, such as `"userProfile"` or `"/status"`.
  /// - Returns: The policy with that rule.
  public func rewinding(_ filters: CallFilter...) -> RepeatPolicy { adding(filters, .rewind) }

  /// This policy, where of those calls each recording answers once.
  ///
  /// - Parameter filters: Which calls, such as `"userProfile"` or `"/login"`.
  /// - Returns: The policy with that rule.
  public func answeringOnce(_ filters: CallFilter...) -> RepeatPolicy { adding(filters, .never) }

  private func adding(_ filters: [CallFilter], _ kind: Kind) -> RepeatPolicy {
    var result = self
    result.rules.append(Rule(filters: filters, kind: kind))
    return result
  }

  /// What becomes of one call.
  func kind(_ request: Cassette.Request, _ target: Cassette.TargetIdentity?) -> Kind {
    rules.last { $0.filters.selects(request, target) }?.kind ?? kind
  }
}

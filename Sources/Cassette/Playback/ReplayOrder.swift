/// In which order a program has to send what was recorded.
public struct ReplayOrder: Hashable, Sendable {
  /// Which calls have to keep to the order; nil for none, empty for all.
  private let filters: [CallFilter]?

  /// Different requests may come in any order. The default.
  public static let any = ReplayOrder(filters: nil)

  /// Each request must be the one that was recorded next.
  ///
  /// Another one is an error that names the one that was due. A recording that has answered may answer
  /// again at any time, where `RepeatPolicy` lets it. One that was asked for and has not answered, for its
  /// call met a fault, timed out or was cancelled, is not waited for, and may be asked for again.
  public static let recorded = ReplayOrder(filters: [])

  /// Each of some calls must be the one of them that was recorded next; the others come in any order.
  ///
  /// Where nothing is recorded of those calls, there is no order: so it is for filters by target and
  /// recordings of other programs, which know no targets.
  ///
  /// - Parameter filters: Which calls, such as `"/checkout/*"`; none for all.
  /// - Returns: The order.
  public static func recorded(only filters: CallFilter...) -> ReplayOrder {
    ReplayOrder(filters: filters)
  }

  /// Whether all calls have to keep to the order.
  var coversAll: Bool { filters?.isEmpty ?? false }

  /// Whether a call has to keep to the order.
  func selects(_ request: Cassette.Request, _ target: Cassette.TargetIdentity?) -> Bool {
    guard let filters else { return false }
    return filters.isEmpty || filters.selects(request, target)
  }
}

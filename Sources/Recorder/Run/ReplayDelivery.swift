/// On which thread, and so when, `ReplayProvider` brings a replayed answer.
public struct ReplayDelivery: Hashable, Sendable {
  private enum Kind {
    case queued
    case inline
  }

  private let kind: Kind

  /// On the call's queue, else the provider's, else main, after `request` has returned: as live.
  public static let queued = ReplayDelivery(kind: .queued)
  /// Before `request` returns, on the thread that builds the request, where neither the call nor the provider
  /// names a queue: for tests written against Moya's `immediatelyStub`.
  ///
  /// What then has to be waited for, by ``CassetteOptions/timing`` or `Fault.slowBody(_:)`, still comes on
  /// main.
  public static let inline = ReplayDelivery(kind: .inline)
}

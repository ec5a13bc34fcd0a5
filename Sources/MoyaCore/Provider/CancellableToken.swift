#if !UpstreamMoya
/// A `Cancellable` that runs an action at its first `cancel()`.
public final class CancellableToken: Cancellable, CustomDebugStringConvertible,
  @unchecked Sendable
{  // `state` is guarded by its box; `request` guards itself.
  private struct State {
    var isCancelled = false
    var action: (() -> Void)?
  }

  private let state: Locked<State>
  private let request: Request?

  /// A token whose cancellation runs this action, once, on the thread that cancels.
  public init(action: @escaping () -> Void) {
    state = Locked(State(action: action))
    request = nil
  }

  /// A token that cancels a request of a session.
  package init(request: Request) {
    state = Locked(State(action: { request.cancel() }))
    self.request = request
  }

  /// Whether `cancel()` has been called.
  public var isCancelled: Bool {
    state.withLock { $0.isCancelled }
  }

  /// Runs the action, where it has not run yet.
  public func cancel() {
    let action = state.withLock { state in
      state.isCancelled = true
      defer { state.action = nil }
      return state.action
    }
    action?()
  }

  /// The request as a curl command, credentials included, or `Empty Request` where there is none.
  public var debugDescription: String {
    request?.cURLDescription() ?? "Empty Request"
  }
}
#endif

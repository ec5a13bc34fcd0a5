import Cassette
import Recorder

/// Whether the caller has given a call up, and what then has to happen at once.
final class DeliveryCancellation: Sendable {
  private struct State: Sendable {
    var isCancelled = false
    var waiting: (@Sendable () -> Void)?
  }

  private let state = Locked(State())

  /// Whether ``cancel()`` was called.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Gives the call up, and ends what it waits for.
  func cancel() {
    let waiting = state.withLock { state in
      state.isCancelled = true
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?()
  }

  /// Has the closure called when the call is given up, in place of one before it; now where it is already.
  func onCancel(_ handler: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      state.waiting = state.isCancelled ? nil : handler
      return state.isCancelled
    }
    if isCancelled { handler() }
  }

  /// Forgets what was waited for.
  func forget() {
    state.withLock { $0.waiting = nil }
  }
}

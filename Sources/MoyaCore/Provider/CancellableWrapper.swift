#if !UpstreamMoya
/// What `request` returns at once, while what it stands for may begin later.
///
/// A cancel that comes before reaches what begins afterwards.
final class CancellableWrapper: Cancellable, @unchecked Sendable {  // `state` is in a locked box.
  private struct State {
    var isCancelled = false
    var inner: (any Cancellable)?
  }

  private let state = Locked(State())

  var isCancelled: Bool {
    state.withLock { $0.isCancelled }
  }

  func cancel() {
    let inner = state.withLock { state in
      state.isCancelled = true
      return state.inner
    }
    inner?.cancel()
  }

  /// Hands over what has begun; cancelled at once where the cancel came first.
  func begin(_ inner: any Cancellable) {
    let isCancelled = state.withLock { state in
      state.inner = inner
      return state.isCancelled
    }
    if isCancelled { inner.cancel() }
  }
}
#endif

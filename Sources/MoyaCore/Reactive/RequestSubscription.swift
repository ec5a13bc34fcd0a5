#if canImport(Combine) && !UpstreamMoya
import Combine

/// One subscriber's call.
final class RequestSubscription<Output>: Subscription {
  private struct State {
    /// Whom to tell; nobody once the call has ended or was cancelled.
    var subscriber: AnySubscriber<Output, MoyaError>?
    var start: RequestPublisher<Output>.Start?
    var call: (any Moya.Cancellable)?
    var isCancelled = false

    mutating func takeStart() -> RequestPublisher<Output>.Start? {
      defer { start = nil }
      return start
    }

    mutating func takeSubscriber() -> AnySubscriber<Output, MoyaError>? {
      defer { subscriber = nil }
      return subscriber
    }
  }

  private let state: Locked<State>

  init(
    _ subscriber: AnySubscriber<Output, MoyaError>, start: @escaping RequestPublisher<Output>.Start
  ) {
    state = Locked(State(subscriber: subscriber, start: start))
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    // Outside the lock: a call may end before it returns.
    guard let start = state.withLock({ $0.takeStart() }) else { return }
    let call = start(
      { value in
        // States come as they do; a subscriber's further demand changes nothing.
        _ = self.state.withLock { $0.subscriber }?.receive(value)
      },
      { completion in self.state.withLock { $0.takeSubscriber() }?.receive(completion: completion) }
    )
    let isLate = state.withLock { state in
      state.call = call
      return state.isCancelled
    }
    if isLate { call.cancel() }
  }

  func cancel() {
    let call = state.withLock { state in
      state.isCancelled = true
      state.start = nil
      state.subscriber = nil
      return state.call
    }
    call?.cancel()
  }
}
#endif

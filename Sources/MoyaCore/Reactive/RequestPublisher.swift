#if canImport(Combine) && !UpstreamMoya
import Combine

/// Starts a call for each subscriber, when that one first asks for values.
struct RequestPublisher<Output>: Publisher {
  typealias Failure = MoyaError
  /// Starts the call, given what takes its values and what takes its end.
  typealias Start = (
    _ send: @escaping (Output) -> Void,
    _ end: @escaping (Subscribers.Completion<MoyaError>) -> Void
  ) -> any Moya.Cancellable

  private let start: Start

  init(start: @escaping Start) {
    self.start = start
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == MoyaError {
    subscriber.receive(subscription: RequestSubscription(AnySubscriber(subscriber), start: start))
  }
}
#endif

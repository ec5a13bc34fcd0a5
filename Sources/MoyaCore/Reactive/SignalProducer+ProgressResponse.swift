#if ReactiveSwift
public import ReactiveSwift

#if UpstreamMoya
public import Moya
#endif

// The real ReactiveMoya lacks these, of RxMoya's and CombineMoya's operators.
extension SignalProducerProtocol where Value == ProgressResponse, Error == MoyaError {
  /// The responses of the completed states.
  public func filterCompleted() -> SignalProducer<Response, MoyaError> {
    producer.compactMap(\.response)
  }

  /// How far the states that are not completed have come, from 0 to 1.
  public func filterProgress() -> SignalProducer<Double, MoyaError> {
    producer.filter { !$0.completed }.map(\.progress)
  }
}
#endif

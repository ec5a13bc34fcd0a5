#if canImport(Combine) && !UpstreamMoya
public import Combine

extension AnyPublisher where Output == ProgressResponse, Failure == MoyaError {
  /// The responses of the completed states.
  public func filterCompleted() -> AnyPublisher<Response, MoyaError> {
    compactMap(\.response).eraseToAnyPublisher()
  }

  /// How far the states that are not completed have come, from 0 to 1.
  public func filterProgress() -> AnyPublisher<Double, MoyaError> {
    filter { !$0.completed }.map(\.progress).eraseToAnyPublisher()
  }
}
#endif

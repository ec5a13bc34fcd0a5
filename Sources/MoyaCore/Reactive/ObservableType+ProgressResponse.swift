#if RxSwift && !UpstreamMoya
public import RxSwift

extension ObservableType where Element == ProgressResponse {
  /// The responses of the completed states.
  public func filterCompleted() -> Observable<Response> {
    compactMap(\.response)
  }

  /// How far the states that are not completed have come, from 0 to 1.
  public func filterProgress() -> Observable<Double> {
    filter { !$0.completed }.map(\.progress)
  }
}
#endif

#if !UpstreamMoya
public import Dispatch

/// Is given what came of a request.
public typealias Completion = (_ result: Result<Moya.Response, MoyaError>) -> Void

/// Is told how far a request has come.
public typealias ProgressBlock = (_ progress: ProgressResponse) -> Void

/// What can send a target's requests: the hook on which reactive extensions hang.
public protocol MoyaProviderType: AnyObject {
  /// The targets that it sends.
  associatedtype Target: TargetType

  /// Sends a request; see ``MoyaProvider/request(_:callbackQueue:progress:completion:)``.
  func request(
    _ target: Target, callbackQueue: DispatchQueue?, progress: Moya.ProgressBlock?,
    completion: @escaping Moya.Completion
  ) -> any Cancellable
}
#endif

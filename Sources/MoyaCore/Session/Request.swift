#if !UpstreamMoya
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request of a session.
public class Request: @unchecked Sendable {
  var credential: URLCredential?
  func cURLDescription() -> String { "" }
  func authenticate(with credential: URLCredential) -> Self { self }
  func cancel() {}
}
/// A request whose answer goes into a file.
public class DownloadRequest: Request, @unchecked Sendable {}
/// AF's
public class RequestMultipartFormData {}
extension MoyaProvider {
  func send(
    _ target: Target, request: URLRequest, callbackQueue: DispatchQueue?,
    progress: ProgressBlock?, completion: @escaping Completion, endpoint: Endpoint
  ) -> any Cancellable {
    CancellableToken {}
  }
}
#endif

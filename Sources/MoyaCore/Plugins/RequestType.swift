#if !UpstreamMoya
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A request as a plugin sees it in `willSend`.
public protocol RequestType {
  /// The request that is sent; of a session's own request nil until that is known.
  var request: URLRequest? { get }

  /// The header fields that the session adds to every request.
  var sessionHeaders: [String: String] { get }

  /// Answers the server's challenges with a name and a password.
  func authenticate(
    username: String, password: String, persistence: URLCredential.Persistence
  ) -> Self

  /// Answers the server's challenges with a credential.
  func authenticate(with credential: URLCredential) -> Self

  /// Calls the closure with a curl command that sends the same, once it is known; credentials
  /// stand in it as they are.
  func cURLDescription(calling handler: @escaping (String) -> Void) -> Self
}
#endif

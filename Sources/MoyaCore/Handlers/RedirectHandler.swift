#if !UpstreamMoya
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Decides whether, and with which request, a redirection is followed.
public protocol RedirectHandler: Sendable {
  /// Hands on the request to go on with, or nil to take the redirection for the answer; at once or
  /// later, from any thread. A completion that is let go of without being called means nil.
  ///
  /// `request` is what would be sent: without `Authorization`, `Cookie` and `Host` where it goes to
  /// another origin, and with its body where the status says so. What is handed on is sent as it
  /// is, so a handler can put a field back; only an upload's body stays the upload's own.
  func task(
    _ task: URLSessionTask, willBeRedirectedTo request: URLRequest, for response: HTTPURLResponse,
    completion: @escaping (URLRequest?) -> Void)
}
#endif

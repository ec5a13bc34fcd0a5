import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request as a plugin sees it when it is about to be sent.
struct SentRequest: Sendable {
  /// The request, after closures, adapters and plugins.
  var request: URLRequest
  /// The header fields that the session adds where the request has none of the name.
  var sessionHeaders: [String: String]

  /// What records the stream that is the request's content, where it is one that is recorded.
  var bodyStream: StreamRecord? { (request.httpBodyStream as? TeedStream)?.record }

  /// Whether the request is the one that an answer names.
  func isSame(as other: URLRequest) -> Bool {
    // On Linux URLRequest compares neither header fields nor content.
    request == other && request.httpBody == other.httpBody
      && request.allHTTPHeaderFields ?? [:] == other.allHTTPHeaderFields ?? [:]
  }
}

#if !UpstreamMoya
public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What a stubbed request answers.
public enum EndpointSampleResponse: Sendable {
  /// A status code and a body, without an `HTTPURLResponse`.
  case networkResponse(Int, Data)
  /// A response, header fields included, and a body.
  case response(HTTPURLResponse, Data)
  /// A failure of the transfer.
  case networkError(NSError)
}
#endif

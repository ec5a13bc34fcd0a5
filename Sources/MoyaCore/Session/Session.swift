#if !UpstreamMoya
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Sends requests over one URLSession.
open class Session: @unchecked Sendable {
  /// The configuration of the URLSession.
  public let sessionConfiguration: URLSessionConfiguration
  /// Whether a request is sent when it is made, without `resume()`.
  public let startRequestsImmediately: Bool
  /// Adapts and retries every request.
  public let interceptor: (any RequestInterceptor)?
  let sessionHeaders: [String: String]

  /// A session.
  public init(
    configuration: URLSessionConfiguration = .default, startRequestsImmediately: Bool = true,
    interceptor: (any RequestInterceptor)? = nil
  ) {
    sessionConfiguration = configuration
    self.startRequestsImmediately = startRequestsImmediately
    self.interceptor = interceptor
    sessionHeaders = configuration.httpAdditionalHeaders as? [String: String] ?? [:]
  }
}
#endif

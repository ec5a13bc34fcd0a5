#if !UpstreamMoya
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// What can be made into a URLRequest; a parameter encoding starts from one.
public protocol URLRequestConvertible: Sendable {
  /// The request.
  ///
  /// - Throws: whatever keeps the request from being built.
  func asURLRequest() throws -> URLRequest
}

extension URLRequestConvertible {
  /// The request, or nil where `asURLRequest()` throws; call that one to learn why.
  public var urlRequest: URLRequest? {
    try? asURLRequest()
  }
}

extension URLRequest: URLRequestConvertible {
  /// The request itself.
  public func asURLRequest() throws -> URLRequest { self }
}

extension URLRequest {
  /// The request's method as a typed value, or nil where it has none.
  public var method: HTTPMethod? {
    get { httpMethod.map(HTTPMethod.init(rawValue:)) }
    set { httpMethod = newValue?.rawValue }
  }
}
#endif

#if !UpstreamMoya
#if canImport(FoundationNetworking)
public import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// What can be made into a URL: a URL, a text, components.
public protocol URLConvertible: Sendable {
  /// The URL.
  ///
  /// - Throws: whatever keeps it from being one; of text and components `AFError.invalidURL`.
  func asURL() throws -> URL
}

extension String: URLConvertible {
  /// The text as a URL.
  ///
  /// - Throws: `AFError.invalidURL`.
  public func asURL() throws -> URL {
    guard let url = URL(string: self) else { throw AFError.invalidURL(url: self) }
    return url
  }
}

extension URL: URLConvertible {
  /// The URL itself.
  public func asURL() throws -> URL { self }
}

extension URLComponents: URLConvertible {
  /// The URL that the components make.
  ///
  /// - Throws: `AFError.invalidURL`.
  public func asURL() throws -> URL {
    guard let url else { throw AFError.invalidURL(url: self) }
    return url
  }
}

extension URLRequest {
  /// A request for a URL, with these header fields alone.
  ///
  /// - Throws: what the URL's `asURL()` throws.
  public init(url: any URLConvertible, method: HTTPMethod, headers: HTTPHeaders? = nil) throws {
    self.init(url: try url.asURL())
    httpMethod = method.rawValue
    allHTTPHeaderFields = headers?.dictionary
  }

  /// Looks whether a session would send the request.
  ///
  /// - Throws: `AFError.urlRequestValidationFailed` for a GET that has a body, or what else is wrong.
  public func validate() throws {
    try checkForSending()
  }
}
#endif

#if !UpstreamMoya
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Parameters by name, as a parameter encoding takes them.
public typealias Parameters = [String: Any]

/// A way of writing parameters into a request.
public protocol ParameterEncoding: Sendable {
  /// The request with the parameters written into its URL or body.
  ///
  /// - Throws: whatever keeps the parameters from being written; a target's request then fails
  ///   with ``MoyaError/parameterEncoding(_:)``.
  func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws
    -> URLRequest
}
#endif

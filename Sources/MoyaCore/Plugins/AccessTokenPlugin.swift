#if !UpstreamMoya
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Adds an `Authorization` field to requests whose target asks for one.
///
/// An `Authorization` that is there already stays in front, followed by a comma.
public struct AccessTokenPlugin: PluginType, @unchecked Sendable {
  // Unchecked: the closure is constant, and a provider calls it from any thread.

  /// Gives the token for a target; of a `MultiTarget`, for the one within.
  public typealias TokenClosure = (any TargetType) -> String

  /// Gives the token for a target.
  public let tokenClosure: TokenClosure

  /// A plugin that asks this closure for each request's token.
  public init(tokenClosure: @escaping TokenClosure) {
    self.tokenClosure = tokenClosure
  }

  /// The request with the token, where the target has an authorization type.
  public func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
    guard let scheme = (target as? any AccessTokenAuthorizable)?.authorizationType else {
      return request
    }
    let inner = (target as? MultiTarget)?.target ?? target
    var request = request
    request.addValue(
      "\(scheme.value) \(tokenClosure(inner))", forHTTPHeaderField: "Authorization")
    return request
  }
}
#endif

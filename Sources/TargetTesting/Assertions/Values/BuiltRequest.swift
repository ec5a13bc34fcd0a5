import Foundation
import MoyaCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The request that a target makes by Moya's default mapping, before any closure, adapter or plugin
/// of a provider.
enum BuiltRequest {
  /// The request.
  ///
  /// - Throws: What keeps it from being built: `MoyaError`, or `UnbuildableTask`.
  static func make(_ target: any TargetType) throws -> URLRequest {
    let endpoint = MoyaProvider<MultiTarget>.defaultEndpointMapping(for: MultiTarget(target))
    if case .requestCompositeParameters(_, let encoding as URLEncoding, _) = endpoint.task,
      encoding.destination != .httpBody
    {
      throw UnbuildableTask()
    }
    return try endpoint.urlRequest()
  }
}

/// A task for which the real Moya ends the process instead of building a request.
struct UnbuildableTask: LocalizedError {
  var errorDescription: String? {
    "the bodyEncoding of requestCompositeParameters may write into the query; use "
      + "URLEncoding.httpBody"
  }
}

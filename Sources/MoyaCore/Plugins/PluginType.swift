#if !UpstreamMoya
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Looks at, and may change, what a provider sends and receives.
///
/// Each step calls the plugins in the order in which the provider was given them.
public protocol PluginType {
  /// The request to send in place of this one; called for every attempt, before `willSend`.
  func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest

  /// Called right before a request is sent or stubbed, when all plugins have prepared it.
  func willSend(_ request: any RequestType, target: any TargetType)

  /// Called once for each request with what came of it, before any `process`; not where the
  /// request could not be built.
  func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType)

  /// The result to hand on in place of this one, last of all before the completion.
  func process(_ result: Result<Moya.Response, MoyaError>, target: any TargetType)
    -> Result<Moya.Response, MoyaError>
}

extension PluginType {
  /// The request as it is.
  public func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest { request }

  /// Nothing.
  public func willSend(_ request: any RequestType, target: any TargetType) {}

  /// Nothing.
  public func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType) {}

  /// The result as it is.
  public func process(_ result: Result<Moya.Response, MoyaError>, target: any TargetType)
    -> Result<Moya.Response, MoyaError>
  { result }
}

extension [any PluginType] {
  func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
    reduce(request) { $1.prepare($0, target: target) }
  }

  func willSend(_ request: any RequestType, target: any TargetType) {
    for plugin in self { plugin.willSend(request, target: target) }
  }

  func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType) {
    for plugin in self { plugin.didReceive(result, target: target) }
  }

  func process(_ result: Result<Moya.Response, MoyaError>, target: any TargetType)
    -> Result<Moya.Response, MoyaError>
  {
    reduce(result) { $1.process($0, target: target) }
  }
}
#endif

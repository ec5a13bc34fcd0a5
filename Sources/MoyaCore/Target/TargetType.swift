#if !UpstreamMoya
public import Foundation

/// One endpoint of a service: where it is, how it is called, and what it answers in tests.
public protocol TargetType {
  /// The service's URL, to which `path` is appended.
  var baseURL: URL { get }
  /// What `URL(target:)` appends to `baseURL`; empty leaves that as it is.
  var path: String { get }
  /// The request's method.
  var method: Moya.Method { get }
  /// The body that a stubbed request answers with; empty by default.
  var sampleData: Data { get }
  /// What the request carries, and how.
  var task: Task { get }
  /// Which status codes are a success; `.none`, the default, takes all.
  var validationType: ValidationType { get }
  /// The request's header fields; nil leaves them unset.
  var headers: [String: String]? { get }
}

extension TargetType {
  /// `.none`: every status code is a success.
  public var validationType: ValidationType { .none }

  /// No bytes.
  public var sampleData: Data { Data() }
}
#endif

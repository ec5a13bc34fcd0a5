#if !UpstreamMoya
public import Foundation

/// Any target, so that one provider serves several target types.
public enum MultiTarget: TargetType {
  /// The target that this one stands for.
  case target(any TargetType)

  /// Wraps a target; a `MultiTarget` is wrapped as well, not unwrapped first.
  public init(_ target: any TargetType) {
    self = .target(target)
  }

  /// The target within.
  public var target: any TargetType {
    switch self {
    case .target(let target): target
    }
  }

  /// The target's.
  public var baseURL: URL { target.baseURL }
  /// The target's.
  public var path: String { target.path }
  /// The target's.
  public var method: Moya.Method { target.method }
  /// The target's.
  public var sampleData: Data { target.sampleData }
  /// The target's.
  public var task: Task { target.task }
  /// The target's.
  public var validationType: ValidationType { target.validationType }
  /// The target's.
  public var headers: [String: String]? { target.headers }
}

extension MultiTarget: AccessTokenAuthorizable {
  /// The target's, or nil where it is not `AccessTokenAuthorizable`.
  public var authorizationType: AuthorizationType? {
    (target as? any AccessTokenAuthorizable)?.authorizationType
  }
}
#endif

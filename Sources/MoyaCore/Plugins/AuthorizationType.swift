#if !UpstreamMoya
/// The scheme that stands before a token in an `Authorization` field.
public enum AuthorizationType: Equatable, Sendable {
  /// `Basic`.
  case basic
  /// `Bearer`.
  case bearer
  /// This text.
  case custom(String)

  /// The scheme's name as it is sent.
  public var value: String {
    switch self {
    case .basic: "Basic"
    case .bearer: "Bearer"
    case .custom(let text): text
    }
  }
}

/// A target that says whether ``AccessTokenPlugin`` adds a token, and under which scheme.
public protocol AccessTokenAuthorizable {
  /// The scheme, or nil for no token.
  var authorizationType: AuthorizationType? { get }
}
#endif

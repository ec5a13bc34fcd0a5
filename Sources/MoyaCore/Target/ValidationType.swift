#if !UpstreamMoya
/// Which status codes a target takes for a success.
public enum ValidationType: Equatable, Sendable {
  /// All of them: nothing is validated.
  case none
  /// 200 to 299.
  case successCodes
  /// 200 to 399.
  case successAndRedirectCodes
  /// These; an empty list validates nothing.
  case customCodes([Int])

  /// The codes; empty where nothing is validated.
  var statusCodes: [Int] {
    switch self {
    case .none: []
    case .successCodes: Array(200..<300)
    case .successAndRedirectCodes: Array(200..<400)
    case .customCodes(let codes): codes
    }
  }

  /// Whether a response with this status is a success.
  func accepts(_ statusCode: Int) -> Bool {
    switch self {
    case .none: true
    case .successCodes: (200..<300).contains(statusCode)
    case .successAndRedirectCodes: (200..<400).contains(statusCode)
    case .customCodes(let codes): codes.isEmpty || codes.contains(statusCode)
    }
  }
}
#endif

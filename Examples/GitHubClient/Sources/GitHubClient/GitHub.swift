import Foundation
import MoyaCore

/// The parts of GitHub's API that this client uses.
public enum GitHub: Sendable {
  /// A line of wisdom, as plain text.
  case zen
  /// Somebody's public profile.
  case userProfile(String)
  /// Somebody's repositories, those pushed to most recently first.
  case userRepositories(String)
  /// The branches of `owner/name`, all or only the protected ones.
  case branches(String, protected: Bool)
}

extension GitHub: TargetType {
  public var baseURL: URL { URL(string: "https://api.github.com")! }

  public var path: String {
    switch self {
    case .zen: "/zen"
    case .userProfile(let name): "/users/\(name.urlEscaped)"
    case .userRepositories(let name): "/users/\(name.urlEscaped)/repos"
    case .branches(let repository, _): "/repos/\(repository)/branches"
    }
  }

  public var method: MoyaCore.Method { .get }

  public var task: MoyaCore.Task {
    switch self {
    case .zen, .userProfile:
      .requestPlain
    case .userRepositories:
      .requestParameters(parameters: ["sort": "pushed"], encoding: URLEncoding.default)
    case .branches(_, let isProtected):
      .requestParameters(
        parameters: ["protected": isProtected], encoding: URLEncoding(boolEncoding: .literal))
    }
  }

  public var validationType: ValidationType {
    switch self {
    case .zen: .successCodes
    case .userProfile, .userRepositories, .branches: .none
    }
  }

  public var headers: [String: String]? {
    switch self {
    case .zen: ["Accept": "text/plain"]
    default: ["Accept": "application/vnd.github+json"]
    }
  }
}

import Foundation
import MoyaCore

/// A part of GitHub's API, as a type of its own.
public protocol GitHubTargetType: TargetType {}

extension GitHubTargetType {
  public var baseURL: URL { URL(string: "https://api.github.com")! }
  public var method: MoyaCore.Method { .get }
  public var task: MoyaCore.Task { .requestPlain }
  public var headers: [String: String]? { ["Accept": "application/vnd.github+json"] }
}

extension GitHub {
  /// Somebody's public profile.
  public struct Profile: GitHubTargetType, DecodableTargetType, Sendable {
    public typealias ResultType = User

    /// The name of the account.
    public var name: String

    /// The profile of that account.
    public init(of name: String) {
      self.name = name
    }

    public var path: String { "/users/\(name.urlEscaped)" }
    public var sampleData: Data { Data(#"{"login": "sample", "id": 1}"#.utf8) }
  }

  /// The repositories that somebody has starred, two on a page.
  public struct Starred: GitHubTargetType, DecodableTargetType, Sendable {
    public typealias ResultType = [Repository]

    /// The name of the account.
    public var name: String

    /// Those that this account has starred.
    public init(by name: String) {
      self.name = name
    }

    public var path: String { "/users/\(name.urlEscaped)/starred" }
    public var task: MoyaCore.Task {
      .requestParameters(parameters: ["per_page": 2], encoding: URLEncoding.queryString)
    }
    public var sampleData: Data { Data(#"[{"name": "sample", "fork": false}]"#.utf8) }
  }

  /// Whether whoever asks has starred a repository: nothing if so, and status 404 if not.
  public struct StarCheck: GitHubTargetType, DecodableTargetType, Sendable {
    public typealias ResultType = Empty

    /// The repository as `owner/name`.
    public var repository: String

    /// A check of `owner/name`.
    public init(_ repository: String) {
      self.repository = repository
    }

    public var path: String { "/user/starred/\(repository)" }
  }

  /// Small facts, each of a kind of its own.
  public enum Fact: GitHubTargetType, ParsedTargetType, Sendable {
    /// A line of wisdom: a `String`.
    case zen
    /// How many follow somebody: an `Int`.
    case followers(of: String)

    public var path: String {
      switch self {
      case .zen: "/zen"
      case .followers(let name): "/users/\(name.urlEscaped)"
      }
    }

    public var parser: (Response) throws -> Any {
      switch self {
      case .zen: { try $0.mapString() }
      case .followers: { try $0.map(Int.self, atKeyPath: "followers") }
      }
    }
  }
}

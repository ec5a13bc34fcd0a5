import Foundation
import MoyaCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if UpstreamMoya
import Alamofire
#endif

/// A service as its users write one: an enum, a case an endpoint.
enum GitHub: TargetType {
  case zen
  case user(String)
  case repositories(user: String, page: Int)
  case branches(String, protected: Bool)
  case search([String: Any])
  case create(name: String)
  case login(user: String, password: String)

  var baseURL: URL { URL(string: "https://api.github.test/v1")! }

  var path: String {
    switch self {
    case .zen: "/zen"
    case .user(let name): "/users/\(name)"
    case .repositories(let name, _): "/users/\(name)/repos"
    case .branches(let name, _): "/repos/\(name)/branches"
    case .search: "/search"
    case .create: "/repos"
    case .login: "/login"
    }
  }

  var method: Moya.Method {
    switch self {
    case .create, .login: .post
    default: .get
    }
  }

  var task: Moya.Task {
    switch self {
    case .zen, .user: .requestPlain
    case .repositories(_, let page):
      .requestParameters(
        parameters: ["sort": "pushed", "page": page], encoding: URLEncoding.default)
    case .branches(_, let isProtected):
      .requestParameters(
        parameters: ["protected": isProtected, "labels": ["a", "b"]],
        encoding: URLEncoding.queryString)
    case .search(let parameters):
      .requestParameters(parameters: parameters, encoding: URLEncoding.queryString)
    case .create(let name):
      .requestParameters(
        parameters: ["name": name, "private": true], encoding: JSONEncoding.default)
    case .login(let user, let password):
      .requestParameters(
        parameters: ["user": user, "password": password], encoding: JSONEncoding.default)
    }
  }

  var headers: [String: String]? {
    switch self {
    case .zen: nil
    case .user: ["Accept": "application/json", "Authorization": "Bearer abcdefgh"]
    default: ["Accept": "application/json"]
    }
  }

  var validationType: ValidationType {
    switch self {
    case .zen: .none
    case .user: .successCodes
    case .repositories: .successAndRedirectCodes
    default: .customCodes([200, 201, 304])
    }
  }
}

/// A target of which each property is given: a struct, and whatever a test needs.
struct Custom: TargetType {
  var baseURL = URL(string: "https://h.test")!
  var path = "/a"
  var method: Moya.Method = .get
  var task: Moya.Task = .requestPlain
  var headers: [String: String]?
  var validationType: ValidationType = .none
}

extension Custom: CustomStringConvertible {
  var description: String { "Custom" }
}

/// A value that no encoder takes.
struct Unencodable: Encodable {
  private enum Key: CodingKey {
    case a
  }

  func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      1, EncodingError.Context(codingPath: [Key.a], debugDescription: "no luck"))
  }
}

/// An encoding that encodes nothing.
struct Unwilling: ParameterEncoding {
  var level = 3

  func encode(
    _ urlRequest: any URLRequestConvertible, with parameters: Parameters?
  ) throws -> URLRequest {
    throw Refusal()
  }
}

/// An error whose text holds what must not be shown.
struct Refusal: Error, CustomStringConvertible {
  var description: String { "password=hunter22" }
}

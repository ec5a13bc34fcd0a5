import Foundation
import Measuring
import MoyaCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a stubbed request costs beside the making of its URLRequest.
enum StubbedRequest {
  private struct Search: TargetType {
    let page: Int

    var baseURL: URL { URL(string: "https://api.example.com/v3")! }
    var path: String { "/search/repositories" }
    var method: Moya.Method { .get }
    var task: Moya.Task {
      .requestParameters(
        parameters: ["q": "swift testing", "page": page], encoding: URLEncoding.queryString)
    }
    var headers: [String: String]? { ["Accept": "application/json"] }
    var sampleData: Data { Data("{}".utf8) }
  }

  /// Does what a plugin of a user's does: one field added, results counted.
  private final class Counting: PluginType {
    private let field: String
    private(set) var count = 0

    init(field: String) {
      self.field = field
    }

    func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
      var request = request
      request.setValue("1", forHTTPHeaderField: field)
      return request
    }

    func didReceive(_ result: Result<Response, MoyaError>, target: any TargetType) {
      count += 1
    }
  }

  static func measure() -> Comparison {
    let count = 2_000
    let plugins: [any PluginType] = [
      AccessTokenPlugin { _ in "token" }, Counting(field: "X-Client"), Counting(field: "X-Trace"),
    ]
    let provider = MoyaProvider<Search>(
      stubClosure: MoyaProvider.immediatelyStub, plugins: plugins)
    var answers = 0
    var length = 0
    let times = interleaved(rounds: 15, clock: .cpu) {
      for page in 0..<count {
        provider.request(Search(page: page)) { result in
          if case .success = result { answers += 1 }
        }
      }
    } floor: {
      for page in 0..<count {
        length += bareRequest(page: page).url?.absoluteString.utf8.count ?? 0
      }
    }
    precondition(answers == 16 * count && length > 0, "not every request was answered")
    return Comparison(
      name: "stubbed GET, 2 parameters, 3 plugins, against URLRequest; CPU, µs", n: count,
      ours: times.ours / Double(count) * 1e6, floor: times.floor / Double(count) * 1e6, limit: 11)
  }

  @inline(never)
  private static func bareRequest(page: Int) -> URLRequest {
    var request = URLRequest(
      url: URL(
        string: "https://api.example.com/v3/search/repositories?page=\(page)&q=swift%20testing")!)
    request.httpMethod = "GET"
    request.allHTTPHeaderFields = ["Accept": "application/json"]
    return request
  }
}

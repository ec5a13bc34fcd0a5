#if !UpstreamMoya
import Foundation
import MoyaCore
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Code as users have it, with the names of both modules before the types.
private enum Qualified: Moya.TargetType {
  case list(Alamofire.Parameters)

  var baseURL: URL { URL(string: "http://h")! }
  var path: String { "/x" }
  var method: Moya.Method { .get }
  var task: Moya.Task {
    switch self {
    case .list(let parameters):
      .requestParameters(
        parameters: parameters,
        encoding: Alamofire.URLEncoding(destination: .queryString, arrayEncoding: .noBrackets))
    }
  }
  var headers: [String: String]? { nil }
}

@Suite struct QualifiedNamesTests {
  @Test func meanTheModulesOwnTypes() throws {
    let endpoint = Moya.MoyaProvider<Qualified>.defaultEndpointMapping(for: .list(["a": [1, 2]]))
    #expect(try endpoint.urlRequest().url?.absoluteString == "http://h/x?a=1&a=2")
    #expect(Moya.Session.self == Alamofire.Session.self)
    #expect(Alamofire.HTTPMethod.self == Moya.Method.self)
    #expect(Alamofire.MultipartFormData.self == Moya.RequestMultipartFormData.self)
    let retried: Alamofire.RetryResult = .retryWithDelay(1)
    guard case .retryWithDelay(1) = retried else {
      Issue.record("unexpected \(retried)")
      return
    }
    let error: Moya.MoyaError = .underlying(Alamofire.AFError.explicitlyCancelled, nil)
    guard case .underlying(Alamofire.AFError.explicitlyCancelled, nil) = error else {
      Issue.record("unexpected \(error)")
      return
    }
  }
}
#endif

#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct EndpointTests {
  private func endpoint(
    url: String = "http://h", method: HTTPMethod = .get, task: Moya.Task = .requestPlain,
    headers: [String: String]? = ["A": "1"]
  ) -> Endpoint {
    Endpoint(
      url: url, sampleResponseClosure: { .networkResponse(200, Data()) }, method: method,
      task: task, httpHeaderFields: headers)
  }

  @Test func addsHeaderFieldsByNameAsWritten() {
    #expect(
      endpoint().adding(newHTTPHeaderFields: ["a": "2"]).httpHeaderFields == ["A": "1", "a": "2"])
    #expect(endpoint().adding(newHTTPHeaderFields: ["A": "2"]).httpHeaderFields == ["A": "2"])
    #expect(endpoint().adding(newHTTPHeaderFields: [:]).httpHeaderFields == ["A": "1"])
    #expect(endpoint(headers: nil).adding(newHTTPHeaderFields: [:]).httpHeaderFields == nil)
    #expect(
      endpoint(headers: nil).adding(newHTTPHeaderFields: ["B": "1"]).httpHeaderFields == ["B": "1"])
  }

  @Test func replacesTheTaskOnly() throws {
    let replaced = endpoint(method: .post).replacing(task: .requestData(Data("x".utf8)))
    let request = try replaced.urlRequest()
    #expect(request.httpBody == Data("x".utf8))
    #expect(request.httpMethod == "POST")
    #expect(request.allHTTPHeaderFields == ["A": "1"])
  }

  @Test func isEqualWhenItMakesTheSameRequest() {
    #expect(endpoint() == endpoint())
    #expect(endpoint().hashValue == endpoint().hashValue)
    #expect(endpoint() != endpoint(method: .post))
    #expect(endpoint() != endpoint(url: "http://i"))
    #expect(endpoint() != endpoint(headers: nil))
    #expect(
      endpoint(method: .post, task: .requestData(Data("a".utf8)))
        != endpoint(method: .post, task: .requestData(Data("b".utf8))))
    let file = URL(fileURLWithPath: "/a")
    #expect(endpoint(task: .uploadFile(file)) == endpoint(task: .uploadFile(file)))
    #expect(
      endpoint(task: .uploadFile(file)) != endpoint(task: .uploadFile(URL(fileURLWithPath: "/b"))))
    let part = MultipartFormData(provider: .data(Data("d".utf8)), name: "n")
    #expect(endpoint(task: .uploadMultipart([part])) == endpoint(task: .uploadMultipart([part])))
    #expect(endpoint(task: .uploadMultipart([part])) != endpoint(task: .uploadMultipart([])))
  }

  @Test func ignoresDestinationsAndComparesFailuresByURL() {
    let first = endpoint(task: .downloadDestination { url, _ in (url, []) })
    let second = endpoint(task: .downloadDestination { _, _ in (URL(fileURLWithPath: "/"), []) })
    #expect(first == second)
    #expect(endpoint(url: "") == endpoint(url: ""))
    #expect(endpoint(url: "").hashValue == endpoint(url: "").hashValue)
    #expect(endpoint(url: "") != endpoint())
  }
}
#endif

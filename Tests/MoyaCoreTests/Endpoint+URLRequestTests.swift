#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct EndpointURLRequestTests {
  private struct Unencodable: Encodable {
    func encode(to encoder: any Encoder) throws { throw NSError(domain: "bad", code: 1) }
  }

  private struct Encoded: Encodable { var aB = 1 }

  private func request(_ task: Moya.Task, headers: [String: String]? = nil) throws -> URLRequest {
    try TestTarget(method: .post, task: task, headers: headers).urlRequest()
  }

  @Test func keepsNilHeadersNil() throws {
    let request = try request(.requestPlain)
    #expect(request.allHTTPHeaderFields == nil)
    #expect(request.httpBody == nil)
    #expect(request.timeoutInterval == 60)
  }

  @Test func writesBytesWithoutAContentType() throws {
    let request = try request(.requestData(Data("raw".utf8)))
    #expect(request.httpBody == Data("raw".utf8))
    #expect(request.allHTTPHeaderFields == nil)
  }

  @Test func writesEncodablesAsJSON() throws {
    let plain = try request(.requestJSONEncodable(["k": 1]))
    #expect(plain.httpBody == Data(#"{"k":1}"#.utf8))
    #expect(plain.value(forHTTPHeaderField: "Content-Type") == "application/json")
    let typed = try request(.requestJSONEncodable(["k": 1]), headers: ["content-type": "text/x"])
    #expect(typed.value(forHTTPHeaderField: "Content-Type") == "text/x")
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let custom = try request(.requestCustomJSONEncodable(Encoded(), encoder: encoder))
    #expect(custom.httpBody == Data(#"{"a_b":1}"#.utf8))
  }

  @Test func writesCompositesIntoBodyAndQuery() throws {
    let data = try request(
      .requestCompositeData(bodyData: Data("raw".utf8), urlParameters: ["q": "a b"]))
    #expect(data.url?.absoluteString == "http://h/x?q=a%20b")
    #expect(data.httpBody == Data("raw".utf8))
    let json = try request(
      .requestCompositeParameters(
        bodyParameters: ["b": 1], bodyEncoding: JSONEncoding.default, urlParameters: ["q": 1]))
    #expect(json.url?.absoluteString == "http://h/x?q=1")
    #expect(json.httpBody == Data(#"{"b":1}"#.utf8))
    let form = try request(
      .requestCompositeParameters(
        bodyParameters: ["b": 1], bodyEncoding: URLEncoding.httpBody, urlParameters: ["q": 1]))
    #expect(form.httpBody == Data("b=1".utf8))
  }

  @Test func leavesUploadsAndDownloadsToTheSession() throws {
    #expect(try request(.uploadFile(URL(fileURLWithPath: "/x"))).httpBody == nil)
    #expect(
      try request(.uploadCompositeMultipart([], urlParameters: ["q": 1])).url?.query == "q=1")
    let download = try request(
      .downloadParameters(
        parameters: ["q": 1], encoding: URLEncoding.queryString,
        destination: { url, _ in (url, []) }))
    #expect(download.url?.query == "q=1")
  }

  @Test func namesTheURLThatIsNone() {
    let endpoint = Endpoint(
      url: "", sampleResponseClosure: { .networkResponse(200, Data()) }, method: .get,
      task: .requestPlain, httpHeaderFields: nil)
    let error = #expect(throws: MoyaError.self) { try endpoint.urlRequest() }
    guard case .requestMapping("") = error else {
      Issue.record("unexpected \(String(describing: error))")
      return
    }
    #expect(error?.localizedDescription == "\"\" is not a URL.")
  }

  @Test func wrapsEncodingErrors() {
    let unencodable = #expect(throws: MoyaError.self) {
      try request(.requestJSONEncodable(Unencodable()))
    }
    #expect(unencodable?.kind == "encodableMapping")
    let parameters = #expect(throws: MoyaError.self) {
      try request(.requestParameters(parameters: ["n": Data()], encoding: JSONEncoding.default))
    }
    #expect(parameters?.kind == "parameterEncoding")
  }

  @Test(arguments: [URLEncoding.Destination.methodDependent, .queryString])
  func refusesABodyEncodingThatMayWriteIntoTheQuery(destination: URLEncoding.Destination) {
    let error = #expect(throws: MoyaError.self) {
      try request(
        .requestCompositeParameters(
          bodyParameters: ["b": 1], bodyEncoding: URLEncoding(destination: destination),
          urlParameters: [:]))
    }
    #expect(error?.kind == "parameterEncoding")
    #expect(
      error?.localizedDescription
        == "The parameters could not be written into the request: "
        + "The parameters could not be written: The bodyEncoding of requestCompositeParameters "
        + "is a URLEncoding that may write into the query. Use URLEncoding.httpBody, or an "
        + "encoding of another kind.")
  }
}
#endif

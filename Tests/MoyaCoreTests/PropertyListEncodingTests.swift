#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct PropertyListEncodingTests {
  private static var parameters: Parameters {
    ["text": "hé", "number": 7, "list": [1, 2], "data": Data([0, 255])]
  }

  private func encoded(
    _ encoding: PropertyListEncoding, headers: [String: String] = [:],
    parameters: Parameters? = PropertyListEncodingTests.parameters
  ) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: "http://h/x")))
    request.method = .post
    request.allHTTPHeaderFields = headers
    return try encoding.encode(request, with: parameters)
  }

  @Test(arguments: [PropertyListEncoding.default, .xml, .binary])
  func writesWhatReadsBack(encoding: PropertyListEncoding) throws {
    let request = try encoded(encoding)
    #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/x-plist")
    var format = PropertyListSerialization.PropertyListFormat.openStep
    let read = try PropertyListSerialization.propertyList(
      from: try #require(request.httpBody), format: &format)
    #expect(format == encoding.format)
    let dictionary = try #require(read as? [String: Any])
    #expect(dictionary.keys.sorted() == ["data", "list", "number", "text"])
    #expect(dictionary["text"] as? String == "hé")
    #expect(dictionary["number"] as? Int == 7)
    #expect(dictionary["list"] as? [Int] == [1, 2])
    #expect(dictionary["data"] as? Data == Data([0, 255]))
  }

  @Test func keepsAContentTypeAndWhatHasNoParameters() throws {
    let typed = try encoded(.xml, headers: ["content-type": "application/vnd.x"])
    #expect(typed.value(forHTTPHeaderField: "Content-Type") == "application/vnd.x")
    let without = try encoded(.xml, parameters: nil)
    #expect(without.httpBody == nil && without.value(forHTTPHeaderField: "Content-Type") == nil)
  }

  @Test func refusesWhatAPropertyListCannotExpress() throws {
    let target = TestTarget(
      method: .post,
      task: .requestParameters(parameters: ["a": UUID()], encoding: PropertyListEncoding.default))
    #expect {
      try target.urlRequest()
    } throws: { error in
      guard case MoyaError.parameterEncoding(let inner) = error else { return false }
      return inner.asAFError?.underlyingError is PropertyListEncoding.Error
        && inner.localizedDescription
          == "The parameters could not be written: The parameters hold a value that a property "
          + "list cannot express."
    }
    #expect(throws: AFError.self) { try encoded(PropertyListEncoding(format: .openStep)) }
  }

  @Test func arrivesAtTheServer() async throws {
    let server = try LoopbackServer { request in
      Reply(fields: [("X-Type", request.value(of: "Content-Type") ?? "-")], body: request.body)
    }
    let target = TestTarget(
      baseURL: server.baseURL, method: .put,
      task: .requestParameters(
        parameters: ["a": ["b": true]], encoding: PropertyListEncoding.binary))
    let response = try await MoyaProvider<TestTarget>(session: .bounded()).result(of: target).get()
    #expect(response.response?.headers["X-Type"] == "application/x-plist")
    let read = try PropertyListDecoder().decode([String: [String: Bool]].self, from: response.data)
    #expect(read == ["a": ["b": true]])
  }
}
#endif

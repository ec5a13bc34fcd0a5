#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct JSONEncodingTests {
  private func encoded(_ parameters: [String: Any]?, _ encoding: JSONEncoding = .default) throws
    -> URLRequest
  {
    var request = URLRequest(url: URL(string: "http://h/x")!)
    request.method = .post
    return try encoding.encode(request, with: parameters)
  }

  @Test func writesAnObjectIntoTheBody() throws {
    let request = try encoded(["a": "é/"])
    #expect(request.httpBody == Data(#"{"a":"é\/"}"#.utf8))
    #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/json")
    #expect(try encoded([:]).httpBody == Data("{}".utf8))
    #expect(try encoded(["n": 1], .prettyPrinted).httpBody == Data("{\n  \"n\" : 1\n}".utf8))
  }

  @Test func leavesTheRequestAloneWithoutParameters() throws {
    let request = try encoded(nil)
    #expect(request.httpBody == nil)
    #expect(request.allHTTPHeaderFields == nil)
  }

  @Test func writesArraysToo() throws {
    let request = try JSONEncoding.default.encode(
      URLRequest(url: URL(string: "http://h")!), withJSONObject: [1, "a"])
    #expect(request.httpBody == Data(#"[1,"a"]"#.utf8))
  }

  @Test func refusesWhatJSONCannotExpress() {
    let error = #expect(throws: AFError.self) { try encoded(["n": Data()]) }
    guard case .parameterEncodingFailed(.jsonEncodingFailed(let reason)) = error else {
      Issue.record("unexpected \(String(describing: error))")
      return
    }
    #expect(reason is JSONEncoding.Error)
    #expect(
      error?.localizedDescription
        == "The parameters could not be written: "
        + "The parameters hold a value that JSON cannot express.")
  }
}
#endif

#if !UpstreamMoya
import Foundation
import MoyaCore
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct URLConvertibleTests {
  @Test func makesURLs() throws {
    let url = try #require(URL(string: "http://h/a?b=c"))
    let components = try #require(URLComponents(string: "http://h/a?b=c"))
    let convertibles: [any URLConvertible] = [url, "http://h/a?b=c", components]
    for convertible in convertibles { #expect(try convertible.asURL() == url) }
  }

  @Test func namesWhatIsNone() {
    var components = URLComponents()
    components.host = "h"
    components.path = "a"
    #expect(throws: AFError.self) { try components.asURL() }
    #expect {
      try "".asURL()
    } throws: { error in
      error.asAFError?.isInvalidURLError == true
        && error.asAFError?.urlConvertible as? String == ""
        && error.localizedDescription == "\"\" is not a URL."
    }
  }

  @Test func makesARequest() throws {
    let request = try URLRequest(url: "http://h/x", method: .put, headers: ["A": "1"])
    #expect(request.url?.absoluteString == "http://h/x")
    #expect(request.method == .put)
    #expect(request.headers == ["A": "1"])
    #expect(throws: AFError.self) { try URLRequest(url: "", method: .get) }
  }

  @Test func refusesAGetWithABody() throws {
    var request = try URLRequest(url: "http://h/x", method: .get)
    try request.validate()
    request.httpBody = Data()
    try request.validate()
    request.httpBody = Data("x".utf8)
    #expect {
      try request.validate()
    } throws: { error in
      guard case .urlRequestValidationFailed(.bodyDataInGETRequest(let data)) = error.asAFError
      else { return false }
      return data == Data("x".utf8)
    }
    request.method = .post
    try request.validate()
  }
}
#endif

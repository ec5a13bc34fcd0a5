#if !UpstreamMoya
import Foundation
import MoyaCore
import Testing

// No FoundationNetworking here: code for Apple's platforms does not import it.

/// What code for Apple's platforms names is there with its two imports.
@Suite struct ImportTests {
  private struct Signing: PluginType {
    func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
      var request = request
      request.setValue("1", forHTTPHeaderField: "X-Signed")
      return request
    }
  }

  @Test func foundationsNetworkingComesAlong() throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.headers = .default
    let session = Session(configuration: configuration, startRequestsImmediately: false)
    #expect(session.sessionConfiguration.httpAdditionalHeaders?.isEmpty == false)
    let url = try #require(URL(string: "http://h"))
    let prepared = Signing().prepare(URLRequest(url: url), target: TestTarget())
    #expect(prepared.allHTTPHeaderFields == ["X-Signed": "1"])
    let response: HTTPURLResponse? = HTTPURLResponse(
      url: url, statusCode: 204, httpVersion: nil, headerFields: nil)
    #expect(response?.statusCode == 204)
  }
}
#endif

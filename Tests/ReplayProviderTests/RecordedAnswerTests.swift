import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct RecordedAnswerTests {
  @Test func theURLOfAnAnswerIsTheOneThatWasSent() async throws {
    let studio = try Studio { _ in Reply(text: "x") }
    let closure: MoyaProvider<Probe>.RequestClosure = { endpoint, done in
      guard var request = try? endpoint.urlRequest() else { return }
      request.url = request.url.flatMap { URL(string: $0.absoluteString + "&added=1") }
      done(.success(request))
    }
    let target = Probe(
      .get, "/a", task: .requestParameters(parameters: ["q": "1"], encoding: URLEncoding.default))
    let live = try await studio.parity([target], requestClosure: closure)
    #expect(live[0].url == studio.server.url("/a?q=1&added=1").absoluteString)
  }
}

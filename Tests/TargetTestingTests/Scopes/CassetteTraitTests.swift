import Cassette
import Foundation
import MoyaCore
import Recorder
import ReplayProvider
import TestSupport
import Testing

@testable import TargetTesting

struct CassetteTraitTests {
  @Test func putsOneScopeAroundANamedSuite() async throws {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer(handler: { Reply(text: $0.path) })
    let trait = CassetteTrait.cassette(
      .file(folder.file("it.har.gz")), options: .init(origins: ["https://api.test": server.baseURL])
    )
    #expect(!trait.isRecursive)
    let base = server.baseURL
    for _ in 0..<2 {
      try await trait.provideScope(for: try #require(Test.current), testCase: nil) {
        let provider = ReplayProvider<Path>(endpointClosure: { target in
          Endpoint(
            url: base.appendingPathComponent(target.path).absoluteString,
            sampleResponseClosure: { .networkResponse(200, Data()) }, method: .get,
            task: .requestPlain, httpHeaderFields: nil)
        })
        let answer = try await provider.request(Path(path: "/a")).mapString()
        #expect(answer == "/a")
      }
    }
    #expect(server.requestCount == 1)
  }

  @Test(.cassette(.file(URL(fileURLWithPath: "/nonexistent/it.har.gz")), mode: .replay))
  func aTraitFindsItsWayToTheTest() {
    #expect(CassetteRun.current?.url?.path == "/nonexistent/it.har.gz")
    #expect(CassetteRun.current?.mode == .replay)
  }

  @Test func namesATestsOwnCassette() throws {
    let test = try #require(Test.current)
    #expect(CassetteTrait.name(of: test) == "CassetteTraitTests/namesATestsOwnCassette")
    #expect(CassetteTrait.cassette().isRecursive)
  }
}

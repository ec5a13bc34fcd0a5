import Foundation
import GitHubClient
import MoyaCore
import Recorder
import ReplayProvider
import TargetTesting
import Testing

struct ErrorPathTests {
  @Test func everyErrorPath() async throws {
    try await faults.walk(cassette: "octocat") {
      let provider = ReplayProvider<GitHub>()
      _ = try await provider.request(.userProfile("octocat")).map(User.self)
    }
  }

  @Test func aServerThatIsDown() async throws {
    let provider = ReplayProvider<GitHub>(
      cassette: "octocat", mode: .replay,
      options: .init(faults: [FaultRule(.status(503), on: "userProfile")]))
    let response = try await provider.request(.userProfile("octocat"))
    #expect(response.statusCode == 503)
  }
}

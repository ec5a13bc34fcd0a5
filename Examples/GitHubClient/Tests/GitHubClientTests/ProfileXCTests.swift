import GitHubClient
import MoyaCore
import ReplayProvider
import TargetTesting
import XCTest

final class ProfileXCTests: XCTestCase {
  func testProfile() async throws {
    try await withCassette("octocat") { _ in
      let client = APIClient(provider: ReplayProvider())
      let user = try await client.profile(of: "octocat")
      XCTAssertEqual(user.login, "octocat")
    }
  }

  /// With a provider of one's own: the two closures and the recorder are all that it takes.
  func testZenByTheClosures() throws {
    try withCassette("octocat") { cassette in
      let player = cassette.player(for: GitHub.self)
      let client = APIClient(
        provider: MoyaProvider(
          endpointClosure: player.endpointClosure, stubClosure: player.stubClosure,
          plugins: [cassette.recorder]))
      var zen: String?
      client.zen { zen = try? $0.get() }
      XCTAssertEqual(zen, "Write it down once, read it often.")
    }
  }

  func testRoutes() {
    expectRoute(GitHub.userRepositories("ash"), "GET /users/ash/repos")
    expectQuery(GitHub.userRepositories("ash"), ["sort": "pushed"], exactly: true)
    expectAccepts(GitHub.zen, [200, 204], rejects: [404, 500])
  }
}

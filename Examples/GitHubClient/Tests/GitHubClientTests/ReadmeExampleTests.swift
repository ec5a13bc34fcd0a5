import GitHubClient
import MoyaCore
import TargetTesting
import Testing

@Suite(.cassette("octocat")) struct OctocatTests {
  @Test func profile() async throws {
    let provider = ReplayProvider<GitHub>()
    let user = try await provider.request(.userProfile("octocat")).map(User.self)
    #expect(user.login == "octocat")
  }
  @Test func route() {
    expectRoute(GitHub.userProfile("octocat"), "GET /users/octocat")
  }
}

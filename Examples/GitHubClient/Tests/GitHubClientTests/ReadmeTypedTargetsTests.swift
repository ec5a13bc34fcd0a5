import GitHubClient
import MoyaCore
import ReplayProvider
import TargetTesting
import Testing

@Suite(.cassette("octocat")) struct ReadmeTypedTargetsTests {
  @Test func starred() async throws {
    let client = NetworkClient(provider: ReplayProvider<MultiTarget>())
    let answer = try await client.answer(to: GitHub.Starred(by: "octocat"))
    #expect(answer.value.map(\.name) == ["ink", "reef"])
    #expect(answer.rateLimitRemaining == 59)
  }
}

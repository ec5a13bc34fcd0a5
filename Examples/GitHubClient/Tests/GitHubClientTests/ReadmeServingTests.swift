import GitHubClient
import MoyaCore
import Recorder
import ReplayProvider
import TargetTesting
import Testing

struct ReadmeServingTests {
  @Test func repeatsAndOrder() async throws {
    let options = CassetteOptions(
      repeats: .never.repeatingLast("/status").rewinding("dailyQuote"),
      order: .recorded(only: "/checkout/*"))
    try await withCassette("octocat", mode: .replay, options: options) { cassette in
      let provider = ReplayProvider<GitHub>(run: cassette)
      #expect(try await provider.request(.userProfile("octocat")).statusCode == 200)
    }
  }

  @Test func aProfileThatIsGone() async throws {
    try await withCassette("octocat") { cassette in
      try cassette.add(
        for: GitHub.userProfile("octocat"), .json(#"{"message":"Not Found"}"#, status: 404))
      let provider = ReplayProvider<GitHub>(run: cassette)
      #expect(try await provider.request(.userProfile("octocat")).statusCode == 404)
      // The cassette's own has not been used.
      #expect(try await provider.request(.userProfile("octocat")).statusCode == 200)
    }
  }
}

import Foundation
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
      let user = try await provider.request(.userProfile("octocat")).map(User.self)
      #expect(user.login == "octocat")
    }
  }

  @Test func aProfileThatIsGone() async throws {
    try await withCassette("octocat") { cassette in
      try cassette.add(
        for: GitHub.userProfile("octocat"), .json(#"{"message":"Not Found"}"#, status: 404))
      let provider = ReplayProvider<GitHub>(run: cassette)
      let gone = try await provider.request(.userProfile("octocat"))
      #expect(gone.statusCode == 404)
      // The cassette's own has not been used.
      let user = try await provider.request(.userProfile("octocat")).map(User.self)
      #expect(user.login == "octocat")
    }
  }

  @Test func aNameThatWasMadeUp() throws {
    try withCassette("made-up") { cassette in
      let name = try cassette.value("name") { UUID().uuidString }
      expectRoute(GitHub.userProfile(name), "GET /users/\(name)")
    }
  }
}

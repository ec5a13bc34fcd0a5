import GitHubClient
import MoyaCore
import ReplayProvider
import TargetTesting
import Testing

@Suite(.cassette("octocat"))
struct ProfileTests {
  let client = APIClient(provider: ReplayProvider())

  @Test func profile() async throws {
    let user = try await client.profile(of: "octocat")
    #expect(user.login == "octocat")
    #expect(user.name == "Okto Kätzchen")
  }

  @Test func nobody() async throws {
    await #expect(throws: APIClient.Failure.notFound) {
      try await client.profile(of: "nobody-at-all")
    }
  }

  @Test func repositories() async throws {
    let repositories = try await client.repositories(of: "octocat")
    #expect(repositories.map(\.name) == ["ink", "reef", "borrowed-shell"])
    #expect(repositories.filter(\.fork).count == 1)
  }

  @Test func protectedBranches() async throws {
    let branches = try await client.branches(of: "octocat/ink", protected: true)
    #expect(branches.map(\.name) == ["main"])
    #expect(branches.map(\.protected) == [true])
  }
}

struct RouteTests {
  @Test func routes() {
    expectRoute(GitHub.zen, "GET /zen")
    expectRoute(GitHub.userProfile("ash"), "GET /users/ash")
    expectRoute(GitHub.userRepositories("ash"), "GET /users/ash/repos")
    expectRoute(GitHub.branches("ash/pokedex", protected: true), "GET /repos/ash/pokedex/branches")
  }

  @Test func queries() {
    expectQuery(GitHub.userRepositories("ash"), ["sort": "pushed"], exactly: true)
    expectQuery(GitHub.branches("ash/pokedex", protected: false), ["protected": "false"])
  }

  @Test func acceptedStatuses() {
    expectAccepts(GitHub.zen, [200, 204], rejects: [404, 500])
  }
}

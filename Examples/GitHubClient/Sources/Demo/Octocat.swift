import Foundation
import GitHubClient
import MoyaCore
import Recorder
import ReplayProvider

/// Records the cassette of this package's tests, from a server that answers as GitHub would.
struct Octocat {
  let server: String
  let cassette: URL

  func record() async throws {
    let origins = OriginNames(name: "https://api.github.com", live: server)
    var options = CassetteOptions()
    options.origins = origins.map
    let provider = ReplayProvider<GitHub>(
      cassette: .file(cassette), mode: .rerecord, options: options,
      endpointClosure: { origins.live(MoyaProvider.defaultEndpointMapping(for: $0)) })
    let client = APIClient(provider: provider)
    let zen: String = try await withCheckedThrowingContinuation { continuation in
      client.zen { continuation.resume(with: $0) }
    }
    let user = try await client.profile(of: "octocat")
    let repositories = try await client.repositories(of: "octocat")
    let branches = try await client.branches(of: "octocat/ink", protected: true)
    do {
      _ = try await client.profile(of: "nobody-at-all")
      throw DemoError.unexpected(["  there is a nobody-at-all"])
    } catch APIClient.Failure.notFound {
      // As it should be.
    }
    // What targets that know their values ask, through another provider of the same run.
    let typed = NetworkClient(
      provider: ReplayProvider<MultiTarget>(
        run: provider.run,
        endpointClosure: { origins.live(MoyaProvider.defaultEndpointMapping(for: $0)) }))
    let starred = try await typed.all(GitHub.Starred(by: "octocat"))
    _ = try await typed.request(GitHub.StarCheck("octocat/ink"))
    try await provider.finish()
    print(
      "\(user.login): \"\(zen)\", \(repositories.count) repositories, \(branches.count) branches, "
        + "\(starred.count) starred")
  }
}

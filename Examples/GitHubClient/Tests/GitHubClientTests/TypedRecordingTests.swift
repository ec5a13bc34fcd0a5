#if os(macOS) || os(Linux)
import Cassette
import Foundation
import GitHubClient
import MoyaCore
import Recorder
import ReplayProvider
import Testing

/// Typed targets are recorded from a server, each under its own name, and replayed without it.
struct TypedRecordingTests {
  private static let name = "https://api.github.com"

  /// Where a test's cassettes lie.
  private struct Folder: ~Copyable {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("typed-\(UUID().uuidString)")
    var cassette: URL { url.appendingPathComponent("typed.har.gz") }

    deinit {
      // What cannot be removed from the temporary folder is the system's to remove.
      try? FileManager.default.removeItem(at: url)
    }
  }

  /// A provider that asks that server in GitHub's place.
  private func provider(
    _ cassette: URL, _ mode: RecordMode, server: URL
  ) -> ReplayProvider<MultiTarget> {
    ReplayProvider(
      cassette: .file(cassette), mode: mode, options: .init(origins: [Self.name: server]),
      endpointClosure: { target in
        let endpoint = MoyaProvider<MultiTarget>.defaultEndpointMapping(for: target)
        return Endpoint(
          url: endpoint.url.replacingOccurrences(
            of: Self.name, with: server.absoluteString),
          sampleResponseClosure: endpoint.sampleResponseClosure, method: endpoint.method,
          task: endpoint.task, httpHeaderFields: endpoint.httpHeaderFields)
      })
  }

  /// Asks all kinds of targets, two types of them for one URL, at once.
  private func askAll(_ provider: MoyaProvider<MultiTarget>) async throws -> [String] {
    let client = NetworkClient(provider: provider)
    let counts = ParsedProvider<GitHub.Fact, Int>(provider: provider)
    let texts = ParsedProvider<GitHub.Fact, String>(provider: provider)
    async let user = client.request(GitHub.Profile(of: "octocat"))
    async let followers = counts.request(.followers(of: "octocat"))
    async let zen = texts.request(.zen)
    async let nobody = failure { try await client.request(GitHub.Profile(of: "nobody")) }
    async let starred = client.all(GitHub.Starred(by: "octocat"))
    async let check = client.answer(to: GitHub.StarCheck("octocat/ink")).response.statusCode
    return try await [
      user.login, "\(followers)", zen, "\(nobody?.response?.statusCode ?? 0)",
      starred.map(\.name).joined(separator: " "), "\(check)",
    ]
  }

  @Test func recordsAndReplays() async throws {
    let folder = Folder()
    let server = try GitHubLikeServer()
    let recording = provider(folder.cassette, .rerecord, server: server.url)
    let live = try await askAll(recording)
    try await recording.finish()
    server.stop()
    #expect(
      live == [
        "octocat", "88", "Write it down once, read it often.", "404", "ink reef borrowed-shell",
        "204",
      ])

    // Another server would have another port.
    let elsewhere = URL(string: "http://127.0.0.1:9")!
    let replaying = provider(folder.cassette, .replay, server: elsewhere)
    #expect(try await askAll(replaying) == live)
    try await replaying.finish()

    let cassette = try Cassette(contentsOf: folder.cassette)
    let targets = try (0..<cassette.count).map { index in
      let interaction = try cassette.interaction(at: index)
      let path = interaction.request.url.replacingOccurrences(of: Self.name, with: "")
      let target = interaction.target
      return "\(path) \(target?.type ?? "-").\(target?.name ?? "-")"
    }
    #expect(
      targets.sorted() == [
        "/user/starred/octocat/ink StarCheck.-", "/users/nobody Profile.-",
        "/users/octocat Fact.followers", "/users/octocat Profile.-",
        "/users/octocat/starred?per_page=2 Starred.-",
        "/users/octocat/starred?per_page=2&page=2 FollowingPage<Starred>.-", "/zen Fact.zen",
      ])
  }
}
#endif

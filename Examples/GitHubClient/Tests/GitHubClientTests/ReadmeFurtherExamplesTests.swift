import Foundation
import GitHubClient
import MoyaCore
import Recorder
import ReplayProvider
import TargetTesting
import Testing
import XCTest

final class ReadmeXCTests: XCTestCase {
  func testProfile() throws {
    try withCassette("octocat") { cassette in
      let player = cassette.player(for: GitHub.self)
      let provider = MoyaProvider<GitHub>(
        endpointClosure: player.endpointClosure, stubClosure: player.stubClosure,
        plugins: [cassette.recorder])
      let answered = expectation(description: "answered")
      provider.request(.userProfile("octocat")) { result in
        XCTAssertEqual(try? result.get().map(User.self).login, "octocat")
        answered.fulfill()
      }
      wait(for: [answered], timeout: 5)
    }
  }
}

struct ReadmeTests {
  @Test func servers() async throws {
    let server = try #require(URL(string: "http://127.0.0.1:1"))
    let provider = ReplayProvider<GitHub>(
      cassette: "octocat", options: .init(origins: ["https://api.github.com": server]))
    let user = try await provider.request(.userProfile("octocat")).map(User.self)
    #expect(user.login == "octocat")
  }
}

/// Compiled, and not run: it would need the network.
func recordZen(into file: URL) async throws {
  let recorder = RecorderPlugin(cassette: .file(file), mode: .rerecord)
  let provider = MoyaProvider<GitHub>(plugins: [recorder])
  _ = try? await provider.request(.zen)
  try recorder.finish()
}

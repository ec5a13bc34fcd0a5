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

@Suite(
  .cassette(
    "octocat",
    options: .init(
      matching: .default.ignoringQuery("cursor"), repeats: .repeatLast,
      origins: ["https://api.github.com": URL(string: "http://127.0.0.1:8080")!])))
struct StagingTests {
  @Test func profile() async throws {
    let provider = ReplayProvider<GitHub>()
    for _ in 0..<2 {
      let user = try await provider.request(.userProfile("octocat")).map(User.self)
      #expect(user.login == "octocat")
    }
  }

  @Test func namesOfOnesOwn() {
    let mine = RedactionRules.default.adding(
      .init(id: "mine", names: ["X-Shop-Key", "shopper_id"]))
    let options = CassetteOptions(
      redacting: mine,
      tripwire: .default
        .redactingVariables("SHOP_PASSWORD")
        .allowing(.init(rule: "random-value", place: "response.body.json/items/*/edit_key")))
    #expect(options.redacting.rules.contains { $0.id == "mine" })
  }
}

struct SentTests {
  @Test(.cassette("octocat")) func asksForTheProfileOnce() async throws {
    let provider = ReplayProvider<GitHub>()
    _ = try await provider.request(.userProfile("octocat"))
    expectSent(GitHub.userProfile("octocat"), times: 1)
    expectNotSent(GitHub.zen)
  }
}

struct LeavingOutTests {
  @Test func whatGoesIntoACassette() throws {
    let options = CassetteOptions(
      ignoring: ["//localhost", "/health"], allowsUnsafeMethods: false,
      beforeSave: { interaction in
        guard !interaction.request.url.contains("/metrics") else { return nil }
        var interaction = interaction
        interaction.tags.append("nightly")
        return interaction
      })
    let answer = Cassette.Outcome.response(.init(status: 200))
    let kept = Cassette.Interaction(request: .init(url: "https://a.test/"), outcome: answer)
    #expect(options.beforeSave?(kept)?.tags == ["nightly"])
    let dropped = Cassette.Interaction(
      request: .init(url: "https://a.test/metrics"), outcome: answer)
    #expect(options.beforeSave?(dropped) == nil)
  }
}

/// Compiled, and not run: it would need the network.
func recordZen(into file: URL) async throws {
  let recorder = RecorderPlugin(cassette: .file(file), mode: .rerecord)
  let provider = MoyaProvider<GitHub>(plugins: [recorder])
  _ = try? await provider.request(.zen)
  try await recorder.finish()
}

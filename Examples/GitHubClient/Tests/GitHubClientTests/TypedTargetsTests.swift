import Foundation
@testable import GitHubClient
import MoyaCore
import ReplayProvider
import TargetTesting
import Testing

@Suite(.cassette("octocat", options: .init(repeats: .repeatLast)))
struct TypedTargetsTests {
  let provider: MoyaProvider<MultiTarget> = ReplayProvider()
  var client: NetworkClient { NetworkClient(provider: provider) }

  @Test func aTargetGivesItsValue() async throws {
    let user = try await client.request(GitHub.Profile(of: "octocat"))
    #expect(user.login == "octocat")
    #expect(user.name == "Okto Kätzchen")
  }

  @MainActor @Test func theMainActorAsks() async throws {
    let user = try await client.request(GitHub.Profile(of: "octocat"))
    MainActor.assertIsolated()
    #expect(user.id == 8)
  }

  @Test func headerFieldsAreLookedUp() async throws {
    let answer = try await client.answer(to: GitHub.Profile(of: "octocat"))
    #expect(answer.rateLimitRemaining == 59)
    #expect(answer.field("content-TYPE") == "application/json; charset=utf-8")
    #expect(answer.field("X-Nothing") == nil)
    #expect(answer.nextPage == nil)
  }

  @Test func pagesAreFollowed() async throws {
    let first = try await client.answer(to: GitHub.Starred(by: "octocat"))
    #expect(first.value.map(\.name) == ["ink", "reef"])
    #expect(
      first.nextPage?.absoluteString
        == "https://api.github.com/users/octocat/starred?per_page=2&page=2")
    let all = try await client.all(GitHub.Starred(by: "octocat"))
    #expect(all.map(\.name) == ["ink", "reef", "borrowed-shell"])
  }

  @Test func nothingDecodesWhereNothingIsSaid() async throws {
    let answer = try await client.answer(to: GitHub.StarCheck("octocat/ink"))
    #expect(answer.response.statusCode == 204)
    #expect(answer.response.data.isEmpty)
  }

  @Test func thePolicyDecidesOnTheStatus() async throws {
    let nobody = GitHub.Profile(of: "nobody-at-all")
    guard case .statusCode(let response)? = await failure({ try await client.request(nobody) })
    else {
      Issue.record("404 was taken")
      return
    }
    #expect(response.statusCode == 404)
    // What the policy takes still has to decode.
    for policy in [StatusPolicy.any, .codes([200, 404])] {
      let lenient = NetworkClient(provider: provider, accepting: policy)
      guard
        case .objectMapping(let error, let response)? = await failure({
          try await lenient.request(nobody)
        })
      else {
        Issue.record("a 404 decoded as a user")
        return
      }
      #expect(error is DecodingError)
      #expect(response.statusCode == 404)
    }
    let strict = NetworkClient(provider: provider, accepting: .codes([204]))
    guard
      case .statusCode? = await failure({
        try await strict.request(GitHub.Profile(of: "octocat"))
      })
    else {
      Issue.record("200 was taken")
      return
    }
  }

  @Test func parsersGiveValuesOfSeveralTypes() async throws {
    let texts = ParsedProvider<GitHub.Fact, String>(provider: provider)
    #expect(try await texts.request(.zen) == "Write it down once, read it often.")
    let counts = ParsedProvider<GitHub.Fact, Int>(provider: provider)
    #expect(try await counts.request(.followers(of: "octocat")) == 88)
  }

  @Test func aValueOfAnotherTypeIsAMappingError() async throws {
    let counts = ParsedProvider<GitHub.Fact, Int>(provider: provider)
    guard
      case .objectMapping(let error, let response)? = await failure({
        try await counts.request(.zen)
      })
    else {
      Issue.record("a line of wisdom is a number")
      return
    }
    #expect("\(error)" == "expected Int, and the parser gave String")
    #expect(response.statusCode == 200)
  }

  @Test func whatAParserThrowsIsAMappingError() async throws {
    struct Picky: GitHubTargetType, ParsedTargetType {
      struct Refusal: Error {}

      var path: String { "/zen" }
      var parser: (Response) throws -> String { { _ in throw Refusal() } }
    }
    let picky = ParsedProvider<Picky, String>(provider: provider)
    guard case .objectMapping(let error, _)? = await failure({ try await picky.request(Picky()) })
    else {
      Issue.record("nothing was refused")
      return
    }
    #expect(error is Picky.Refusal)
    // Moya's own errors stay as they are; this profile has no such name.
    struct Absent: GitHubTargetType, ParsedTargetType {
      var path: String { "/users/octocat" }
      var parser: (Response) throws -> String { { try $0.mapString(atKeyPath: "no.such") } }
    }
    let absent = ParsedProvider<Absent, String>(provider: provider)
    guard case .stringMapping? = await failure({ try await absent.request(Absent()) }) else {
      Issue.record("there is no such name")
      return
    }
  }

  @Test func progressEndsWithTheResponse() async throws {
    var last: ProgressResponse?
    for try await step in provider.requestWithProgress(MultiTarget(GitHub.Profile(of: "octocat"))) {
      last = step
    }
    #expect(try last?.response?.map(User.self).login == "octocat")
  }
}

struct StubbedClientTests {
  @Test func sampleDataAnswers() async throws {
    let client = NetworkClient.stubbed()
    #expect(try await client.request(GitHub.Profile(of: "anybody")).login == "sample")
    let answer = try await client.answer(to: GitHub.Starred(by: "anybody"))
    #expect(answer.value.map(\.name) == ["sample"])
    // A stub by status code has no header fields.
    #expect(answer.rateLimitRemaining == nil && answer.nextPage == nil)
    #expect(try await client.all(GitHub.Starred(by: "anybody")).count == 1)
    #expect(try await client.request(GitHub.StarCheck("a/b")) == Empty())
  }

  @Test func thePolicyCountsHereToo() async throws {
    let client = NetworkClient.stubbed(accepting: .codes([204]))
    await #expect(throws: MoyaError.self) {
      try await client.request(GitHub.Profile(of: "anybody"))
    }
    let redirected = NetworkClient.stubbed(accepting: .successfulOrRedirected)
    #expect(try await redirected.request(GitHub.Profile(of: "anybody")).id == 1)
  }
}

struct TypedRouteTests {
  @Test func routes() {
    expectRoute(GitHub.Profile(of: "ash"), "GET /users/ash")
    expectRoute(GitHub.Starred(by: "ash"), "GET /users/ash/starred")
    expectQuery(GitHub.Starred(by: "ash"), ["per_page": "2"], exactly: true)
    expectRoute(GitHub.Fact.followers(of: "ash"), "GET /users/ash")
    expectRoute(MultiTarget(GitHub.StarCheck("a/b")), "GET /user/starred/a/b")
  }

  /// As in Moya's guide, and with what Moya makes of it: it escapes a path once more.
  @Test func namesAreEscaped() {
    #expect("a b/c?d#é".urlEscaped == "a%20b%2Fc%3Fd%23%C3%A9")
    #expect("octo-cat_1.0~".urlEscaped == "octo-cat_1.0~")
    #expect(GitHub.Profile(of: "a/b").path == "/users/a%2Fb")
    #expect(
      URL(target: GitHub.Profile(of: "a/b")).absoluteString
        == "https://api.github.com/users/a%252Fb")
  }
}

/// The error that a call ends with; nil where it ends well, or with an error that is none of Moya's.
func failure<Value>(_ call: () async throws -> Value) async -> MoyaError? {
  do {
    _ = try await call()
    return nil
  } catch {
    return error as? MoyaError
  }
}

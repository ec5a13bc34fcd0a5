import MoyaCore
import TargetTesting
import Testing

@Suite struct ExpectRouteTests {
  @Test func passesForMethodAndPath() {
    #expect(passes { expectRoute(GitHub.user("ash"), "GET /users/ash") })
    #expect(passes { expectRoute(MultiTarget(MultiTarget(GitHub.zen)), "GET /zen") })
    #expect(passes { expectRoute(Custom(path: "/a b", method: .post), "POST /a b") })
    #expect(checkRoute(GitHub.create(name: "x"), "POST /repos").isEmpty)
  }

  @Test func methodAloneStandsForAnEmptyPath() {
    #expect(passes { expectRoute(Custom(path: ""), "GET") })
    #expect(passes { expectRoute(Custom(path: ""), "GET ") })
    #expect(
      failure { expectRoute(GitHub.zen, "GET") } == """
        route of GitHub.zen: expected GET (empty path), got GET /zen

        - GET (empty path)
        + GET /zen
        """)
  }

  @Test func failsForAnotherMethodOrPath() {
    #expect(
      failure { expectRoute(GitHub.user("ash"), "POST /users/bo") } == """
        route of GitHub.user("ash"): expected POST /users/bo, got GET /users/ash

        - POST /users/bo
        + GET /users/ash
        """)
    #expect(
      failure { expectRoute(MultiTarget(GitHub.zen), "get /zen") } == """
        route of GitHub.zen: expected get /zen, got GET /zen

        - get /zen
        + GET /zen
        """)
  }

  @Test func showsSpacesAtTheEnd() {
    #expect(
      failure { expectRoute(GitHub.zen, "GET /zen ") } == """
        route of GitHub.zen: expected GET /zen\\u{20}, got GET /zen

        - GET /zen\\u{20}
        + GET /zen
        """)
  }

  @Test func advisesOnSlashes() {
    #expect(
      failure { expectRoute(GitHub.zen, "GET zen/") } == """
        route of GitHub.zen: expected GET zen/, got GET /zen

        - GET zen/
        + GET /zen

        Only slashes differ.
        """)
  }

  @Test func advisesOnAQueryInThePath() {
    #expect(
      failure { expectRoute(Custom(path: "/a?x=1"), "GET /a") } == """
        route of Custom: expected GET /a, got GET /a?x=1

        - GET /a
        + GET /a?x=1

        The target's path contains "?", which Moya sends as %3F, a part of the path. Query items \
        belong into its task.
        """)
    #expect(
      failure { expectRoute(GitHub.zen, "GET /zen?x=1") } == """
        route of GitHub.zen: expected GET /zen?x=1, got GET /zen

        - GET /zen?x=1
        + GET /zen

        The path of a target has no query; see expectQuery and expectURL.
        """)
  }

  @Test(arguments: ["", " /zen"]) func failsForWhatIsNoRoute(_ route: String) {
    #expect(
      failure { expectRoute(GitHub.zen, route) } == """
        route of GitHub.zen: "\(route)" is no route

        Write it as "GET /path".
        """)
  }

  @Test func reportsAtTheCallersLine() {
    let failures = collectFailures { expectRoute(GitHub.zen, "GET /") }
    #expect(failures.first?.line == #line - 1)
    #expect(failures.first?.fileID == #fileID)
  }

  @Test func theFrameworkHearsOfAFailureAtTheCallersLine() {
    let line = #line + 2
    withKnownIssue {
      expectRoute(GitHub.zen, "GET /")
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.first?.rawValue
          == "route of GitHub.zen: expected GET /, got GET /zen\n\n- GET /\n+ GET /zen"
    }
  }
}

import Foundation
import MoyaCore
import TargetTesting
import Testing

@Suite struct ExpectQueryTests {
  private let repositories = GitHub.repositories(user: "ash", page: 2)

  @Test func passesForItemsAmongOthers() {
    #expect(passes { expectQuery(repositories, ["sort": "pushed"]) })
    #expect(passes { expectQuery(MultiTarget(repositories), ["sort": "pushed", "page": "2"]) })
    #expect(passes { expectQuery(repositories, [:]) })
  }

  @Test func passesExactly() {
    #expect(passes { expectQuery(repositories, ["sort": "pushed", "page": "2"], exactly: true) })
    #expect(passes { expectQuery(GitHub.zen, [:], exactly: true) })
    #expect(checkQuery(GitHub.create(name: "x"), [:], exactly: true).isEmpty)
  }

  @Test func keepsRepeats() {
    let branches = GitHub.branches("r", protected: true)
    #expect(
      passes {
        expectQuery(
          branches, ["labels[]": "a", "protected": "1", "labels[]": "b"], exactly: true)
      })
    #expect(
      failure { expectQuery(branches, ["labels[]": "a"]) } == """
        query of GitHub.branches("r", protected: true): "labels[]" expected "a", got "a", "b"

          "labels[]"="a"
        + "labels[]"="b"
          "protected"="1"
        """)
  }

  @Test func tellsEmptyFromNoValueFromMissing() throws {
    let target = Custom(baseURL: try #require(URL(string: "https://h.test/?flag&empty=&plus=a+b")))
    #expect(
      passes { expectQuery(target, ["flag": nil, "empty": "", "plus": "a+b"], exactly: true) })
    #expect(
      failure { expectQuery(target, ["flag": "", "empty": nil, "none": ""]) } == """
        query of Custom: "empty" expected no value, got "" (1 of 3)

        - "empty"
        - "flag"=""
        - "none"=""
        + "empty"=""
        + "flag"
          "plus"="a+b"

        also: "flag" expected "", got no value
        also: "none" expected "", got missing
        """)
  }

  @Test func failsForOthersWhereExact() {
    #expect(
      failure { expectQuery(repositories, ["page": "2"], exactly: true) } == """
        query of GitHub.repositories(user: "ash", page: 2): unexpected "sort"="pushed"

          "page"="2"
        + "sort"="pushed"
        """)
  }

  @Test func hidesSecrets() {
    #expect(
      failure {
        expectQuery(GitHub.search(["api_key": "abcdef", "q": "x"]), ["api_key": "abcdeg"])
      } == """
        query of GitHub.search(["api_key": [redacted:api_key], "q": "x"]): "api_key" expected \
        "[redacted:api_key]", got another "[redacted:api_key]"

        - "api_key"="[redacted:api_key]"
        + "api_key"="[redacted:api_key]"
          "q"="x"
        """)
  }

  @Test func explainsAQuestionMarkInThePath() {
    #expect(
      failure { expectQuery(Custom(path: "/a?x=1"), ["x": "1"]) } == """
        query of Custom: "x" expected "1", got missing

        - "x"="1"

        The target's path contains "?", which Moya sends as %3F, a part of the path. Query items \
        belong into its task.
        """)
  }

  @Test func anErrorThrownIsAFailure() {
    let target = Custom(
      task: .requestParameters(parameters: ["a": Data()], encoding: Unwilling()))
    #expect(
      failure { expectQuery(target, [:]) }
        == "query of Custom: threw MoyaError.parameterEncoding: Refusal: password=[redacted:password]"
    )
  }
}

import Foundation
import MoyaCore
import TargetTesting
import Testing

@Suite struct ExpectParametersTests {
  private let repositories = GitHub.repositories(user: "ash", page: 2)

  @Test func passes() {
    #expect(
      TargetTestingTests.passes {
        expectParameters(
          repositories, ["sort": "pushed", "page": 2.0], encoding: URLEncoding.default)
      })
    #expect(
      TargetTestingTests.passes {
        expectParameters(
          MultiTarget(GitHub.search([:])), [:], encoding: URLEncoding(destination: .queryString))
      })
    #expect(
      checkParameters(
        GitHub.search(["f": ["a": [1, NSNull()], "b": ["c": Data([1])]] as [String: Any]]),
        ["f": ["b": ["c": Data([1])], "a": [1, NSNull()]] as [String: Any]],
        encoding: URLEncoding.queryString
      ).isEmpty)
  }

  @Test func failsForAnotherType() {
    #expect(
      failure {
        expectParameters(
          repositories, ["sort": "pushed", "page": "2"], encoding: URLEncoding.default)
      } == """
        parameters of GitHub.repositories(user: "ash", page: 2): "page" expected "2" (String), got \
        2 (Int)

        - "page" = "2" (String)
        + "page" = 2 (Int)
          "sort" = "pushed" (String)
          encoding: URLEncoding(destination: methodDependent, arrays: brackets, Booleans: numeric)
        """)
  }

  @Test func failsForMissingUnexpectedAndNestedOnes() {
    #expect(
      failure {
        expectParameters(
          GitHub.search(["f": ["a": [1, 2]], "x": true, "e": [] as [Int]]),
          ["f": ["a": [1, true, ""]] as [String: Any], "y": 1, "e": [:] as [String: Int]],
          encoding: URLEncoding.queryString)
      } == """
        parameters of GitHub.search(["e": [], "f": ["a": [1, 2]], "x": true]): "e" expected {} \
        (no keys), got [] (empty array) (1 of 5)

        - "e" = {} (no keys)
        + "e" = [] (empty array)
          "f"["a"][0] = 1 (Int)
        - "f"["a"][1] = true (Bool)
        - "f"["a"][2] = "" (String)
        - "y" = 1 (Int)
        + "f"["a"][1] = 2 (Int)
        + "x" = true (Bool)
          encoding: URLEncoding(destination: queryString, arrays: brackets, Booleans: numeric)

        also: "f"["a"][1] expected true (Bool), got 2 (Int)
        also: "f"["a"][2] expected "" (String), got missing
        also: unexpected "x" = true (Bool)
        also: "y" expected 1 (Int), got missing
        """)
  }

  @Test func failsForTheEncoding() {
    #expect(
      failure {
        expectParameters(
          GitHub.search([:]), [:],
          encoding: URLEncoding(
            destination: .httpBody, arrayEncoding: .custom { "\($0).\($1)" },
            boolEncoding: .literal))
      } == """
        parameters of GitHub.search([:]): encoding expected URLEncoding(destination: httpBody, \
        arrays: custom: "k.0", "k.1", Booleans: literal), got URLEncoding(destination: queryString, \
        arrays: brackets, Booleans: numeric)

          {} (no keys)
        - encoding: URLEncoding(destination: httpBody, arrays: custom: "k.0", "k.1", Booleans: literal)
        + encoding: URLEncoding(destination: queryString, arrays: brackets, Booleans: numeric)
        """)
  }

  @Test func comparesEncodingsOfOtherTypesByTheirProperties() {
    let target = Custom(
      task: .requestParameters(parameters: [:], encoding: Unwilling(level: 3)))
    #expect(TargetTestingTests.passes { expectParameters(target, [:], encoding: Unwilling()) })
    #expect(
      checkParameters(target, [:], encoding: Unwilling(level: 4)).map(\.description) == [
        "parameters of Custom: encoding expected Unwilling(level: 4), got Unwilling(level: 3)"
      ])
  }

  @Test func failsForAnotherTask() {
    #expect(
      failure { expectParameters(GitHub.zen, ["a": 1], encoding: JSONEncoding.default) } == """
        parameters of GitHub.zen: expected requestParameters(1 key, JSONEncoding), got requestPlain

        - requestParameters
        - parameters: "a" = 1 (Int)
        - encoding: JSONEncoding
        + requestPlain
        """)
  }

  @Test func hidesSecrets() {
    #expect(
      failure {
        expectParameters(
          GitHub.login(user: "ash", password: "hunter22"),
          ["user": "ash", "password": "hunter23"], encoding: JSONEncoding.default)
      } == """
        parameters of GitHub.login(user: "ash", password: [redacted:password]): "password" expected \
        "[redacted:password]", got another "[redacted:password]"

        - "password" = "[redacted:password]"
        + "password" = "[redacted:password]"
          "user" = "ash" (String)
          encoding: JSONEncoding
        """)
  }
}

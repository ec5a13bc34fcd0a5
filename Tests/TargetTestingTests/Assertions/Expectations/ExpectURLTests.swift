import Foundation
import MoyaCore
import TargetTesting
import Testing

@Suite struct ExpectURLTests {
  private let repositories = GitHub.repositories(user: "ash", page: 2)

  @Test func passes() {
    let url = "https://api.github.test/v1/users/ash/repos?page=2&sort=pushed"
    #expect(TargetTestingTests.passes { expectURL(repositories, url) })
    #expect(TargetTestingTests.passes { expectURL(MultiTarget(repositories), url) })
    #expect(checkURL(GitHub.zen, "https://api.github.test/v1/zen").isEmpty)
  }

  @Test func spellingsOfPercentEncodingAreEqual() {
    let target = Custom(
      path: "/caf\u{e9} ~x",
      task: .requestParameters(parameters: ["d": ["a b"]], encoding: URLEncoding.queryString))
    for url in [
      "https://h.test/caf%C3%A9%20~x?d%5B%5D=a%20b", "https://h.test/caf%c3%a9%20%7Ex?d[]=a b",
      "https://h.test/caf\u{e9} ~x?d[]=a%20b",
    ] {
      #expect(TargetTestingTests.passes { expectURL(target, url) }, "\(url)")
    }
    #expect(!checkURL(Custom(path: "/a/b"), "https://h.test/a%2Fb").isEmpty)
  }

  @Test func failsForAQueryItem() {
    #expect(
      failure {
        expectURL(repositories, "https://api.github.test/v1/users/ash/repos?page=3&sort=pushed")
      } == """
        URL of GitHub.repositories(user: "ash", page: 2) differs in query item "page": expected \
        "3", got "2"

        - "https://api.github.test/v1/users/ash/repos?page=3&sort=pushed"
        + "https://api.github.test/v1/users/ash/repos?page=2&sort=pushed"
        """)
    #expect(
      failure { expectURL(Custom(), "https://h.test/a?page=2") } == """
        URL of Custom differs in query item "page": expected "2", got missing

        - "https://h.test/a?page=2"
        + "https://h.test/a"
        """)
  }

  @Test func namesEveryPartThatDiffers() {
    #expect(
      failure { expectURL(Custom(), "http://u@x.test:80/b?q#f") } == """
        URL of Custom differs in scheme: expected "http", got "https" (1 of 7)

        - "http://[redacted:user_info]@x.test:80/b?q#f"
        + "https://h.test/a"

        also: differs in user-info: expected "[redacted:user_info]", got missing
        also: differs in host: expected "x.test", got "h.test"
        also: differs in port: expected "80", got missing
        also: differs in path: expected "/b", got "/a"
        also: differs in fragment: expected "f", got missing
        also: differs in query item "q": expected no value, got missing
        """)
  }

  @Test func orderCountsUnlessIgnored() {
    let url = "https://api.github.test/v1/users/ash/repos?sort=pushed&page=2"
    #expect(
      failure { expectURL(repositories, url) } == """
        URL of GitHub.repositories(user: "ash", page: 2) differs in the order of query items: \
        expected "sort", "page", got "page", "sort"

        - "https://api.github.test/v1/users/ash/repos?sort=pushed&page=2"
        + "https://api.github.test/v1/users/ash/repos?page=2&sort=pushed"

        Pass ignoringQueryOrder: true where their order does not matter.
        """)
    #expect(TargetTestingTests.passes { expectURL(repositories, url, ignoringQueryOrder: true) })
  }

  @Test func orderOfOneNamesValuesAlwaysCounts() {
    let target = Custom(
      task: .requestParameters(parameters: ["d": [1, 2]], encoding: URLEncoding.queryString))
    #expect(
      failure { expectURL(target, "https://h.test/a?d[]=2&d[]=1", ignoringQueryOrder: true) } == """
        URL of Custom differs in query item "d[]": expected "2", "1", got "1", "2"

        - "https://h.test/a?d[]=2&d[]=1"
        + "https://h.test/a?d%5B%5D=1&d%5B%5D=2"
        """)
  }

  @Test func explainsAQuestionMarkInThePath() {
    #expect(
      failure { expectURL(Custom(path: "/a?x=1"), "https://h.test/a?x=1") } == """
        URL of Custom differs in path: expected "/a", got "/a%3Fx=1" (1 of 2)

        - "https://h.test/a?x=1"
        + "https://h.test/a%3Fx=1"

        also: differs in query item "x": expected "1", got missing

        The target's path contains "?", which Moya sends as %3F, a part of the path. Query items \
        belong into its task.
        """)
  }

  @Test func anEmptyExpectationFails() {
    #expect(
      failure { expectURL(Custom(path: ""), "") } == """
        URL of Custom differs in scheme: expected missing, got "https" (1 of 2)

        - ""
        + "https://h.test"

        also: differs in host: expected missing, got "h.test"
        """)
  }

  @Test func anErrorThrownIsAFailure() {
    let composite = Custom(
      task: .requestCompositeParameters(
        bodyParameters: [:], bodyEncoding: URLEncoding.default, urlParameters: [:]))
    #expect(
      failure { expectURL(composite, "https://h.test/a") } == """
        URL of Custom: threw UnbuildableTask: the bodyEncoding of requestCompositeParameters may \
        write into the query; use URLEncoding.httpBody
        """)
    #expect(
      failure { expectURL(Custom(task: .requestJSONEncodable(Unencodable())), "x") }
        == "URL of Custom: threw MoyaError.encodableMapping: EncodingError: no luck (at a)")
  }
}

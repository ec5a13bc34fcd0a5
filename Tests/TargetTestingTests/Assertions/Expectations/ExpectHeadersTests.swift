import Foundation
import MoyaCore
import TargetTesting
import Testing

@Suite struct ExpectHeadersTests {
  @Test func passesWithoutRegardToCase() {
    #expect(passes { expectHeaders(GitHub.user("ash"), ["accept": "application/json"]) })
    #expect(
      passes {
        expectHeaders(
          MultiTarget(GitHub.user("ash")),
          ["ACCEPT": "application/json", "authorization": "Bearer abcdefgh"], exactly: true)
      })
    #expect(passes { expectHeaders(GitHub.zen, [:], exactly: true) })
    #expect(checkHeaders(GitHub.user("ash"), [:]).isEmpty)
  }

  @Test func looksAtTheBuiltRequest() {
    let target = GitHub.create(name: "x")
    #expect(
      passes {
        expectHeaders(
          target, ["Accept": "application/json", "Content-Type": "application/json"],
          exactly: true, of: .request)
      })
    #expect(
      failure { expectHeaders(target, ["content-type": "application/json"]) } == """
        headers of GitHub.create(name: "x"): "content-type" expected "application/json", got missing

          accept: "application/json"
        - content-type: "application/json"
        """)
  }

  @Test func failsAndHidesSecrets() {
    #expect(
      failure {
        expectHeaders(
          GitHub.user("ash"), ["Accept": "text/html", "authorization": "Bearer other", "x-a": ""])
      } == """
        headers of GitHub.user("ash"): "Accept" expected "text/html", got "application/json" (1 of 3)

        - accept: "text/html"
        - authorization: "Bearer [redacted:authorization]"
        - x-a: ""
        + accept: "application/json"
        + authorization: "Bearer [redacted:authorization]"

        also: "authorization" expected "Bearer [redacted:authorization]", got another \
        "Bearer [redacted:authorization]"
        also: "x-a" expected "", got missing
        """)
  }

  @Test func failsForOthersWhereExact() {
    #expect(
      failure {
        expectHeaders(GitHub.user("ash"), ["Accept": "application/json"], exactly: true)
      } == """
        headers of GitHub.user("ash"): unexpected "Authorization": "Bearer [redacted:authorization]"

          accept: "application/json"
        + authorization: "Bearer [redacted:authorization]"
        """)
  }

  @Test func aNameInTwoSpellingsHasTwoValues() {
    #expect(
      failure {
        expectHeaders(Custom(headers: ["X-A": "1", "x-a": "2 "]), ["x-a": "1"])
      } == """
        headers of Custom: "x-a" expected "1", got "1", "2 "

          x-a: "1"
        + x-a: "2 "
        """)
  }

  @Test func anErrorThrownIsAFailure() {
    let target = Custom(task: .requestJSONEncodable(Unencodable()), headers: ["A": "b"])
    #expect(
      failure { expectHeaders(target, ["a": "b"], of: .request) }
        == "headers of Custom: threw MoyaError.encodableMapping: EncodingError: no luck (at a)")
    #expect(passes { expectHeaders(target, ["a": "b"]) })
  }
}

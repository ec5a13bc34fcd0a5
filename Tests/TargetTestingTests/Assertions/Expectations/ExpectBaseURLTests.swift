import Foundation
import MoyaCore
import TargetTesting
import Testing

@Suite struct ExpectBaseURLTests {
  @Test func passes() {
    #expect(TargetTestingTests.passes { expectBaseURL(GitHub.zen, "https://api.github.test/v1") })
    #expect(checkBaseURL(MultiTarget(Custom()), "https://h.test").isEmpty)
  }

  @Test func fails() {
    #expect(
      failure { expectBaseURL(Custom(), "https://h.test/") } == """
        base URL of Custom: expected "https://h.test/", got "https://h.test"

        - "https://h.test/"
        + "https://h.test"
        """)
    #expect(
      failure { expectBaseURL(Custom(), "") } == """
        base URL of Custom: expected "", got "https://h.test"

        - ""
        + "https://h.test"
        """)
  }

  @Test func hidesCredentials() throws {
    let target = Custom(baseURL: try #require(URL(string: "https://u:p4ss@h.test/?token=abc")))
    let shown = "\"https://[redacted:user_info]@h.test/?token=[redacted:token]\""
    #expect(
      failure { expectBaseURL(target, "https://u:word@h.test/?token=abc") } == """
        base URL of Custom: expected \(shown), got another \(shown)

        - \(shown)
        + \(shown)
        """)
  }
}

import MoyaCore
import TargetTesting
import Testing

@Suite struct ExpectNoHeaderTests {
  @Test func passes() {
    #expect(TargetTestingTests.passes { expectNoHeader(GitHub.user("ash"), "Cookie") })
    #expect(TargetTestingTests.passes { expectNoHeader(MultiTarget(GitHub.zen), "Accept") })
    #expect(TargetTestingTests.passes { expectNoHeader(GitHub.zen, "") })
    #expect(checkNoHeader(GitHub.create(name: "x"), "Content-Type").isEmpty)
  }

  @Test func fails() {
    #expect(
      failure { expectNoHeader(GitHub.user("ash"), "AUTHORIZATION") } == """
        headers of GitHub.user("ash"): "AUTHORIZATION" expected missing, got \
        "Bearer [redacted:authorization]"
        """)
    #expect(
      failure { expectNoHeader(GitHub.create(name: "x"), "Content-Type", of: .request) } == """
        headers of GitHub.create(name: "x"): "Content-Type" expected missing, got "application/json"
        """)
    #expect(
      failure { expectNoHeader(Custom(headers: ["X-A": ""]), "x-a") }
        == "headers of Custom: \"x-a\" expected missing, got \"\"")
  }
}

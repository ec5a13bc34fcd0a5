import MoyaCore
import TargetTesting
import Testing

@Suite struct ExpectMethodTests {
  @Test func passes() {
    #expect(TargetTestingTests.passes { expectMethod(GitHub.zen, .get) })
    #expect(TargetTestingTests.passes { expectMethod(MultiTarget(GitHub.create(name: "")), .post) })
    #expect(
      checkMethod(Custom(method: Method(rawValue: "PURGE")), .init(rawValue: "PURGE")).isEmpty)
  }

  @Test func fails() {
    #expect(
      failure { expectMethod(GitHub.zen, .post) } == """
        method of GitHub.zen: expected POST, got GET

        - POST
        + GET
        """)
  }

  @Test func caseAndInvisibleBytesCount() {
    #expect(
      failure { expectMethod(Custom(method: .init(rawValue: "get\u{200b}")), .init(rawValue: "")) }
        == #"""
        method of Custom: expected "", got get\u{200b}

        - ""
        + get\u{200b}
        """#)
  }
}

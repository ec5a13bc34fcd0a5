import MoyaCore
import TargetTesting
import Testing

@Suite struct ExpectPathTests {
  @Test func passes() {
    #expect(TargetTestingTests.passes { expectPath(GitHub.user("ash"), "/users/ash") })
    #expect(TargetTestingTests.passes { expectPath(MultiTarget(Custom(path: "")), "") })
    #expect(checkPath(GitHub.zen, "/zen").isEmpty)
  }

  @Test func fails() {
    #expect(
      failure { expectPath(Custom(path: "/a/"), "/b") } == """
        path of Custom: expected "/b", got "/a/"

        - "/b"
        + "/a/"
        """)
    #expect(
      failure { expectPath(Custom(path: "/a/"), "/a") } == """
        path of Custom: expected "/a", got "/a/"

        - "/a"
        + "/a/"

        Only slashes differ.
        """)
  }

  @Test func comparesBytesAndShowsWhatCannotBeSeen() {
    #expect(
      failure { expectPath(Custom(path: "/caf\u{e9}\r\n"), "/cafe\u{301}\r\n") } == #"""
        path of Custom: expected "/cafe\u{301}\r\n", got "/caf\u{e9}\r\n"

        - "/cafe\u{301}\r\n"
        + "/caf\u{e9}\r\n"
        """#)
  }

  @Test func advisesOnAPathThatIsEncodedAlready() {
    #expect(
      failure { expectPath(Custom(path: "/a%20b"), "/a b") } == """
        path of Custom: expected "/a b", got "/a%20b"

        - "/a b"
        + "/a%20b"

        The target's path is percent-encoded, and Moya encodes it again: "%" is sent as %25. It is \
        to be given decoded.
        """)
  }

  @Test func shortensLongPathsAroundTheDifference() {
    let common = String(repeating: "x", count: 1000)
    let message = failure { expectPath(Custom(path: common + "/a"), common + "/b") }
    let shown = String(repeating: "x", count: 157)
    #expect(
      message.hasPrefix(
        "path of Custom: expected ...\(shown)/b\", got ...\(shown)/a\"\n\n- ...xxx"))
    #expect(message.utf8.count < 800)
  }
}

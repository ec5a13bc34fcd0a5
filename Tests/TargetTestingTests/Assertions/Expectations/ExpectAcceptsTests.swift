import MoyaCore
import TargetTesting
import Testing

@Suite struct ExpectAcceptsTests {
  @Test func passes() {
    #expect(TargetTestingTests.passes { expectAccepts(GitHub.zen, [200, 404, -1]) })
    #expect(
      TargetTestingTests.passes {
        expectAccepts(MultiTarget(GitHub.user("a")), [200, 299], rejects: [199, 300])
      })
    #expect(
      TargetTestingTests.passes {
        expectAccepts(GitHub.repositories(user: "a", page: 1), [200, 399], rejects: [199, 400])
      })
    #expect(checkAccepts(GitHub.create(name: "a"), [], rejects: [202]).isEmpty)
  }

  @Test func fails() {
    #expect(
      failure { expectAccepts(GitHub.zen, [200], rejects: [404]) } == """
        validation of GitHub.zen: 404 accepted, expected rejected

          200 accepted
        - 404 rejected
        + 404 accepted
        """)
    #expect(
      failure { expectAccepts(GitHub.create(name: "a"), [200, 202], rejects: [304, 404]) } == """
        validation of GitHub.create(name: "a"): 202 rejected, expected accepted (1 of 2)

          200 accepted
        - 202 accepted
        - 304 rejected
        + 202 rejected
        + 304 accepted
          404 rejected

        also: 304 accepted, expected rejected
        """)
  }

  @Test func failsWhereNothingCanBeTold() {
    #expect(
      failure { expectAccepts(GitHub.zen, []) }
        == "validation of GitHub.zen: no code was given to try")
    #expect(
      failure { expectAccepts(GitHub.zen, [200], rejects: [200]) }
        == "validation of GitHub.zen: 200 is among those accepted and those rejected")
  }
}

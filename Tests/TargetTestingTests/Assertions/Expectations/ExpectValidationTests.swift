import MoyaCore
import TargetTesting
import Testing

@Suite struct ExpectValidationTests {
  @Test func passesForTheSameSet() {
    #expect(passes { expectValidation(GitHub.user("ash"), .successCodes) })
    #expect(passes { expectValidation(GitHub.user("ash"), .customCodes(Array(200..<300))) })
    #expect(
      passes {
        expectValidation(MultiTarget(GitHub.create(name: "")), .customCodes([304, 201, 200, 200]))
      })
    #expect(passes { expectValidation(GitHub.zen, .none) })
    #expect(checkValidation(GitHub.zen, .customCodes([])).isEmpty)
  }

  @Test func failsForSurplusCodes() {
    #expect(
      failure {
        expectValidation(Custom(validationType: .customCodes([200, 304])), .customCodes([200]))
      }
        == """
        validation of Custom accepts 304, expected not

          200
        + 304
        """)
    #expect(
      failure { expectValidation(GitHub.repositories(user: "a", page: 1), .successCodes) } == """
        validation of GitHub.repositories(user: "a", page: 1) accepts 300-399, expected not

        - 200-299
        + 200-399
        """)
  }

  @Test func failsForMissingCodes() {
    #expect(
      failure { expectValidation(GitHub.create(name: "a"), .successCodes) } == """
        validation of GitHub.create(name: "a") accepts 304, expected not (1 of 2)

        - 200-299
        + 200-201
        + 304

        also: rejects 202-299, expected accepted
        """)
  }

  @Test func failsForNoneAgainstSome() {
    #expect(
      failure { expectValidation(GitHub.user("a"), .none) } == """
        validation of GitHub.user("a"): expected every code (nothing is validated), got 200-299

        - every code (nothing is validated)
        + 200-299
        """)
    #expect(
      failure { expectValidation(GitHub.zen, .successCodes) } == """
        validation of GitHub.zen: expected 200-299, got every code (nothing is validated)

        - 200-299
        + every code (nothing is validated)
        """)
  }

  @Test func takesAnyNumbersForCodes() {
    let codes = [Int.max, Int.min, -1, 0]
    #expect(
      failure { expectValidation(Custom(validationType: .customCodes(codes)), .customCodes([0])) }
        == """
        validation of Custom accepts \(Int.min), -1, \(Int.max), expected not

        - 0
        + \(Int.min)
        + -1-0
        + \(Int.max)
        """)
  }
}

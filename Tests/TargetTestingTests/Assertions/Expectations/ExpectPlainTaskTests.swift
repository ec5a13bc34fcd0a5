import Foundation
import MoyaCore
import TargetTesting
import Testing

@Suite struct ExpectPlainTaskTests {
  @Test func passes() {
    #expect(TargetTestingTests.passes { expectPlainTask(GitHub.zen) })
    #expect(TargetTestingTests.passes { expectPlainTask(MultiTarget(Custom())) })
    #expect(checkPlainTask(GitHub.user("")).isEmpty)
  }

  @Test func fails() {
    #expect(
      failure { expectPlainTask(GitHub.create(name: "x")) } == """
        task of GitHub.create(name: "x"): expected requestPlain, got requestParameters(2 keys, \
        JSONEncoding)

        - requestPlain
        + requestParameters
        + parameters: "name" = "x" (String)
        + parameters: "private" = true (Bool)
        + encoding: JSONEncoding
        """)
  }

  @Test func emptyIsNotPlain() {
    #expect(
      failure { expectPlainTask(Custom(task: .requestData(Data()))) } == """
        task of Custom: expected requestPlain, got requestData(0 bytes)

        - requestPlain
        + requestData
        """)
  }

  @Test func anErrorThrownIsAFailure() {
    #expect(
      failure { expectPlainTask(Custom(task: .requestJSONEncodable(Unencodable()))) }
        == "task of Custom: threw EncodingError: no luck (at a)")
  }
}

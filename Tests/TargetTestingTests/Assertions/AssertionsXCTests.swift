import Foundation
import MoyaCore
import TargetTesting
import XCTest

/// The same functions where XCTest runs the test.
final class AssertionsXCTests: XCTestCase {
  private func response(_ code: Int) -> Response { Response(statusCode: code, data: Data()) }

  func testAllPass() {
    let failures = collectFailures {
      XCTAssertTrue(expectRoute(GitHub.zen, "GET /zen"))
      XCTAssertTrue(expectPath(GitHub.zen, "/zen"))
      XCTAssertTrue(expectMethod(GitHub.zen, .get))
      XCTAssertTrue(expectBaseURL(GitHub.zen, "https://api.github.test/v1"))
      XCTAssertTrue(expectURL(GitHub.zen, "https://api.github.test/v1/zen"))
      XCTAssertTrue(expectQuery(GitHub.zen, [:], exactly: true))
      XCTAssertTrue(expectPlainTask(GitHub.zen))
      XCTAssertTrue(expectTask(GitHub.zen, matches: .requestPlain))
      XCTAssertTrue(
        expectParameters(GitHub.search(["q": 1]), ["q": 1], encoding: URLEncoding.queryString))
      XCTAssertTrue(expectHeaders(GitHub.user("a"), ["accept": "application/json"]))
      XCTAssertTrue(expectNoHeader(GitHub.zen, "Accept"))
      XCTAssertTrue(expectValidation(GitHub.user("a"), .successCodes))
      XCTAssertTrue(expectAccepts(GitHub.user("a"), [200], rejects: [404]))
      XCTAssertTrue(expectFilter(response(204), .successful, passes: true))
    }
    XCTAssertEqual(failures.map(\.message), [])
  }

  // Passing where nothing collects: a failure would be XCTest's.
  func testPassesAreHeardByNobody() {
    expectRoute(GitHub.zen, "GET /zen")
    expectFilter(response(301), .successful, passes: false)
  }

  func testAllFail() {
    let failures = collectFailures {
      XCTAssertFalse(expectRoute(GitHub.zen, "POST /zen"))
      XCTAssertFalse(expectPath(GitHub.zen, "/"))
      XCTAssertFalse(expectMethod(GitHub.zen, .put))
      XCTAssertFalse(expectBaseURL(GitHub.zen, "https://api.github.test"))
      XCTAssertFalse(expectURL(GitHub.zen, "https://api.github.test/v1/zen?a"))
      XCTAssertFalse(expectQuery(GitHub.zen, ["a": "b"]))
      XCTAssertFalse(expectPlainTask(GitHub.search([:])))
      XCTAssertFalse(expectTask(GitHub.zen, matches: .requestData(Data())))
      XCTAssertFalse(
        expectParameters(GitHub.search(["q": 1]), ["q": true], encoding: URLEncoding.queryString))
      XCTAssertFalse(expectHeaders(GitHub.zen, ["accept": ""]))
      XCTAssertFalse(expectNoHeader(GitHub.user("a"), "accept"))
      XCTAssertFalse(expectValidation(GitHub.user("a"), .successAndRedirectCodes))
      XCTAssertFalse(expectAccepts(GitHub.user("a"), [404]))
      XCTAssertFalse(expectFilter(response(404), .successful, passes: true))
    }
    XCTAssertEqual(
      failures.map { String($0.message.prefix { $0 != "\n" }) },
      [
        "route of GitHub.zen: expected POST /zen, got GET /zen",
        "path of GitHub.zen: expected \"/\", got \"/zen\"",
        "method of GitHub.zen: expected PUT, got GET",
        "base URL of GitHub.zen: expected \"https://api.github.test\", "
          + "got \"https://api.github.test/v1\"",
        "URL of GitHub.zen differs in query item \"a\": expected no value, got missing",
        "query of GitHub.zen: \"a\" expected \"b\", got missing",
        "task of GitHub.search([:]): expected requestPlain, "
          + "got requestParameters(0 keys, URLEncoding)",
        "task of GitHub.zen differs: expected requestData(0 bytes), got requestPlain",
        "parameters of GitHub.search([\"q\": 1]): \"q\" expected true (Bool), got 1 (Int)",
        "headers of GitHub.zen: \"accept\" expected \"\", got missing",
        "headers of GitHub.user(\"a\"): \"accept\" expected missing, got \"application/json\"",
        "validation of GitHub.user(\"a\") rejects 300-399, expected accepted",
        "validation of GitHub.user(\"a\"): 404 rejected, expected accepted",
        "filterSuccessfulStatusCodes on 404: threw a status-code error, expected to pass",
      ])
    XCTAssertEqual(failures.first?.fileID, #fileID)
  }
}

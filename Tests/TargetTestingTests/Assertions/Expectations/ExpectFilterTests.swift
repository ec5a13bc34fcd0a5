import Foundation
import MoyaCore
import Testing

@testable import TargetTesting

@Suite struct ExpectFilterTests {
  private static let codes = [199, 200, 204, 206, 299, 300, 304, 399, 400, 404, 599]

  private func response(_ code: Int) -> Response { Response(statusCode: code, data: Data()) }

  @Test(arguments: codes) func bordersOfSuccess(_ code: Int) {
    #expect(
      passes {
        expectFilter(
          response(code), .successful, passes: [200, 204, 206, 299].contains(code))
      })
  }

  @Test(arguments: codes) func bordersOfSuccessOrRedirect(_ code: Int) {
    #expect(
      passes {
        expectFilter(
          response(code), .successfulAndRedirects,
          passes: [200, 204, 206, 299, 300, 304, 399].contains(code))
      })
  }

  @Test(arguments: codes) func oneCodeAndRanges(_ code: Int) {
    #expect(passes { expectFilter(response(code), .code(304), passes: code == 304) })
    #expect(passes { expectFilter(response(code), .range(204...206), passes: code / 3 == 68) })
    #expect(passes { expectFilter(response(code), .range(..<300), passes: code < 300) })
    #expect(checkFilter(response(code), .range(300...), passes: code >= 300).isEmpty)
  }

  @Test func failsWhereNothingIsThrown() {
    #expect(
      failure { expectFilter(response(200), .successful, passes: false) }
        == "filterSuccessfulStatusCodes on 200: threw nothing, expected a status-code error")
    #expect(
      failure { expectFilter(response(301), .successfulAndRedirects, passes: false) }
        == "filterSuccessfulStatusAndRedirectCodes on 301: threw nothing, "
        + "expected a status-code error")
  }

  @Test func failsWhereAnErrorIsThrown() {
    #expect(
      failure { expectFilter(response(301), .code(200), passes: true) }
        == "filter(statusCode: 200) on 301: threw a status-code error, expected to pass")
    for (filter, name) in [
      (ResponseFilter.range(200..<300), "200..<300"), (.range(400...), "400..."),
      (.range(...300), "...300"), (.range(..<300), "..<300"),
    ] {
      #expect(
        failure { expectFilter(response(301), filter, passes: true) }
          == "filter(statusCodes: \(name)) on 301: threw a status-code error, expected to pass")
    }
  }

  @Test func failsForAnotherErrorOrResponse() {
    let others = ResponseFilter("f") { _ in throw Refusal() }
    #expect(
      failure { expectFilter(response(200), others, passes: false) }
        == "f on 200: threw Refusal: password=[redacted:password], expected a status-code error")
    let another = ResponseFilter("f") { _ in Response(statusCode: 500, data: Data()) }
    #expect(
      failure { expectFilter(response(200), another, passes: true) }
        == "f on 200: passed another response (status 500)")
    let carrying = ResponseFilter("f") { _ in
      throw MoyaError.statusCode(Response(statusCode: 500, data: Data()))
    }
    #expect(
      failure { expectFilter(response(200), carrying, passes: false) }
        == "f on 200: threw an error with another response (status 500)")
  }
}

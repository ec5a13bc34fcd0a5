public import MoyaCore

/// Expects a response to pass one of Moya's filters, or to be thrown as a status-code error.
///
/// The filter itself is run; the error must carry the response.
///
/// - Parameters:
///   - response: The response.
///   - filter: The filter.
///   - passes: Whether the response is expected back; else the error.
///   - fileID: The caller's module and file, given by the compiler.
///   - filePath: The caller's file, given by the compiler.
///   - line: The caller's line, given by the compiler.
///   - column: The caller's column, given by the compiler.
/// - Returns: Whether all is as expected.
@discardableResult
public func expectFilter(
  _ response: Moya.Response,
  _ filter: ResponseFilter,
  passes: Bool,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  checkFilter(response, filter, passes: passes)
    .report(at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Runs one of Moya's filters on a response, and reports nothing.
///
/// - Parameters:
///   - response: The response.
///   - filter: The filter.
///   - passes: Whether the response is expected back; else the error.
/// - Returns: The mismatches; none where all is as expected.
public func checkFilter(
  _ response: Moya.Response,
  _ filter: ResponseFilter,
  passes: Bool
) -> Mismatches {
  var mismatches = Mismatches(subject: "\(filter) on \(response.statusCode)")
  let expectation = passes ? "expected to pass" : "expected a status-code error"
  do {
    let passed = try filter.apply(response)
    if !passes {
      mismatches.add("threw nothing, \(expectation)")
    } else if passed != response {
      mismatches.add("passed another response (status \(passed.statusCode))")
    }
  } catch MoyaError.statusCode(let carried) {
    if passes {
      mismatches.add("threw a status-code error, \(expectation)")
    } else if carried != response {
      mismatches.add("threw an error with another response (status \(carried.statusCode))")
    }
  } catch {
    mismatches.add("threw \(ThrownErrorText.text(error)), \(expectation)")
  }
  return mismatches
}

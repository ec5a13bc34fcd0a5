public import Recorder

#if canImport(XCTest)
import XCTest
#endif

/// Runs a test's code with a cassette around it: recorded once, replayed ever after.
///
/// ```swift
/// func testProfile() throws {
///   try withCassette("octocat") { cassette in
///     let client = APIClient(provider: ReplayProvider<GitHub>())
///     …
///   }
/// }
/// ```
///
/// The cassette lies in `Cassettes` beside the test's file. At the end the recording is saved, unless the
/// test has failed by then: the old cassette then stays, and the new recording lies beside it as
/// `NAME.har.gz.failed`. A request that the cassette does not have fails the test at this call's line,
/// also where the program swallows the error. It works under XCTest and under Swift Testing; there, only
/// issues of the closure's own task count, and those that `withKnownIssue` expects count as well: the
/// trait `.cassette(_:)` tells them apart.
///
/// - Parameters:
///   - cassette: The cassette's name, or `.file(_:)`.
///   - mode: The mode; without it, that of `CASSETTE_MODE`, else `.once`.
///   - options: Matching, repeats, redaction, origins and clock.
///   - fileID: The module and file that failures are reported at.
///   - filePath: The file that failures are reported at, and beside which the cassette lies.
///   - line: The line that failures are reported at.
///   - column: The column that failures are reported at.
///   - function: The function that calls; where it is a test of XCTest's, messages name it.
///   - body: The test's code; given the run, for players and recorders of one's own.
/// - Returns: What the closure returns.
/// - Throws: What the closure throws; `CassetteError` for a file that is damaged, of an unknown version
///   or in use, and `RecorderError` for a mode or name that is not legal.
@discardableResult
public func withCassette<Result>(
  _ cassette: CassetteSource, mode: RecordMode? = nil, options: CassetteOptions = .init(),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, function: StaticString = #function, _ body: (CassetteRun) throws -> Result
) throws -> Result {
  let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let scope = CassetteScope(
    cassette, mode: mode, options: options, location: location,
    test: TestFramework.currentTest ?? XCTestMethod.filter(function))
  let issues = IssueCount()
  return try scope(failureCount: { XCTestFailures.count + issues.count }) { run in
    let result = try issues.observing { try body(run) }
    scope.warnIfUnused()
    return result
  }
}

/// Runs a test's code with a cassette around it: recorded once, replayed ever after.
///
/// The same as for code that does not wait, with the closure run on the caller's actor.
///
/// - Parameters:
///   - cassette: The cassette's name, or `.file(_:)`.
///   - mode: The mode; without it, that of `CASSETTE_MODE`, else `.once`.
///   - options: Matching, repeats, redaction, origins and clock.
///   - isolation: The actor that the closure runs on: the caller's.
///   - fileID: The module and file that failures are reported at.
///   - filePath: The file that failures are reported at, and beside which the cassette lies.
///   - line: The line that failures are reported at.
///   - column: The column that failures are reported at.
///   - function: The function that calls; where it is a test of XCTest's, messages name it.
///   - body: The test's code; given the run, for players and recorders of one's own.
/// - Returns: What the closure returns.
/// - Throws: What the closure throws; `CassetteError` for a file that is damaged, of an unknown version
///   or in use, and `RecorderError` for a mode or name that is not legal.
@discardableResult
public func withCassette<Result>(
  _ cassette: CassetteSource, mode: RecordMode? = nil, options: CassetteOptions = .init(),
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, function: StaticString = #function,
  _ body: (CassetteRun) async throws -> Result
) async throws -> Result {
  let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  let scope = CassetteScope(
    cassette, mode: mode, options: options, location: location,
    test: TestFramework.currentTest ?? XCTestMethod.filter(function))
  let issues = IssueCount()
  return try await scope(failureCount: { XCTestFailures.count + issues.count }) { run in
    let result = try await issues.observing { try await body(run) }
    scope.warnIfUnused()
    return result
  }
}

#if canImport(Testing)
import Cassette
public import Recorder
public import Testing

/// A trait that puts a cassette around a test, or around a suite's tests.
///
/// With a name, on a suite, all its tests share one run on one cassette. Without one, each test has a
/// cassette of its own, named after suite and test.
public struct CassetteTrait: TestTrait, SuiteTrait, TestScoping {
  let source: CassetteSource?
  let mode: RecordMode?
  let options: CassetteOptions
  let location: TestLocation

  /// Whether a suite's trait is handed down to each of its tests: where they are to have their own.
  public var isRecursive: Bool { source == nil }

  /// Runs the test, or the suite, within the scope.
  ///
  /// - Parameters:
  ///   - test: The test or the suite.
  ///   - testCase: The case of a test.
  ///   - function: What to run.
  /// - Throws: `TargetTestingError` for a test with arguments and no cassette's name; what the test
  ///   throws; `CassetteError` for a file that is damaged, of an unknown version or
  ///   in use, and `RecorderError` for a mode or name that is not legal.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if source == nil, testCase?.isParameterized == true {
      throw TargetTestingError.unnamedCassetteOfParameterisedTest(Self.name(of: test))
    }
    let scope = CassetteScope(
      source ?? .named(Self.name(of: test)), mode: mode, options: options, location: location,
      test: Self.name(of: test), owner: Self.name(of: test))
    let issues = IssueCount()
    try await scope(failureCount: { issues.count }) { _ in
      try await issues.counting(for: test, testCase: testCase, function)
    }
  }

  /// The name of a test's own cassette: its suites and its function, without the parentheses of a
  /// function that takes nothing.
  static func name(of test: Test) -> String { TestFramework.name(of: test) }
}

extension Trait where Self == CassetteTrait {
  /// Puts a cassette around a test or a suite: recorded once, replayed ever after.
  ///
  /// ```swift
  /// @Suite(.cassette("octocat")) struct ProfileTests { … }
  /// ```
  ///
  /// The cassette lies in `Cassettes` beside the test's file. At the end the recording is saved, unless
  /// a test has failed by then: the old cassette then stays, and the new recording lies beside it as
  /// `NAME.har.gz.failed`. A request that the cassette does not have fails the test at the trait's line,
  /// also where the program swallows the error.
  ///
  /// - Parameters:
  ///   - cassette: The cassette's name, or `.file(_:)`. Without it, each test has its own, named after
  ///     suite and test.
  ///   - mode: The mode; without it, that of `CASSETTE_MODE`, else `.once`.
  ///   - options: Matching, repeats, redaction, origins and clock.
  ///   - fileID: The module and file that failures are reported at.
  ///   - filePath: The file that failures are reported at, and beside which the cassette lies.
  ///   - line: The line that failures are reported at.
  ///   - column: The column that failures are reported at.
  /// - Returns: The trait.
  public static func cassette(
    _ cassette: CassetteSource? = nil, mode: RecordMode? = nil,
    options: CassetteOptions = .init(), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> CassetteTrait {
    CassetteTrait(
      source: cassette, mode: mode, options: options,
      location: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
#endif

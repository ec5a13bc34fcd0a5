#if canImport(Testing)
import Cassette
import Testing

/// How many failures Swift Testing has recorded in a scope.
final class IssueCount: Sendable {
  private let failures = Locked(0)

  var count: Int { failures.withLock { $0 } }

  /// Runs the function and counts the issues that fail its test.
  func counting(
    for test: Test, testCase: Test.Case?, _ function: @Sendable () async throws -> Void
  ) async throws {
    #if compiler(>=6.2)
    let counter = IssueHandlingTrait.compactMapIssues { issue in
      if issue.isFailure { self.failures.withLock { $0 += 1 } }
      return issue
    }
    try await counter.provideScope(for: test, testCase: testCase, performing: function)
    #else
    try await function()
    #endif
  }
}
#endif

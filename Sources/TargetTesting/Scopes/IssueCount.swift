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
      self.add(issue)
      return issue
    }
    try await counter.provideScope(for: test, testCase: testCase, performing: function)
    #else
    try await function()
    #endif
  }

  private func add(_ issue: Issue) {
    #if compiler(>=6.2)
    guard issue.isFailure else { return }
    #endif
    failures.withLock { $0 += 1 }
  }
}

// For code within a test, where there is no trait. Of what Swift Testing lets anybody see, only the matcher
// of known issues is shown each issue of a closure; it takes none for known.
extension IssueCount {
  /// Runs the closure and counts the issues that are recorded while it runs, known ones too.
  func observing<Result>(_ body: () throws -> Result) throws -> Result {
    guard Test.current != nil else { return try body() }
    var outcome = Swift.Result<Result, any Error>.failure(CancellationError())
    withKnownIssue(isIntermittent: true) {
      outcome = Swift.Result { try body() }
    } matching: { issue in
      self.add(issue)
      return false
    }
    return try outcome.get()
  }

  /// Runs the closure and counts the issues that are recorded while it runs, known ones too.
  func observing<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async throws -> Result {
    guard Test.current != nil else { return try await body() }
    var outcome = Swift.Result<Result, any Error>.failure(CancellationError())
    await withKnownIssue(isIntermittent: true) {
      do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
    } matching: { issue in
      self.add(issue)
      return false
    }
    return try outcome.get()
  }
}
#else
/// Counts nothing where there is no Swift Testing.
struct IssueCount {
  var count: Int { 0 }

  func observing<Result>(_ body: () throws -> Result) throws -> Result { try body() }

  func observing<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async throws -> Result {
    try await body()
  }
}
#endif

public import Foundation

/// Why a scope could not be made.
public enum TargetTestingError: Error, Hashable, Sendable {
  /// A test with arguments has the trait `.cassette()` without a name, so that all its cases would
  /// record into one file at once.
  case unnamedCassetteOfParameterisedTest(String)
}

extension TargetTestingError: CustomStringConvertible, LocalizedError {
  /// What happened, where, and what to do next.
  public var description: String {
    switch self {
    case .unnamedCassetteOfParameterisedTest(let test):
      """
      \(test) has arguments, and its cases cannot share one cassette without a name. Open one in the \
      test: try await withCassette(.named("NAME-\\(argument)")) { _ in ... }
      """
    }
  }

  /// The same text, for those who look at errors as Foundation does.
  public var errorDescription: String? { description }
}

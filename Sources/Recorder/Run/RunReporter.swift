import Foundation
package import MoyaCore

/// Where a run tells what its caller's error alone would not make sure that somebody sees.
package struct RunReporter: Sendable {
  /// Reports a failure; at that place where the run knows a better one than the scope's.
  package var fail: @Sendable (_ message: String, _ site: CallSite?) -> Void
  /// Reports what should be seen and fails nothing.
  package var warn: @Sendable (_ message: String) -> Void

  /// A reporter of those two closures.
  package init(
    fail: @escaping @Sendable (String, CallSite?) -> Void,
    warn: @escaping @Sendable (String) -> Void
  ) {
    self.fail = fail
    self.warn = warn
  }

  /// Tells standard error: for a run that no scope surrounds.
  package static let standardError = RunReporter(
    fail: { message, _ in write("error: \(message)") },
    warn: { message in write("warning: \(message)") })

  private static func write(_ text: String) {
    FileHandle.standardError.write(Data("MoyaCassettes \(text)\n".utf8))
  }
}

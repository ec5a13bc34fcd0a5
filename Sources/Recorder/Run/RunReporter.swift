import Foundation
package import MoyaCore

/// Where a run tells what its caller's error alone would not make sure that somebody sees.
package struct RunReporter: Sendable {
  /// Reports a failure; at that place where the run knows a better one than the scope's.
  package var fail: @Sendable (_ message: String, _ site: CallSite?) -> Void
  /// Reports what should be seen and fails nothing.
  package var warn: @Sendable (_ message: String) -> Void

  /// Tells what is well, for whoever reads the output.
  package var note: @Sendable (_ message: String) -> Void
  /// What `swift test --filter` takes to run those tests again, where that is known.
  package var filter: @Sendable (_ part: TestFilter.Part) -> String?

  /// A reporter of those closures.
  package init(
    fail: @escaping @Sendable (String, CallSite?) -> Void,
    warn: @escaping @Sendable (String) -> Void,
    note: @escaping @Sendable (String) -> Void = { write($0) },
    filter: @escaping @Sendable (TestFilter.Part) -> String? = { _ in nil }
  ) {
    self.fail = fail
    self.warn = warn
    self.note = note
    self.filter = filter
  }

  /// The command that runs those tests again in that mode.
  func command(_ mode: RecordMode, _ part: TestFilter.Part) -> String {
    "CASSETTE_MODE=\(mode.name) swift test --filter \(filter(part) ?? TestFilter.unknown)"
  }

  /// Tells standard error: for a run that no scope surrounds.
  package static let standardError = RunReporter(
    fail: { message, _ in write("error: \(message)") },
    warn: { message in write("warning: \(message)") })

  /// Writes a line to standard error.
  package static func write(_ text: String) {
    FileHandle.standardError.write(Data("MoyaCassettes \(text)\n".utf8))
  }
}

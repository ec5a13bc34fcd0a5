import Recorder
import TestSupport

/// What a run has reported, in order.
final class Reports: Sendable {
  private let messages = TestSupport.Locked<[(text: String, line: UInt?, isFailure: Bool)]>([])

  /// The texts of the failures.
  var failures: [String] { messages.withLock { $0.filter(\.isFailure).map(\.text) } }
  /// The texts of the warnings.
  var warnings: [String] { messages.withLock { $0.filter { !$0.isFailure }.map(\.text) } }
  /// The failures, each after the line where it was reported.
  var placedFailures: [String] {
    messages.withLock { messages in
      messages.filter(\.isFailure).map { "\($0.line.map { "\($0)" } ?? "scope"): \($0.text)" }
    }
  }
  /// Everything that was reported.
  var text: String { messages.withLock { $0.map(\.text).joined(separator: "\n") } }

  /// The reporter that a run is given.
  var reporter: RunReporter {
    RunReporter(
      fail: { text, site in self.messages.withLock { $0.append((text, site?.line, true)) } },
      warn: { text in self.messages.withLock { $0.append((text, nil, false)) } })
  }
}

import Cassette

/// Where failures go: to whoever collects them around the current task, else to the framework.
enum FailureRouting {
  /// Takes failures in place of the framework.
  final class Sink: Sendable {
    private let failures = Locked<[ReportedFailure]>([])

    func add(_ failure: ReportedFailure) {
      failures.withLock { $0.append(failure) }
    }

    var all: [ReportedFailure] { failures.withLock { $0 } }
  }

  @TaskLocal static var sink: Sink?

  /// Reports a failure from the current task.
  static func report(_ message: String, at location: TestLocation) {
    if let sink {
      sink.add(
        ReportedFailure(
          message: message, fileID: "\(location.fileID)", line: Int(location.line)))
    } else {
      TestFramework.current.record(message, at: location)
    }
  }
}

/// Runs the closure and collects the failures that this package's functions report in it.
///
/// For those who test helpers of their own that are built on these functions. The framework hears
/// nothing of what is collected; the frameworks' own assertions are not collected.
///
/// - Parameter body: What to run; child tasks are part of it, detached tasks are not.
/// - Returns: The failures, in the order in which they were reported.
/// - Throws: What the closure throws.
public func collectFailures(_ body: () throws -> Void) rethrows -> [ReportedFailure] {
  let sink = FailureRouting.Sink()
  try FailureRouting.$sink.withValue(sink) { try body() }
  return sink.all
}

/// Runs the closure and collects the failures that this package's functions report in it.
///
/// - Parameters:
///   - isolation: The actor that the closure runs on: the caller's.
///   - body: What to run; child tasks are part of it, detached tasks are not.
/// - Returns: The failures, in the order in which they were reported.
/// - Throws: What the closure throws.
public func collectFailures(
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
) async rethrows -> [ReportedFailure] {
  let sink = FailureRouting.Sink()
  try await FailureRouting.$sink.withValue(sink, operation: { try await body() })
  return sink.all
}

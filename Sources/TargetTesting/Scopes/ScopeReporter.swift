import Cassette
import MoyaCore
import Recorder

/// Brings what a run reports, from whichever thread, to the test that its scope is for.
///
/// A provider's callbacks run outside the test's task, where Swift Testing does not know whose an issue
/// is. Such failures wait for the scope's own task, which ``deliver()`` them as soon as it can.
final class ScopeReporter: Sendable {
  private struct Report: Sendable {
    let message: String
    let location: TestLocation
    let isFailure: Bool
  }

  private let location: TestLocation
  private let framework: TestFramework
  private let sink: FailureRouting.Sink?
  private let filter: String?
  private let waiting = Locked<[Report]>([])
  private let failed = Locked(false)
  private let isStopped = Locked(false)
  private let signal: AsyncStream<Void>.Continuation
  private let signals: AsyncStream<Void>

  /// A reporter for the test that asks.
  ///
  /// - Parameters:
  ///   - location: Where the scope stands, for what has no place of its own.
  ///   - name: What the scope is around, as `swift test --filter` would match it; nil where that is unknown.
  init(location: TestLocation, name: String?) {
    self.location = location
    filter = name.map(TestFilter.argument)
    framework = TestFramework.current
    sink = FailureRouting.sink
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// What the run is given.
  var runReporter: RunReporter {
    RunReporter(
      fail: { message, site in self.report(message, at: site, isFailure: true) },
      warn: { message in self.report(message, at: nil, isFailure: false) },
      filter: { part in
        switch part {
        case .test: TestFramework.currentTest.map(TestFilter.argument) ?? self.filter
        case .scope: self.filter
        }
      })
  }

  /// Whether the run has reported a failure.
  var hasFailed: Bool { failed.withLock { $0 } }

  private func report(_ message: String, at site: CallSite?, isFailure: Bool) {
    if isFailure { failed.withLock { $0 = true } }
    let place = site.map {
      TestLocation(fileID: $0.fileID, filePath: $0.filePath, line: $0.line, column: $0.column)
    }
    let report = Report(message: message, location: place ?? location, isFailure: isFailure)
    let isLate = isStopped.withLock { $0 }
    if case .swiftTesting = framework, sink == nil, !TestFramework.knowsItsTest, !isLate {
      waiting.withLock { $0.append(report) }
      signal.yield()
    } else {
      record(report)
    }
  }

  private func record(_ report: Report) {
    if let sink {
      guard report.isFailure else { return }
      sink.add(
        ReportedFailure(
          message: report.message, fileID: "\(report.location.fileID)",
          line: Int(report.location.line)))
    } else if report.isFailure {
      framework.record(report.message, at: report.location)
    } else {
      framework.warn(report.message, at: report.location)
    }
  }

  /// Records what waits. To be called in the test's own task.
  func deliver() {
    let reports = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for report in reports { record(report) }
  }

  /// Records what waits as it comes, until ``stop()``. To be run in a child of the test's own task.
  func deliverUntilStopped() async {
    for await _ in signals { deliver() }
    deliver()
  }

  /// Ends ``deliverUntilStopped()``.
  func stop() {
    isStopped.withLock { $0 = true }
    signal.finish()
  }
}

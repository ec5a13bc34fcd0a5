public import Cassette
public import Recorder
public import ReplayProvider

/// What may go wrong with a call: one fault of each kind, for ``ReplayProvider/Faults/walk``.
public let faults = Faults.all

extension Faults {
  /// Fails the test where a program does not survive one of the faults on one of its calls.
  ///
  /// ```swift
  /// try await faults.walk(cassette: "octocat") { try await loadScreen() }
  /// ```
  ///
  /// The program runs once as it was recorded, and then once for each call that it made and each fault, on
  /// the cassette anew each time; `ReplayProvider()` inside finds it. It may return or throw, but it must
  /// end, ask for nothing that the cassette does not have, and no expectation inside may fail: those that do
  /// are reported at their own line, and counted here. What the program should do under a fault is for
  /// expectations inside, or for `expecting`. See `Faults.check` for more.
  ///
  /// - Parameters:
  ///   - cassette: The cassette, which must be there: this records nothing.
  ///   - calls: Which of the program's calls meet faults; all of them where this is empty.
  ///   - times: How often in a run the call meets the fault: a program that tries again then gets the
  ///     recorded answer. Without it, each time.
  ///   - options: Matching, repeats, origins and so on; entries that are not played fail no run.
  ///   - limit: How long the program may take each time.
  ///   - clock: The clock of the limit.
  ///   - fileID: The module and file that failures are reported at.
  ///   - filePath: The file that failures are reported at, and beside which the cassette lies.
  ///   - line: The line that failures are reported at.
  ///   - column: The column that failures are reported at.
  ///   - expecting: Judges how the program ended; called for what it returned from, or threw, only.
  ///   - program: What is run.
  /// - Returns: What became of each combination.
  /// - Throws: `RecorderError.cassetteMissing`, and what opening the cassette throws.
  @discardableResult
  public func walk(
    cassette: CassetteSource, on calls: [CallFilter] = [], times: Int? = nil,
    options: CassetteOptions = .init(), limit: Duration = .seconds(10),
    clock: any Clock<Duration> = ContinuousClock(),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    expecting: @escaping @Sendable (FaultReport.Combination) -> Bool = { _ in true },
    _ program: @escaping @Sendable () async throws -> Void
  ) async throws -> FaultReport {
    let location = TestLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let issues = IssueCount()
    let sink = FailureRouting.sink
    let walk = FaultWalk(
      cassette: cassette, sourceFile: "\(filePath)", calls: calls, times: times, options: options,
      limit: limit, clock: clock, expecting: expecting,
      failureCount: { XCTestFailures.count + issues.count + (sink?.all.count ?? 0) },
      program: { try await issues.observing { try await program() } })
    let report = try await walk.report(of: faults)
    if !report.passes {
      FailureRouting.report(Self.message(of: report), at: location)
    }
    return report
  }

  private static let lineLimit = 30

  private static func message(of report: FaultReport) -> String {
    let table = report.table(onlyFailures: true, limit: lineLimit)
    guard !table.isEmpty else { return report.summary }
    return """
      \(report.summary)

      \(table)

      To try one of them alone: Faults([...]).walk(cassette:on:); to say what is right: expecting:.
      """
  }
}

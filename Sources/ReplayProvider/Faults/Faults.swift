public import Cassette
public import Recorder

/// What may go wrong, to be tried one by one on each call of a program.
///
/// ```swift
/// let report = try await Faults([.timedOut, .status(503)]).check(cassette: "octocat") {
///   try await loadScreen()
/// }
/// #expect(report.passes, "\(report)")
/// ```
///
/// In tests, `faults.walk(cassette:)` of `TargetTesting` does both.
public struct Faults: Sendable {
  /// What is tried, in this order.
  public let faults: [Fault]

  /// Each of ``Recorder/Fault/all``.
  public static let all = Faults(Fault.all)

  /// Those faults.
  public init(_ faults: [Fault]) {
    self.faults = faults
  }

  /// Runs the program once as it was recorded, and then once for each call that it made and each fault.
  ///
  /// Each time, the program runs on the cassette anew, with a run of its own that `ReplayProvider()` finds;
  /// nothing goes live. A fault is left out where a recording has nothing for it: no content to cut off, no
  /// JSON, or that very status.
  ///
  /// A combination is survived where the program met the fault and then returned, or threw whatever error:
  /// as it throws none without faults, the fault is the reason. It is not survived where
  /// - the program has not ended after the limit: it waits for what never comes, or tries again for ever,
  /// - it asked for what the cassette does not have,
  /// - the closure `expecting` says so.
  ///
  /// A program that ends the process ends the walk with it.
  ///
  /// - Parameters:
  ///   - cassette: The cassette, which must be there.
  ///   - calls: Which of the program's calls meet faults; all of them where this is empty.
  ///   - times: How often in a run the call meets the fault: a program that tries again then gets the
  ///     recorded answer. Without it, each time.
  ///   - options: Matching, repeats, origins and so on. Their own faults stay in force; entries that are not
  ///     played fail no run.
  ///   - limit: How long the program may take each time.
  ///   - clock: The clock of the limit.
  ///   - filePath: The source file beside which a named cassette lies.
  ///   - expecting: Judges how the program ended; called for what it returned from, or threw, only.
  ///   - program: What is run, once at a time. When it has not ended after the limit its task is cancelled
  ///     and not waited for.
  /// - Returns: What became of each combination.
  /// - Throws: `RecorderError.cassetteMissing`, and what opening the cassette throws.
  /// - Complexity: O(*c* · *f*) runs of the program, in the numbers of its calls and the faults.
  public func check(
    cassette: CassetteSource, on calls: [CallFilter] = [], times: Int? = nil,
    options: CassetteOptions = .init(), limit: Duration = .seconds(10),
    clock: any Clock<Duration> = ContinuousClock(), filePath: StaticString = #filePath,
    expecting: @escaping @Sendable (FaultReport.Combination) -> Bool = { _ in true },
    _ program: @escaping @Sendable () async throws -> Void
  ) async throws -> FaultReport {
    let walk = FaultWalk(
      cassette: cassette, sourceFile: "\(filePath)", calls: calls, times: times, options: options,
      limit: limit, clock: clock, expecting: expecting, failureCount: { 0 }, program: program)
    return try await walk.report(of: faults)
  }
}

import Cassette
import Recorder

/// Runs a test's code with a cassette around it, and settles the run at the end.
struct CassetteScope {
  let run: CassetteRun
  let reporter: ScopeReporter

  init(
    _ source: CassetteSource, mode: RecordMode?, options: CassetteOptions, location: TestLocation,
    test: String?, owner: String? = nil
  ) {
    reporter = ScopeReporter(location: location, name: test)
    run = CassetteRun(
      source, mode: mode, options: options, sourceFile: "\(location.filePath)",
      owner: owner ?? "\(location.fileID):\(location.line)",
      reporter: reporter.runReporter)
  }

  /// Runs the closure within the scope.
  ///
  /// - Parameters:
  ///   - failureCount: How many failures the framework has counted so far, where it says.
  ///   - body: What to run.
  /// - Returns: What the closure returns.
  /// - Throws: The error of opening, or what the closure throws.
  func callAsFunction<Result>(
    failureCount: () -> Int, _ body: (CassetteRun) throws -> Result
  ) throws -> Result {
    try run.checkOpening()
    let before = failureCount()
    let result = Swift.Result { try CassetteRun.$current.withValue(run) { try body(run) } }
    reporter.deliver()
    let failed = hasFailed(result) || failureCount() > before
    do { try run.finish(failed: failed) } catch { reporter.runReporter.fail("\(error)", nil) }
    reporter.deliver()
    return try result.get()
  }

  /// Runs the closure within the scope.
  ///
  /// - Parameters:
  ///   - isolation: The actor that the closure runs on: the caller's.
  ///   - failureCount: How many failures the framework has counted so far, where it says.
  ///   - body: What to run.
  /// - Returns: What the closure returns.
  /// - Throws: The error of opening, or what the closure throws.
  func callAsFunction<Result>(
    isolation: isolated (any Actor)? = #isolation, failureCount: () -> Int,
    _ body: (CassetteRun) async throws -> Result
  ) async throws -> Result {
    try run.checkOpening()
    let before = failureCount()
    let reporter = reporter
    let delivery = _Concurrency.Task { await reporter.deliverUntilStopped() }
    let result: Swift.Result<Result, any Error>
    do {
      result = .success(
        try await CassetteRun.$current.withValue(run, operation: { try await body(run) }))
    } catch {
      result = .failure(error)
    }
    let failed = hasFailed(result) || failureCount() > before
    do {
      try await run.finish(failed: failed)
    } catch {
      reporter.runReporter.fail("\(error)", nil)
    }
    reporter.stop()
    await delivery.value
    return try result.get()
  }

  /// Says so where the closure has ended and no request came through the run: most likely, the program
  /// sends its requests through a provider that knows nothing of the cassette.
  func warnIfUnused() {
    guard !run.hasPlannedCalls, run.mode != .live else { return }
    reporter.runReporter.warn(
      """
      no request came through the cassette \(run.url?.lastPathComponent ?? run.path). Is the provider a \
      ReplayProvider made inside the closure, or one with the closures of cassette.player(for:)?
      """)
  }

  private func hasFailed<Result>(_ result: Swift.Result<Result, any Error>) -> Bool {
    if case .failure = result { return true }
    return reporter.hasFailed
  }
}

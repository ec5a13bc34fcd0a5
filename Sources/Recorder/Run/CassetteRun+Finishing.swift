import Foundation

extension CassetteRun {
  /// Ends the run: waits for open calls, saves what was recorded, and lets go of the file.
  ///
  /// A second call does nothing. On the main thread, its run loop goes on while this waits.
  ///
  /// - Parameter failed: Whether what the run was for has failed. The old cassette then stays as it is,
  ///   and what was recorded lies beside it as `NAME.har.gz.failed`.
  /// - Throws: `RecorderError.playerNeedsRecorder` where requests went live unseen; the error that
  ///   kept an interaction from the journal; `RecorderError.onlyFailures` where a recording anew would put
  ///   nothing but failures in the place of answers; `RecorderError.drift` where answers were compared and
  ///   differ in a way that may break programs; `RecorderError.unplayed` where entries of the cassette have
  ///   answered no call, ``CassetteOptions/unplayed`` says that all must, and nothing else has failed;
  ///   `CassetteError` where the file could not be written. The journal stays in the last case.
  public func finish(failed: Bool = false) throws {
    waitForOpenCalls()
    let end = withState { state -> State? in
      guard !state.hasEnded else { return nil }
      state.hasEnded = true
      return state
    }
    guard let end else { return }
    noteUsage()
    try settle(end, failed: failed)
    if !failed, !end.hasFailed, let report = unplayedReport {
      throw RecorderError.unplayed(report)
    }
  }

  /// Saves what was recorded, and tells of what was not as it should be.
  private func settle(_ end: State, failed: Bool) throws {
    guard opening.takesOutcomes else { return }
    let unfinished = end.book.unfinished
    var unseen: RecorderError?
    if unfinished.unseen > 0 {
      unseen = .playerNeedsRecorder(path: path, count: unfinished.unseen)
    }
    if let unseen, end.book.count.taken == 0 {
      try opening.recording?.abandon()
      throw unseen
    }
    if unfinished.open > 0 {
      let isOne = unfinished.open == 1
      reporter.warn(
        """
        \(unfinished.open) call\(isOne ? "" : "s") had no outcome when the run on \(path) ended, and \
        \(isOne ? "is" : "are") not recorded.
        """)
    }
    warnOfCancellations(end.cancelled)
    try opening.recording?.finish(failed: failed || end.recordingError != nil || unseen != nil)
    if let error = end.recordingError { throw error }
    if let unseen { throw unseen }
    try reportDrift()
  }

  private func reportDrift() throws(RecorderError) {
    guard let report = shapeReport else { return }
    guard let severity = report.severity else {
      if report.comparedCount > 0 { reporter.note("\(report)") }
      return
    }
    if severity == .breaking { throw .drift(report) }
    reporter.warn("\(report)")
  }

  /// Ends the run, without keeping a thread while it waits.
  ///
  /// - Parameter failed: Whether what the run was for has failed.
  /// - Throws: What the form for code that does not await throws.
  public func finish(failed: Bool = false) async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      DispatchQueue.global().async {
        done.resume(with: Swift.Result { try self.finishNow(failed: failed) })
      }
    }
  }

  // Names the form above that does not await.
  private func finishNow(failed: Bool) throws {
    try finish(failed: failed)
  }

  private func waitForOpenCalls() {
    guard opening.takesOutcomes || options.unplayed == .fail else { return }
    let deadline = Date(timeIntervalSinceNow: options.patience.seconds)
    let isMain = Thread.isMainThread
    condition.lock()
    defer { condition.unlock() }
    while hasOpenCalls, Date() < deadline {
      if isMain {
        // The answers may have to come through this very thread.
        condition.unlock()
        _ = RunLoop.main.run(
          mode: .default, before: min(deadline, Date(timeIntervalSinceNow: 0.01)))
        condition.lock()
      } else {
        _ = condition.wait(until: deadline)
      }
    }
  }
}

extension Duration {
  /// The duration in seconds, to the precision of a binary floating-point number.
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}

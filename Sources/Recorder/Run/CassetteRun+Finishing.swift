import Foundation

extension CassetteRun {
  /// Ends the run: waits for open calls, saves what was recorded, and lets go of the file.
  ///
  /// A second call does nothing. On the main thread, its run loop goes on while this waits.
  ///
  /// - Parameter failed: Whether what the run was for has failed. The old cassette then stays as it is,
  ///   and what was recorded lies beside it as `NAME.har.gz.failed`.
  /// - Throws: `RecorderError.playerNeedsRecorder` where requests went live unseen; the error that
  ///   kept an interaction from the journal; `CassetteError` where the file could not be written. The
  ///   journal stays in the last case.
  public func finish(failed: Bool = false) throws {
    waitForOpenCalls()
    let end = withState { state -> State? in
      guard !state.hasEnded else { return nil }
      state.hasEnded = true
      state.droppedCount = state.book.open.filter(\.isLive).count
      return state
    }
    guard let end else { return }
    let unseen = end.book.liveCount
    if case .live = opening {
    } else if unseen.committed > 0, unseen.taken == 0 {
      try opening.recording?.abandon()
      throw RecorderError.playerNeedsRecorder(path: path, count: unseen.committed)
    }
    guard let recording = opening.recording else { return }
    if end.droppedCount > 0 {
      reporter.warn(
        """
        \(end.droppedCount) call\(end.droppedCount == 1 ? "" : "s") had no outcome when the run on \
        \(path) ended, and \(end.droppedCount == 1 ? "is" : "are") not recorded.
        """)
    }
    try recording.finish(failed: failed || end.recordingError != nil)
    if let error = end.recordingError { throw error }
  }

  /// The same, without keeping one of the threads that run tasks.
  ///
  /// - Parameter failed: As for ``finish(failed:)``.
  /// - Throws: What ``finish(failed:)`` throws.
  package func finishInBackground(failed: Bool) async throws {
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      DispatchQueue.global().async {
        done.resume(with: Swift.Result { try self.finish(failed: failed) as Void })
      }
    }
  }

  private func waitForOpenCalls() {
    guard opening.recording != nil else { return }
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

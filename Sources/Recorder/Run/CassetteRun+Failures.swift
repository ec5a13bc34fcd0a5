package import MoyaCore

// How the test hears of what its program may keep to itself.
extension CassetteRun {
  /// Tells the test of an error of the cassette's part, with all that there is to say.
  ///
  /// - Parameters:
  ///   - error: The error, which the program gets as well, in few words.
  ///   - site: Where to report it, where a better place is known than the scope's.
  package func report(_ error: any Error, at site: CallSite?) {
    withState { $0.hasFailed = true }
    reporter.fail(RecorderError.report(of: error), site)
  }

  /// Tells the test of an error that an answer of the cassette's has met, and notes it in the log.
  package func fail(_ call: PlannedCall, with error: any Error) {
    call.logged.becomes(.failed(error))
    report(error, at: call.site)
  }

  /// Tells the test of a call that fails, once, whether the program listens to the error or not.
  package func reportFailure(of call: PlannedCall) {
    guard case .fail(let error) = call.decision else { return }
    call.logged.isSent()
    let isFirst = withState { _ in
      defer { call.isReported = true }
      return !call.isReported
    }
    if isFirst { report(error, at: call.site) }
  }
}

#if !UpstreamMoya
package import Foundation
#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// An attempt of a request that is followed by another.
package struct EndedAttempt {
  /// The request as adapted, or as built where adapting it failed.
  package let request: URLRequest?
  /// The answer, as far as it came.
  package let response: HTTPURLResponse?
  /// The content that came, of a request that gathers it in memory.
  package let data: Data
  /// The file of a download. It is removed before the next attempt.
  package let file: URL?
  /// Why the attempt failed.
  package let error: AFError
}

extension Request {
  /// Calls the closure with each attempt that is followed by another, before anything of it is thrown
  /// away: on the session's queue, and for attempts that are over already, which kept no content, at once.
  package func onAttempt(_ handler: @escaping (EndedAttempt) -> Void) {
    let untold = mutable.withLock { mutable -> [EndedAttempt] in
      if !mutable.isFinished { mutable.attemptHandlers.append(handler) }
      return mutable.untoldAttempts
    }
    for attempt in untold { handler(attempt) }
  }

  func tellOfAttempt(failedWith error: AFError) {
    let file = receivedFile
    let (attempt, handlers) = mutable.withLock {
      mutable -> (EndedAttempt?, [(EndedAttempt) -> Void]) in
      guard mutable.state != .cancelled, !mutable.isFinished else { return (nil, []) }
      let isHeard = !mutable.attemptHandlers.isEmpty
      let attempt = EndedAttempt(
        request: mutable.requests.last, response: mutable.response,
        data: isHeard ? mutable.data : Data(), file: isHeard ? file : nil, error: error)
      if !isHeard { mutable.untoldAttempts.append(attempt) }
      return (attempt, mutable.attemptHandlers)
    }
    guard let attempt else { return }
    for handler in handlers { handler(attempt) }
  }
}
#endif

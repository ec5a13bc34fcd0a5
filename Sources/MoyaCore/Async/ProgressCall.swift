import Foundation

#if UpstreamMoya
import Moya
#endif

/// One request whose progress is iterated over: sent at the first question, cancelled when nobody is
/// left to ask.
// Unchecked: `lock` guards `start`, which is called once, by whoever asks first; the rest guards itself.
final class ProgressCall: @unchecked Sendable {
  /// Sends the request, and has the steps told of it. The request keeps the steps and not the call, or
  /// nobody would ever let go of it.
  typealias Start = (ProgressSteps) -> any Cancellable

  private let lock = NSLock()
  private var start: Start?
  private let steps = ProgressSteps()
  private let cancellation = PendingCancellation()

  init(start: @escaping Start) {
    self.start = start
  }

  deinit {
    if !steps.haveEnded { cancellation.cancel() }
  }

  /// Hands the next step on, now or when there is one.
  func next(_ take: @escaping ProgressSteps.Taker) {
    if let start = takeStart() { cancellation.begin(start(steps)) }
    steps.take(take)
  }

  /// Cancels the request; where it has not begun, it never does.
  func cancel() {
    if takeStart() != nil {
      let error = NSError(domain: NSURLErrorDomain, code: NSURLErrorCancelled)
      steps.end(with: .failure(.underlying(error, nil)))
    }
    if !steps.haveEnded { cancellation.cancel() }
  }

  private func takeStart() -> Start? {
    lock.withLock {
      defer { start = nil }
      return start
    }
  }
}

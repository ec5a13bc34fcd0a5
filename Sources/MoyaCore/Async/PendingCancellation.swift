import Foundation

#if UpstreamMoya
import Moya
#endif

/// Cancels a call that may not have begun yet when its task is cancelled.
// Unchecked: `lock` guards all else.
final class PendingCancellation: @unchecked Sendable {
  private let lock = NSLock()
  private var call: (any Cancellable)?
  private var isCancelled = false

  /// Notes the call, and cancels it at once where the task is cancelled already.
  func begin(_ call: any Cancellable) {
    let isLate = lock.withLock {
      self.call = call
      return isCancelled
    }
    if isLate { call.cancel() }
  }

  /// Cancels the call, now or when it begins.
  func cancel() {
    let call = lock.withLock {
      isCancelled = true
      return self.call
    }
    call?.cancel()
  }
}

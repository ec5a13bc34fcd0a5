#if !UpstreamMoya
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Whether an answer was in the URL cache. URLSession on Linux stores none there, but serves what a program
// has stored itself, whatever the policy, and tells nobody.
extension Request {
  /// Whether the last attempt's answer came from the session's URL cache and not from the network.
  package var isFromCache: Bool { mutable.withLock { $0.isFromCache } }

  #if canImport(FoundationNetworking)
  /// Finds out when the task is done.
  func noteCache(of task: URLSessionTask) {
    // A head from the network sets the count, if only to -1. So does no protocol of the program's own,
    // but its answers are in no cache.
    guard task.countOfBytesExpectedToReceive == 0, let response = task.response,
      let cache = session.session.configuration.urlCache, let request = task.currentRequest,
      let cached = cache.cachedResponse(for: request), cached.response.url == response.url
    else { return }
    mutable.withLock { $0.isFromCache = true }
  }
  #else
  /// On these platforms the task's metrics tell, before it is done.
  func noteCache(of task: URLSessionTask) {}

  func didCollect(_ metrics: URLSessionTaskMetrics, of task: URLSessionTask) {
    guard metrics.transactionMetrics.last?.resourceFetchType == .localCache else { return }
    withAttempt(of: task) { $0.isFromCache = true }
  }
  #endif
}
#endif

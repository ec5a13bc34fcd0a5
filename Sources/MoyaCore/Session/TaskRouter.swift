#if !UpstreamMoya
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The URLSession's delegate: hands each task's events to its request.
///
/// It does not know the session, so that URLSession, which keeps its delegate, does not keep that.
final class TaskRouter: NSObject, Sendable {
  private struct State {
    var requests: [Int: Request] = [:]
    var invalidation: AFError?
  }

  private let state = Locked(State())

  /// Why the URLSession can no longer be used, or nil while it can.
  var invalidation: AFError? {
    state.withLock { $0.invalidation }
  }

  func register(_ request: Request, for task: URLSessionTask) {
    state.withLock { $0.requests[task.taskIdentifier] = request }
  }

  private func request(of task: URLSessionTask) -> Request? {
    state.withLock { $0.requests[task.taskIdentifier] }
  }

  private func unregister(_ task: URLSessionTask) -> Request? {
    state.withLock { $0.requests.removeValue(forKey: task.taskIdentifier) }
  }
}

extension TaskRouter: URLSessionTaskDelegate {
  func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
    let requests = state.withLock { state in
      state.invalidation = .sessionInvalidated(error: error)
      defer { state.requests = [:] }
      return Array(state.requests.values)
    }
    for request in requests { request.fail(.sessionInvalidated(error: error)) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    // A task that is being cancelled waits for no answer, and may abort when it gets one.
    guard task.takesAnswers else { return }
    guard let request = request(of: task) else {
      return completionHandler(.cancelAuthenticationChallenge, nil)
    }
    let (disposition, credential) = request.answer(challenge, of: task)
    completionHandler(disposition, credential)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    // As above.
    guard task.takesAnswers else { return }
    guard let owner = self.request(of: task) else { return task.stop() }
    owner.redirect(task, by: response, proposed: request) { answer in
      guard task.takesAnswers else { return }
      switch answer {
      case .follow(let request): completionHandler(request)
      case .stop: completionHandler(nil)
      // FoundationNetworking aborts when a download answers nil.
      case .cancel: task.stop()
      }
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping (InputStream?) -> Void
  ) {
    completionHandler(request(of: task)?.bodyStream(for: task))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64, totalBytesExpectedToSend: Int64
  ) {
    request(of: task)?.didSend(totalBytesSent, of: totalBytesExpectedToSend, task: task)
  }

  #if !canImport(FoundationNetworking)
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
  ) {
    request(of: task)?.didCollect(metrics, of: task)
  }
  #endif

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    unregister(task)?.didComplete(task, error: error)
  }
}

extension TaskRouter: URLSessionDataDelegate {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    request(of: dataTask)?.didReceive(response, task: dataTask)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    request(of: dataTask)?.didReceive(data, task: dataTask)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask,
    willCacheResponse proposedResponse: CachedURLResponse,
    completionHandler: @escaping (CachedURLResponse?) -> Void
  ) {
    guard let request = request(of: dataTask) else { return completionHandler(proposedResponse) }
    request.willCache(proposedResponse, of: dataTask, completion: completionHandler)
  }
}

extension TaskRouter: URLSessionDownloadDelegate {
  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
    totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
  ) {
    request(of: downloadTask)?
      .didWrite(totalBytesWritten, of: totalBytesExpectedToWrite, task: downloadTask)
  }

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL
  ) {
    (request(of: downloadTask) as? DownloadRequest)?
      .didFinishDownloading(to: location, task: downloadTask)
  }
}
#endif

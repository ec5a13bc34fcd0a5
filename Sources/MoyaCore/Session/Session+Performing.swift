#if !UpstreamMoya
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// How a request gets from its convertible to a running task.
extension Session {
  /// Builds, adapts and sends the request; called for each attempt.
  func perform(_ request: Request) {
    requestQueue.async {
      guard !request.isCancelled else { return }
      let initial: URLRequest
      do {
        initial = try request.makeURLRequest()
        try initial.checkForSending()
        try HeaderFieldError.check(self.sessionHeaders)
      } catch {
        request.fail(error.asAFError { .createURLRequestFailed(error: $0) })
        return
      }
      request.didBuild(initial)
      let adapters = [self.interceptor, request.interceptor].compactMap { $0 }
      self.adapt(initial, of: request, with: adapters[...]) { result in
        self.send(result, for: request)
      }
    }
  }

  private func adapt(
    _ urlRequest: URLRequest, of request: Request,
    with adapters: ArraySlice<any RequestInterceptor>,
    completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
  ) {
    // A request that was cancelled meanwhile is done; its plugins are not told of a beginning.
    guard !request.isCancelled else { return }
    guard let adapter = adapters.first else { return completion(.success(urlRequest)) }
    let answer = OneShot<Result<URLRequest, any Error>>(
      unanswered: { .failure(InterceptorError.abandonedAdaptation) },
      handler: { result in
        guard case .success(let adapted) = result else { return completion(result) }
        self.whenOnRequestQueue {
          self.adapt(
            adapted, of: request, with: adapters.dropFirst(), completion: completion)
        }
      })
    let state = RequestAdapterState(requestID: request.id, session: self)
    adapter.adapt(urlRequest, using: state) { answer($0) }
  }

  /// An adapter may answer from any thread; plugins are called from one queue all the same.
  private func whenOnRequestQueue(_ work: @escaping @Sendable () -> Void) {
    if DispatchQueue.getSpecific(key: onRequestQueue) == true {
      work()
    } else {
      requestQueue.async(execute: work)
    }
  }

  private func send(_ result: Result<URLRequest, any Error>, for request: Request) {
    do {
      let adapted = try result.get()
      try adapted.checkForSending()
      try send(
        Sending(
          request: adapted.addingOriginFields(of: sessionHeaders), adapted: adapted,
          carriesBody: true, redirectionCount: 0),
        for: request)
    } catch let error as TaskCreationError {
      request.fail(error.reason)
    } catch {
      request.fail(.requestAdaptationFailed(error: error))
    }
  }

  /// Starts the task of one attempt, or of one redirection within it.
  func send(_ sending: Sending, for request: Request) throws {
    guard !request.beginAnswered(sending) else { return }
    try checkServerTrust(for: sending.request)
    if let reason = router.invalidation { throw TaskCreationError(reason: reason) }
    let prepared = try sending.request.forURLSession(
      carriesBody: sending.carriesBody && (request is UploadRequest || sending.request.hasBody))
    let task = try request.makeTask(
      for: prepared, carriesBody: sending.carriesBody, in: session)
    guard request.begin(task, sending) else {
      rootQueue.async { task.stop() }
      return
    }
    router.register(request, for: task)
    task.resume()
    #if canImport(FoundationNetworking)
    // URLSession here leaves a task running, however long it takes. A week is the default.
    let limit = sessionConfiguration.timeoutIntervalForResource
    if limit < 604_800 { request.timeOut(afterSeconds: limit) }
    #endif
  }

  /// Asks whether a failed request is sent again: the request's own interceptor, then the session's.
  func decide(
    on request: Request, failedWith error: AFError,
    completion: @escaping @Sendable (RetryResult) -> Void
  ) {
    let retriers = [request.interceptor, interceptor].compactMap { $0 }
    decide(on: request, failedWith: error, asking: retriers[...], completion: completion)
  }

  private func decide(
    on request: Request, failedWith error: AFError,
    asking retriers: ArraySlice<any RequestInterceptor>,
    completion: @escaping @Sendable (RetryResult) -> Void
  ) {
    guard let retrier = retriers.first else { return completion(.doNotRetry) }
    let answer = OneShot<RetryResult>(
      unanswered: { .doNotRetry },
      handler: { result in
        guard case .doNotRetry = result else { return completion(result) }
        self.decide(
          on: request, failedWith: error, asking: retriers.dropFirst(), completion: completion)
      })
    retrier.retry(request, for: self, dueTo: error) { answer($0) }
  }
}

/// What one task is to send.
struct Sending {
  /// As it goes to URLSession.
  let request: URLRequest
  /// As adapters and plugins left it; nil for a redirection, which is no request of its own.
  let adapted: URLRequest?
  let carriesBody: Bool
  /// How many redirections of the attempt led to it.
  let redirectionCount: Int
}

/// Why no task could be made; not the adapter's fault.
struct TaskCreationError: Error {
  let reason: AFError
}

/// An interceptor broke its contract.
enum InterceptorError: LocalizedError {
  case abandonedAdaptation

  var errorDescription: String? {
    "The adapter let go of its completion without calling it. Call it once, with a request or "
      + "a failure."
  }
}
#endif

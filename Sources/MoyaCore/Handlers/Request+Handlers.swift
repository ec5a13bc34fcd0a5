#if !UpstreamMoya
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Request {
  /// Decides about redirections of this request in place of the session's handler.
  public var redirectHandler: (any RedirectHandler)? { mutable.withLock { $0.redirectHandler } }
  /// Decides about caching this request's responses in place of the session's handler.
  public var cachedResponseHandler: (any CachedResponseHandler)? {
    mutable.withLock { $0.cachedResponseHandler }
  }

  /// Has a handler decide about redirections of this request; the last one set counts.
  @discardableResult
  public func redirect(using handler: any RedirectHandler) -> Self {
    mutable.withLock { $0.redirectHandler = handler }
    return self
  }

  /// Has a handler decide about caching this request's responses; the last one set counts.
  @discardableResult
  public func cacheResponse(using handler: any CachedResponseHandler) -> Self {
    mutable.withLock { $0.cachedResponseHandler = handler }
    return self
  }

  func redirect(
    _ task: URLSessionTask, by response: HTTPURLResponse, proposed: URLRequest,
    completion: @escaping (RedirectionAnswer) -> Void
  ) {
    #if canImport(FoundationNetworking)
    // URLSession here drops the body, misreads the target and forgets the cookies; the redirection
    // is followed by a new task.
    guard let attempt = mutable.withLock({ $0.attempt }) else { return completion(.cancel) }
    let redirection = Redirection(
      response, from: attempt.sending, carryingBody: attempt.carriesBody, proposed: proposed)
    guard let redirection, let handler = redirectHandler ?? session.redirectHandler else {
      return completion(follow(redirection, by: response, instead: task))
    }
    ask(handler, about: redirection.request, for: response, of: task) { request in
      if let request {
        completion(self.follow(redirection.replacing(request), by: response, instead: task))
      } else {
        completion(self.stop(task, at: response))
      }
    }
    #else
    let request = Redirection.withoutCredentials(proposed, cameFrom: response.url)
    guard let handler = redirectHandler ?? session.redirectHandler else {
      return completion(.follow(request))
    }
    ask(handler, about: request, for: response, of: task) { request in
      completion(request.map { .follow($0) } ?? .stop)
    }
    #endif
  }

  /// Calls back on the root queue.
  private func ask(
    _ handler: any RedirectHandler, about request: URLRequest, for response: HTTPURLResponse,
    of task: URLSessionTask, completion: @escaping (URLRequest?) -> Void
  ) {
    let answer = OneShot<URLRequest?>(
      unanswered: { nil },
      handler: { request in self.session.rootQueue.handOff { completion(request) } })
    handler.task(task, willBeRedirectedTo: request, for: response) { answer($0) }
  }

  #if canImport(FoundationNetworking)
  private func follow(
    _ redirection: Redirection?, by response: HTTPURLResponse, instead task: URLSessionTask
  ) -> RedirectionAnswer {
    withAttempt(of: task) { mutable in
      guard let redirection else { return }
      mutable.attempt?.redirectionCount += 1
      let failure: URLError.Code? =
        if !redirection.isHTTP {
          .unsupportedURL
        } else if mutable.attempt?.redirectionCount ?? 0 > Redirection.limit {
          .httpTooManyRedirects
        } else {
          nil
        }
      if let failure {
        mutable.attempt?.failure = .sessionTaskFailed(
          error: URLError.error(failure, url: redirection.request.url))
        mutable.response = response
      } else {
        mutable.attempt?.redirection = redirection
      }
    }
    return task is URLSessionDownloadTask ? .cancel : .stop
  }

  private func stop(_ task: URLSessionTask, at response: HTTPURLResponse) -> RedirectionAnswer {
    guard task is URLSessionDownloadTask else { return .stop }
    withAttempt(of: task) { mutable in
      mutable.attempt?.isStopped = true
      mutable.response = response
    }
    return .cancel
  }
  #endif

  func willCache(
    _ response: CachedURLResponse, of task: URLSessionDataTask,
    completion: @escaping (CachedURLResponse?) -> Void
  ) {
    guard let handler = cachedResponseHandler ?? session.cachedResponseHandler else {
      return completion(response)
    }
    let answer = OneShot<CachedURLResponse?>(unanswered: { nil }, handler: completion)
    handler.dataTask(task, willCacheResponse: response) { answer($0) }
  }
}
#endif

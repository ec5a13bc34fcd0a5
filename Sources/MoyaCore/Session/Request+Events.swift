#if !UpstreamMoya
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What happens to a request's tasks. All but `begin` and `fail` are called on the session's root
/// queue; events of a task that is no longer the current one are dropped.
extension Request {
  /// Notes the request of a new attempt, before it is adapted.
  func didBuild(_ urlRequest: URLRequest) {
    mutable.withLock { $0.requests.append(urlRequest) }
  }

  /// Takes up a task as the current one.
  ///
  /// - Returns: false where the request has been cancelled, and the task is not to be started.
  func begin(_ task: URLSessionTask, _ sending: Sending) -> Bool {
    let (begins, suspends, handlers) = mutable.withLock {
      mutable -> (Bool, Bool, [(String) -> Void]) in
      guard mutable.state != .cancelled, !mutable.isFinished else { return (false, false, []) }
      if let adapted = sending.adapted { mutable.requests.append(adapted) }
      mutable.tasks.append(task)
      mutable.attempt = Attempt(
        task: task, sending: sending.request, carriesBody: sending.carriesBody,
        redirectionCount: sending.redirectionCount)
      defer { mutable.curlHandlers = [] }
      return (true, mutable.state == .suspended, mutable.curlHandlers)
    }
    guard begins else { return false }
    if suspends { task.suspend() }
    if !handlers.isEmpty {
      let command = cURLDescription()
      for handler in handlers { handler(command) }
    }
    return true
  }

  /// Fails the current attempt, from any thread.
  func fail(_ error: AFError) {
    session.rootQueue.async { self.retryOrFinish(error) }
  }

  func didReceive(_ response: URLResponse, task: URLSessionTask) {
    withAttempt(of: task) { mutable in
      // After a challenge the same task answers again; the first answer is void.
      mutable.data = Data()
      mutable.received = TransferCount(total: response.expectedBodyLength)
      mutable.response = response as? HTTPURLResponse
    }
  }

  func didReceive(_ data: Data, task: URLSessionTask) {
    let isCurrent = withAttempt(of: task) { mutable in
      mutable.data.append(data)
      mutable.received.completed += Int64(data.count)
    }
    if isCurrent { reportProgress() }
    if isCurrent { reportDownloadProgress() }
  }

  func didSend(_ count: Int64, of total: Int64, task: URLSessionTask) {
    let total = bodyLength(of: task) ?? total
    let isCurrent = withAttempt(of: task) { mutable in
      mutable.sent = TransferCount(completed: count, total: total > 0 ? total : -1)
    }
    if isCurrent { reportProgress() }
    if isCurrent { reportUploadProgress() }
  }

  func didWrite(_ count: Int64, of total: Int64, task: URLSessionTask) {
    let isCurrent = withAttempt(of: task) { mutable in
      mutable.received = TransferCount(completed: count, total: total > 0 ? total : -1)
    }
    if isCurrent { reportProgress() }
    if isCurrent { reportDownloadProgress() }
  }

  /// The stream that a task is to read its body from.
  func bodyStream(for task: URLSessionTask) -> InputStream? {
    if let stream = takeBodyStream(of: task) { return stream }
    #if canImport(FoundationNetworking)
    // The server has closed the connection, which had been used before, and URLSession goes on
    // with another. It cannot go back to the body's beginning: of bytes it would send none and
    // wait for ever, of a stream it would send an empty body.
    let (code, isStream) = exhaustion(of: task)
    withAttempt(of: task) { mutable in
      mutable.attempt?.failure = .sessionTaskFailed(
        error: URLError.error(code, url: task.originalRequest?.url))
    }
    // Not from here: URLSession asks on the queue on which it cancels, and waits.
    session.rootQueue.async { task.stop() }
    return isStream ? BrokenInputStream(data: Data()) : nil
    #else
    return nil
    #endif
  }

  func answer(_ challenge: URLAuthenticationChallenge, of task: URLSessionTask)
    -> (URLSession.AuthChallengeDisposition, URLCredential?)
  {
    if let answer = answerByTrust(challenge, of: task) { return answer }
    let space = challenge.protectionSpace
    let byPassword = [
      NSURLAuthenticationMethodDefault, NSURLAuthenticationMethodHTTPBasic,
      NSURLAuthenticationMethodHTTPDigest, NSURLAuthenticationMethodNTLM,
      NSURLAuthenticationMethodNegotiate,
    ]
    guard byPassword.contains(space.authenticationMethod) else {
      return (.performDefaultHandling, nil)
    }
    if challenge.previousFailureCount == 0, let credential, space.isProxy() || asks(space) {
      return (.useCredential, credential)
    }
    // The default handling never ends on Linux.
    withAttempt(of: task) { $0.attempt?.hasRejectedChallenge = true }
    return (.rejectProtectionSpace, nil)
  }

  /// Whether the challenge comes from the origin that the request was made for, and not from one
  /// that it was redirected to.
  private func asks(_ space: URLProtectionSpace) -> Bool {
    let origin = Origin(scheme: space.protocol, host: space.host, port: space.port)
    return origin == Origin(request?.url)
  }

  func didComplete(_ task: URLSessionTask, error: (any Error)?) {
    let attempt = mutable.withLock { mutable -> Attempt? in
      guard !mutable.isFinished, mutable.attempt?.task === task else { return nil }
      mutable.attempt?.hasEnded = true
      return mutable.attempt
    }
    guard let attempt else { return }
    let error = attempt.isStopped ? nil : error
    if let redirection = attempt.redirection {
      return follow(redirection, count: attempt.redirectionCount)
    }
    noteCache(of: task)
    // A download does not say when its response's head arrives, and validation needs it.
    mutable.withLock { mutable in
      if mutable.response == nil { mutable.response = task.response as? HTTPURLResponse }
    }
    var failure = attempt.failure
    if failure == nil, let error, !(attempt.hasRejectedChallenge && error.isCancellation) {
      failure = .sessionTaskFailed(error: TransferError.named(error))
    }
    retryOrFinish(failure ?? validationFailure())
  }

  /// Fails the current attempt if it is still under way after this time.
  func timeOut(afterSeconds seconds: TimeInterval) {
    let attempt = retryCount
    session.rootQueue.handOff(afterSeconds: seconds) { [weak self] in
      guard let self else { return }
      let task = mutable.withLock { mutable -> URLSessionTask? in
        guard !mutable.isFinished, mutable.retryCount == attempt,
          mutable.attempt?.hasEnded == false
        else { return nil }
        defer { mutable.attempt = nil }
        return mutable.attempt?.task
      }
      guard let task else { return }
      task.stop()
      retryOrFinish(.sessionTaskFailed(error: URLError.error(.timedOut, url: request?.url)))
    }
  }

  /// Sends a redirection's request, or once more what was suspended, within the same attempt.
  func follow(_ redirection: Redirection, count: Int) {
    mutable.withLock { mutable in
      mutable.attempt?.redirection = nil
      mutable.resetTransfer()
    }
    do {
      try session.send(
        Sending(
          request: redirection.request, adapted: nil, carriesBody: redirection.carriesBody,
          redirectionCount: count),
        for: self)
    } catch {
      let reason = (error as? TaskCreationError)?.reason
      retryOrFinish(reason ?? .sessionTaskFailed(error: error))
    }
  }

  func validationFailure() -> AFError? {
    let (response, accepts) = mutable.withLock { ($0.response, $0.accepts) }
    guard let code = response?.statusCode, !accepts.allSatisfy({ $0(code) }) else { return nil }
    return .responseValidationFailed(reason: .unacceptableStatusCode(code: code))
  }

  func retryOrFinish(_ error: AFError?) {
    guard let error, !isCancelled else { return finish(error) }
    let number = mutable.withLock { mutable in
      if !mutable.isFinished { mutable.error = error }
      return mutable.retryCount
    }
    session.decide(on: self, failedWith: error) { decision in
      self.session.rootQueue.async {
        guard self.retryCount == number else { return }
        switch decision {
        case .retry: self.retry(afterSeconds: 0, error)
        case .retryWithDelay(let seconds): self.retry(afterSeconds: seconds, error)
        case .doNotRetry: self.finish(error)
        case .doNotRetryWithError(let retryError):
          self.finish(
            retryError.asAFError { .requestRetryFailed(retryError: $0, originalError: error) })
        }
      }
    }
  }

  private func retry(afterSeconds seconds: TimeInterval, _ error: AFError) {
    let source = mutable.withLock { $0.source }
    if let source, !source.allowsRetry(of: self) { return finish(error) }
    // Before it is prepared, which takes an attempt's file away.
    tellOfAttempt(failedWith: error)
    prepareRetry()
    let retries = mutable.withLock { mutable in
      guard mutable.state != .cancelled, !mutable.isFinished else { return false }
      mutable.retryCount += 1
      mutable.attempt = nil
      mutable.error = nil
      mutable.resetTransfer()
      return true
    }
    guard retries else { return }
    if let source, seconds > 0 {
      source.wait(seconds: seconds) { self.session.perform(self) }
    } else if seconds > 0 {
      session.rootQueue.handOff(afterSeconds: seconds) { self.session.perform(self) }
    } else {
      session.perform(self)
    }
  }

  /// Ends the request; only the first call counts.
  func finish(_ error: AFError?) {
    let (outcome, handlers) = mutable.withLock { mutable -> (Outcome?, [(Outcome) -> Void]) in
      guard !mutable.isFinished else { return (nil, []) }
      mutable.isFinished = true
      // A download does not say when its response's head arrives.
      if mutable.response == nil, let attempt = mutable.attempt, attempt.redirection == nil {
        mutable.response = attempt.task.response as? HTTPURLResponse
      }
      mutable.error = mutable.state == .cancelled ? .explicitlyCancelled : error
      if mutable.state != .cancelled { mutable.state = .finished }
      let handlers = mutable.finishHandlers
      mutable.attempt = nil
      mutable.finishHandlers = []
      mutable.progressHandlers = []
      mutable.curlHandlers = []
      mutable.attemptHandlers = []
      mutable.downloadHandler = nil
      mutable.uploadHandler = nil
      mutable.held = nil
      mutable.source = nil
      return (mutable.outcome, handlers)
    }
    guard let outcome else { return }
    cleanUp()
    session.ended(self)
    for handler in handlers { handler(outcome) }
  }

  private func reportProgress() {
    for handler in mutable.withLock({ $0.progressHandlers }) { handler() }
  }

  /// Changes the state for an event of the current task.
  ///
  /// - Returns: false where the task is no longer the current one, or is only drained because its
  ///   answer was a redirection that is being followed.
  @discardableResult
  func withAttempt(of task: URLSessionTask, _ change: (inout MutableState) -> Void) -> Bool {
    mutable.withLock { mutable in
      guard !mutable.isFinished, let attempt = mutable.attempt, attempt.task === task,
        attempt.redirection == nil
      else { return false }
      change(&mutable)
      return true
    }
  }
}

extension URLResponse {
  /// The length of the body as it is delivered, or -1 where that is not known.
  fileprivate var expectedBodyLength: Int64 {
    // On Linux a compressed body is announced by its compressed length.
    let coding = (self as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Encoding")
    if let coding, !coding.equalsIgnoringASCIICase("identity") { return -1 }
    return expectedContentLength > 0 ? expectedContentLength : -1
  }
}

extension Error {
  fileprivate var isCancellation: Bool {
    let error = self as NSError
    return error.domain == NSURLErrorDomain && error.code == NSURLErrorCancelled
  }
}

extension URLError {
  /// An error as URLSession makes it.
  static func error(_ code: Code, url: URL?) -> URLError {
    var info: [String: Any] = [:]
    info[NSURLErrorFailingURLErrorKey] = url
    return URLError(code, userInfo: info)
  }
}
#endif

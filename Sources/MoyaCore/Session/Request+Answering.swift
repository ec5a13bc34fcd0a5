#if !UpstreamMoya
package import Foundation
#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// What becomes of an attempt that is not sent.
package struct AttemptAnswer: Sendable {
  /// The answer, as far as it came.
  package var response: HTTPURLResponse?
  /// Its content, of a request that gathers it in memory.
  package var data: Data
  /// Why the attempt failed; a status that is refused apart.
  package var error: AFError?
  /// The bytes that have come, of an upload those that have gone.
  package var completedByteCount: Int64
  /// How many there were to be; -1 where that is not known.
  package var totalByteCount: Int64
  /// Whether nobody is asked about it, and the request ends with it.
  package var isFinal: Bool

  /// What becomes of an attempt.
  package init(
    response: HTTPURLResponse?, data: Data = Data(), error: AFError? = nil,
    completedByteCount: Int64 = 0, totalByteCount: Int64 = -1, isFinal: Bool = false
  ) {
    self.response = response
    self.data = data
    self.error = error
    self.completedByteCount = completedByteCount
    self.totalByteCount = totalByteCount
    self.isFinal = isFinal
  }
}

/// Answers the attempts of a request in the network's place.
package protocol AttemptSource: AnyObject, Sendable {
  /// Called, on the session's request queue, where an attempt would be sent: it was adapted, and plugins were
  /// told. The attempt ends with `Request.end(with:)`, called at once or later.
  func answer(_ request: Request)
  /// Called, on the session's root queue, when a retrier wants another attempt.
  ///
  /// - Returns: Whether there may be one; else the request ends as the last one did.
  func allowsRetry(of request: Request) -> Bool
  /// Lets a retrier's delay pass before the closure is called.
  func wait(seconds: TimeInterval, then perform: @escaping @Sendable () -> Void)
}

// Requests that go the way of all others, adapters, retriers and cancellations included, but never to the
// network.
extension Request {
  /// Has all attempts answered by the source. Called before the request is started.
  package func takeAnswers(from source: any AttemptSource) {
    mutable.withLock { mutable in
      mutable.isAnswered = true
      mutable.source = source
    }
  }

  /// Begins an attempt that the source answers.
  ///
  /// - Returns: false where the network has to.
  func beginAnswered(_ sending: Sending) -> Bool {
    let (isAnswered, source, handlers) = mutable.withLock {
      mutable -> (Bool, (any AttemptSource)?, [(String) -> Void]) in
      // The source is gone where the request is done.
      guard let source = mutable.source, mutable.state != .cancelled, !mutable.isFinished else {
        return (mutable.isAnswered, nil, [])
      }
      if let adapted = sending.adapted { mutable.requests.append(adapted) }
      mutable.awaitsAnswer = true
      defer { mutable.curlHandlers = [] }
      return (true, source, mutable.curlHandlers)
    }
    if !handlers.isEmpty {
      let command = cURLDescription()
      for handler in handlers { handler(command) }
    }
    source?.answer(self)
    return isAnswered
  }

  /// Ends the attempt under way, if one is, from any thread.
  package func end(with answer: AttemptAnswer) {
    session.rootQueue.async {
      let ends = self.mutable.withLock { mutable in
        guard mutable.awaitsAnswer, mutable.state != .cancelled, !mutable.isFinished else {
          return false
        }
        mutable.awaitsAnswer = false
        mutable.response = answer.response
        mutable.data = answer.data
        let count = TransferCount(
          completed: answer.completedByteCount, total: answer.totalByteCount)
        if self is UploadRequest { mutable.sent = count } else { mutable.received = count }
        return true
      }
      guard ends else { return }
      if answer.isFinal {
        self.finish(answer.error)
      } else {
        self.retryOrFinish(answer.error ?? self.validationFailure())
      }
    }
  }

  /// How far the attempt under way has come, as a progress block is told of it.
  package var attemptProgress: Progress {
    self is UploadRequest ? uploadProgress : downloadProgress
  }

  /// Calls the closure with the result that a provider makes of the request's end, on the session's queue.
  package func onEnd(_ handler: @escaping (Result<Response, MoyaError>) -> Void) {
    onFinish { outcome in
      handler(
        convertResponseToResult(
          outcome.response, request: outcome.request, data: outcome.data, error: outcome.error))
    }
  }
}

extension MoyaProvider {
  /// The request that a target would be sent by, not started, for its attempts to be answered.
  ///
  /// - Parameters:
  ///   - target: The target, whose validation is in force.
  ///   - request: What the requestClosure has made of the endpoint.
  ///   - endpoint: The endpoint; the files and streams of its task are not opened.
  ///   - interceptor: Tells plugins of each attempt.
  ///   - source: What answers the attempts.
  /// - Returns: The request.
  package func makeAnsweredRequest(
    _ target: Target, request: URLRequest, endpoint: Endpoint,
    interceptor: any RequestInterceptor, source: any AttemptSource
  ) -> Request {
    let made = makeRequest(request, endpoint: endpoint, interceptor: interceptor)
    made.takeAnswers(from: source)
    let codes = target.validationType.statusCodes
    if !codes.isEmpty { made.validate(statusCode: codes) }
    return made
  }
}
#endif

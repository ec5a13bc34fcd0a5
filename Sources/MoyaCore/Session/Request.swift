#if !UpstreamMoya
import Dispatch
public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A request of a session, as retriers and plugins see it: its state, its attempts, `cancel()`.
public class Request: @unchecked Sendable {  // `state` is in a locked box.
  /// Where a request stands.
  public enum State: Sendable {
    /// It has not been started.
    case initialized
    /// It is under way.
    case resumed
    /// It has been stopped for a while.
    case suspended
    /// It has been cancelled.
    case cancelled
    /// It is done.
    case finished
  }

  /// Identifies the request within the program.
  public let id = UUID()

  /// Adapts and retries this request, after the session's adapter and before its retrier.
  public let interceptor: (any RequestInterceptor)?

  let session: Session
  let convertible: any URLRequestConvertible
  let mutable = Locked(MutableState())

  init(
    convertible: any URLRequestConvertible, session: Session,
    interceptor: (any RequestInterceptor)?
  ) {
    self.convertible = convertible
    self.session = session
    self.interceptor = interceptor
  }

  /// The request before anything has adapted it.
  ///
  /// - Throws: whatever keeps it from being built.
  func makeURLRequest() throws -> URLRequest {
    try convertible.asURLRequest()
  }

  /// A task that sends the request, not yet resumed; without its body after a redirection that
  /// drops it.
  ///
  /// - Throws: `TaskCreationError`.
  func makeTask(for urlRequest: URLRequest, carriesBody: Bool, in urlSession: URLSession) throws
    -> URLSessionTask
  {
    urlSession.dataTask(with: urlRequest)
  }

  /// The stream that a task reads its body from, the first time it is asked for.
  func takeBodyStream(of task: URLSessionTask) -> InputStream? { nil }

  /// How many bytes a task sends, where URLSession is not told.
  func bodyLength(of task: URLSessionTask) -> Int64? { nil }

  /// What a task fails with that would have to read its body again, and whether that is a stream.
  func exhaustion(of task: URLSessionTask) -> (code: URLError.Code, isStream: Bool) {
    let isStream = task.originalRequest?.httpBodyStream != nil
    return (isStream ? .requestBodyStreamExhausted : .networkConnectionLost, isStream)
  }

  /// Where the content of an answer lies that is not gathered in memory.
  var receivedFile: URL? { nil }

  /// Called before the request is sent again.
  func prepareRetry() {}

  /// Called once, when the request is done, before anybody is told.
  func cleanUp() {}

  /// Stops the request for good: it fails with `AFError.explicitlyCancelled`, with what has
  /// arrived by then. A request that is done is left as it is.
  @discardableResult
  public func cancel() -> Self {
    let (cancels, task) = mutable.withLock { mutable -> (Bool, URLSessionTask?) in
      guard !mutable.isFinished, mutable.state != .cancelled else { return (false, nil) }
      mutable.state = .cancelled
      return (true, mutable.attempt?.task)
    }
    guard cancels else { return self }
    session.rootQueue.async {
      task?.stop()
      // Not left to the task: there may be none, and what a session waits for may never come.
      self.finish(.explicitlyCancelled)
    }
    return self
  }

  /// Answers the server's challenges with a name and a password.
  @discardableResult
  public func authenticate(
    username: String, password: String, persistence: URLCredential.Persistence = .forSession
  ) -> Self {
    authenticate(
      with: URLCredential(user: username, password: password, persistence: persistence))
  }

  /// Answers challenges of the origin that the request is made for with a credential.
  @discardableResult
  public func authenticate(with credential: URLCredential) -> Self {
    mutable.withLock { $0.credential = credential }
    return self
  }

  /// The request as a curl command, credentials included.
  public func cURLDescription() -> String {
    guard let request else { return "$ curl command could not be created" }
    return CURLCommand(
      request: request, configuration: session.sessionConfiguration, credential: credential
    ).text
  }

  /// Calls the closure with the curl command, when the request is known.
  @discardableResult
  public func cURLDescription(calling handler: @escaping (String) -> Void) -> Self {
    let isKnown = mutable.withLock { mutable in
      // Before it has been adapted the command would not be what is sent.
      let isSent = !mutable.tasks.isEmpty || mutable.isAnswered && mutable.requests.count > 1
      let isKnown = isSent || mutable.isFinished && !mutable.requests.isEmpty
      if !isKnown, !mutable.isFinished { mutable.curlHandlers.append(handler) }
      return isKnown
    }
    if isKnown { handler(cURLDescription()) }
    return self
  }
}
#endif

#if !UpstreamMoya
public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension Request {
  struct MutableState {
    var state = State.initialized
    var hasStarted = false
    var isFinished = false
    var requests: [URLRequest] = []
    var tasks: [URLSessionTask] = []
    var attempt: Attempt?
    /// What a request that was suspended while it was sent goes on with.
    var held: Held?
    var retryCount = 0
    var response: HTTPURLResponse?
    var data = Data()
    var sent = TransferCount()
    var received = TransferCount()
    var error: AFError?
    var isFromCache = false
    var credential: URLCredential?
    var redirectHandler: (any RedirectHandler)?
    var cachedResponseHandler: (any CachedResponseHandler)?
    var accepts: [(Int) -> Bool] = []
    var progressHandlers: [() -> Void] = []
    var finishHandlers: [(Outcome) -> Void] = []
    var curlHandlers: [(String) -> Void] = []
    var attemptHandlers: [(EndedAttempt) -> Void] = []
    /// Attempts that ended before anybody asked to be told.
    var untoldAttempts: [EndedAttempt] = []
    /// Whether the network has no part in the request, and what answers until it is done.
    var isAnswered = false
    var source: (any AttemptSource)?
    /// Whether an attempt is under way that the source answers.
    var awaitsAnswer = false
    var downloadHandler: (@Sendable (Progress) -> Void)?
    var uploadHandler: (@Sendable (Progress) -> Void)?
  }

  /// One task of the request: a retry and, on Linux, a redirection begin another.
  struct Attempt {
    let task: URLSessionTask
    /// What the task sends, without what URLSession itself changes while redirecting.
    var sending: URLRequest
    /// Whether the task sends the request's body.
    var carriesBody: Bool
    /// Where to go on when the task has ended.
    var redirection: Redirection?
    var redirectionCount = 0
    /// Whether the server's challenge was turned down, which on Linux ends the task as cancelled.
    var hasRejectedChallenge = false
    /// Whether a redirection is the answer, for which a download's task has to be cancelled on Linux.
    var isStopped = false
    /// Why the attempt has failed although the transfer may not have.
    var failure: AFError?
    /// Whether the task is done, and at most a retrier is still to decide.
    var hasEnded = false
  }

  /// A request to be sent once more, within the same attempt.
  struct Held {
    let redirection: Redirection
    let redirectionCount: Int
  }

  /// What a finished request leaves.
  struct Outcome {
    let request: URLRequest?
    let response: HTTPURLResponse?
    let data: Data
    let error: AFError?
  }

  /// Bytes done and in all; -1 where that is not known.
  struct TransferCount {
    var completed: Int64 = 0
    var total: Int64 = -1

    /// A new object each time: Progress may not be changed while another thread reads it.
    var progress: Progress {
      let progress = Progress(totalUnitCount: total)
      progress.completedUnitCount = completed
      return progress
    }
  }

  /// Where the request stands.
  public var state: State { mutable.withLock { $0.state } }
  /// Whether it has not been started.
  public var isInitialized: Bool { state == .initialized }
  /// Whether it is under way.
  public var isResumed: Bool { state == .resumed }
  /// Whether it has been stopped for a while.
  public var isSuspended: Bool { state == .suspended }
  /// Whether it has been cancelled.
  public var isCancelled: Bool { state == .cancelled }
  /// Whether it is done, cancelled requests included.
  public var isFinished: Bool { mutable.withLock { $0.isFinished } }

  /// The requests of all attempts so far: each as it was built, then as it was adapted.
  public var requests: [URLRequest] { mutable.withLock { $0.requests } }
  /// The request of the first attempt, before it was adapted.
  public var firstRequest: URLRequest? { requests.first }
  /// The request of the last attempt, as far as it has come.
  public var lastRequest: URLRequest? { requests.last }
  /// The request of the last attempt, adapted unless that failed; nil before the first.
  public var request: URLRequest? { requests.last }
  /// The last attempt's response, once its head has arrived.
  public var response: HTTPURLResponse? { mutable.withLock { $0.response } }
  /// The tasks so far.
  public var tasks: [URLSessionTask] { mutable.withLock { $0.tasks } }
  /// The first task.
  public var firstTask: URLSessionTask? { tasks.first }
  /// The last task.
  public var lastTask: URLSessionTask? { tasks.last }
  /// The last task; nil before the first.
  public var task: URLSessionTask? { tasks.last }
  /// How often the request has been sent again.
  public var retryCount: Int { mutable.withLock { $0.retryCount } }
  /// Why the request failed, once it is done; while a retrier is asked, why the attempt failed.
  public var error: AFError? { mutable.withLock { $0.error } }
  /// How far the upload has come; a snapshot.
  public var uploadProgress: Progress { mutable.withLock { $0.sent.progress } }
  /// How far the download has come; a snapshot.
  public var downloadProgress: Progress { mutable.withLock { $0.received.progress } }

  /// Refuses responses with another status; a refused one can be retried.
  @discardableResult
  public func validate<S: Sequence>(statusCode acceptableStatusCodes: S) -> Self
  where S.Element == Int {
    let codes = Set(acceptableStatusCodes)
    mutable.withLock { $0.accepts.append { codes.contains($0) } }
    return self
  }

  /// Calls the closure on the session's queue whenever bytes have gone or come.
  func onProgress(_ handler: @escaping () -> Void) {
    mutable.withLock { $0.progressHandlers.append(handler) }
  }

  /// Calls the closure on the session's queue when the request is done.
  func onFinish(_ handler: @escaping (Outcome) -> Void) {
    let outcome = mutable.withLock { mutable -> Outcome? in
      if mutable.isFinished { return mutable.outcome }
      mutable.finishHandlers.append(handler)
      return nil
    }
    if let outcome {
      session.rootQueue.handOff { handler(outcome) }
    } else if session.startRequestsImmediately {
      resume()
    }
  }
}

extension Request.MutableState {
  /// Forgets what has gone and come.
  mutating func resetTransfer() {
    response = nil
    data = Data()
    isFromCache = false
    sent = Request.TransferCount()
    received = Request.TransferCount()
  }

  var outcome: Request.Outcome {
    Request.Outcome(request: requests.last, response: response, data: data, error: error)
  }
}
#endif

#if !UpstreamMoya
import Cassette
import Foundation
import MoyaCore
import Recorder

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A replayed call over the attempts that were recorded, in which the session's interceptor has its say.
///
/// The session's own request goes all the way that a live one goes, but for the network: where an attempt
/// would be sent, the recorded one is its answer, and after the last of them the call's outcome is brought.
// Unchecked: what varies is locked; the user's closures are only called on the call's queue.
final class RetriedCall: AttemptSource, @unchecked Sendable {
  private struct State {
    /// Which of the attempts is next.
    var next = 0
    /// The retry count of the attempt that was answered last.
    var answered = -1
    /// How long retriers have had the call wait.
    var waited = Duration.zero
    /// What brings the outcome.
    var delivery: Delivery?
    /// The outcome, once it is there and retriers are asked about it.
    var result: Result<Response, MoyaError>?
    var isOver = false
  }

  private let answer: PlannedAnswer
  private let attempts: [RecordedAttempt]
  private let target: any TargetType
  private let plugins: [any PluginType]
  private let queue: DispatchQueue
  private let session: Session
  private let completion: Moya.Completion
  private let waiting = DeliveryCancellation()
  private let state = Locked(State())

  /// A call that has not begun.
  ///
  /// - Parameters:
  ///   - answer: What is brought.
  ///   - attempts: The attempts before it.
  ///   - target: The target of the call.
  ///   - plugins: Who is told of its end.
  ///   - queue: The call's queue.
  ///   - session: The session whose interceptor is asked.
  ///   - completion: Who waits for the result.
  init(
    _ answer: PlannedAnswer, attempts: [RecordedAttempt], target: any TargetType,
    plugins: [any PluginType], queue: DispatchQueue, session: Session,
    completion: @escaping Moya.Completion
  ) {
    self.answer = answer
    self.attempts = attempts
    self.target = target
    self.plugins = plugins
    self.queue = queue
    self.session = session
    self.completion = completion
  }

  /// Begins the call, with a request whose attempts this answers.
  ///
  /// - Returns: What gives the call up.
  func start(_ request: Request) -> CancellableToken {
    let token = CancellableToken(request: request)
    request.onEnd { self.end(request, $0) }
    request.resume()
    return token
  }

  // MARK: Attempts

  func answer(_ request: Request) {
    let attempt = state.withLock { state -> RecordedAttempt? in
      skipUnsent(before: request.retryCount, &state)
      state.answered = request.retryCount
      guard state.next < attempts.count else { return nil }
      defer { state.next += 1 }
      return attempts[state.next]
    }
    guard let attempt else { return bring(to: request) }
    if let block = answer.progress, attempt.answer.completedByteCount > 0 {
      let tell = Unguarded {
        let progress = Progress(totalUnitCount: attempt.answer.totalByteCount)
        progress.completedUnitCount = attempt.answer.completedByteCount
        block(ProgressResponse(progress: progress))
      }
      queue.async { tell.value() }
    }
    request.end(with: attempt.answer)
  }

  /// Passes over recorded attempts that were as those which have ended by themselves since the last answer.
  private func skipUnsent(before retryCount: Int, _ state: inout State) {
    for _ in state.answered + 1..<max(retryCount, state.answered + 1)
    where state.next < attempts.count && attempts[state.next].isUnsent {
      state.next += 1
    }
  }

  func allowsRetry(of request: Request) -> Bool {
    guard state.withLock({ $0.delivery != nil }) else { return true }
    answer.run.note(
      "the interceptor wanted another attempt after the last one that was recorded", of: answer.call
    )
    return false
  }

  func wait(seconds: TimeInterval, then perform: @escaping @Sendable () -> Void) {
    guard let delay = answer.run.timing.delay(seconds: seconds) else { return perform() }
    state.withLock { $0.waited += delay }
    let stopwatch = Stopwatch(answer.run.replayClock)
    let task = _Concurrency.Task {
      await stopwatch.reach(delay)
      waiting.forget()
      perform()
    }
    waiting.onCancel { task.cancel() }
  }

  // MARK: The outcome

  private func bring(to request: Request) {
    let sent = request.request ?? URLRequest(url: target.baseURL)
    let waited = state.withLock { $0.waited }
    let delivery = Delivery(
      answer, target: target, request: sent, plugins: plugins, queue: queue,
      pace: Pace(answer, request: sent, session: session, after: waited), completion: completion,
      conclude: { self.conclude($0, request) })
    let isOver = state.withLock { state in
      if !state.isOver { state.delivery = delivery }
      return state.isOver
    }
    if !isOver { _ = delivery.start() }
  }

  /// Asks retriers about the outcome, as about that of any attempt.
  ///
  /// - Returns: Whether the call was not given up before.
  private func conclude(_ result: Result<Response, MoyaError>, _ request: Request) -> Bool {
    let isUnderWay = state.withLock { state in
      if !state.isOver { state.result = result }
      return !state.isOver
    }
    guard isUnderWay else { return false }
    let response = (try? result.get()) ?? result.error?.response
    let error = originalError(of: result)
    request.end(
      with: AttemptAnswer(
        response: response?.response, data: response?.data ?? Data(), error: error,
        isFinal: error == nil))
    return true
  }

  /// The error of the attempt that the outcome is of; nil where there is none, or where it is not known, for
  /// another came of asking about it.
  private func originalError(of result: Result<Response, MoyaError>) -> AFError? {
    guard let error = result.error, case .underlying(let underlying, let response) = error else {
      return nil
    }
    guard answer.recorded?.outcome.isOfRetrier == true else { return underlying as? AFError }
    let accepted = target.validationType.acceptedStatusCodes
    guard let code = response?.statusCode, !accepted.isEmpty, !accepted.contains(code) else {
      return nil
    }
    return .responseValidationFailed(reason: .unacceptableStatusCode(code: code))
  }

  // MARK: The end

  private func end(_ request: Request, _ result: Result<Response, MoyaError>) {
    let state = state.withLock { state in
      skipUnsent(before: request.retryCount, &state)
      state.isOver = true
      // They keep this.
      defer { (state.delivery, state.result) = (nil, nil) }
      return state
    }
    waiting.cancel()
    guard let delivery = state.delivery else { return endEarly(request, result, state) }
    guard let recorded = state.result else { return delivery.cancel() }
    if request.isCancelled {
      delivery.end(with: result, isCancelled: true)
    } else {
      let isOfRetrier = request.error?.isRequestRetryError == true
      let stands = originalError(of: recorded) == nil || isStanding(recorded, isOfRetrier)
      delivery.end(with: stands ? recorded : result, isCancelled: false)
    }
  }

  /// Whether what was recorded of a retrier's error stands, for retriers now say nothing else.
  private func isStanding(_ recorded: Result<Response, MoyaError>, _ isOfRetrier: Bool) -> Bool {
    answer.recorded?.outcome.isOfRetrier == true && !isOfRetrier
  }

  /// Ends before the recorded outcome was reached: the call was given up, an adapter failed it, or a retrier
  /// did not try again where it did when it was recorded.
  private func endEarly(
    _ request: Request, _ result: Result<Response, MoyaError>, _ state: State
  ) {
    var isDelivered = false
    if !request.isCancelled {
      let isAnswered = state.answered == request.retryCount
      isDelivered =
        isAnswered || state.next == attempts.count && answer.recorded?.outcome.isUnsent == true
      if isAnswered {
        answer.run.note(
          "it ended with attempt \(state.next - 1), which was tried again when this was recorded",
          of: answer.call)
      } else if !isDelivered {
        answer.run.note("the interceptor failed it before it was answered", of: answer.call)
      }
    }
    let delivery = Delivery(
      answer, target: target, request: request.request ?? URLRequest(url: target.baseURL),
      plugins: plugins, queue: queue, pace: nil, completion: completion)
    delivery.end(early: result, isDelivered: isDelivered, progress: request.attemptProgress)
  }
}

extension Result {
  fileprivate var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
#endif

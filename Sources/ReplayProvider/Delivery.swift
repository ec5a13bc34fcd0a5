import Cassette
import Foundation
import MoyaCore
import Recorder

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if UpstreamMoya
import Alamofire
#endif

/// Brings a recorded answer to a caller in the order in which a live one comes: the progress block hears of
/// bytes, then plugins of the end, then the progress block once more, then the completion, in front of which
/// Moya lets plugins process the result.
// Unchecked: each step begins after the one before it has ended, on the queue, where alone the user's closures
// are called; what comes from other threads is the cancellation, which locks.
final class Delivery: @unchecked Sendable {
  private let answer: PlannedAnswer
  private let target: any TargetType
  private let request: URLRequest
  private let plugins: [any PluginType]
  private let completion: Moya.Completion
  private let conclude: ((Result<Response, MoyaError>) -> Bool)?
  private let queue: DispatchQueue?
  private let pace: Pace?
  private let cancellation = DeliveryCancellation()
  private lazy var steps = answer.steps(of: target.task)

  /// A delivery that has not begun.
  ///
  /// - Parameters:
  ///   - answer: What is brought.
  ///   - target: The target of the call.
  ///   - request: The request as plugins have prepared it.
  ///   - plugins: Who is told.
  ///   - queue: The call's queue, or the provider's.
  ///   - pace: How long it takes; nil where it comes at once.
  ///   - completion: Who waits for the result.
  ///   - conclude: Takes the result when it is there, on the queue, and has the call ended later; false where
  ///     it was given up. Without it the call ends with the result.
  init(
    _ answer: PlannedAnswer, target: any TargetType, request: URLRequest,
    plugins: [any PluginType], queue: DispatchQueue?, pace: Pace?,
    completion: @escaping Moya.Completion,
    conclude: ((Result<Response, MoyaError>) -> Bool)? = nil
  ) {
    self.answer = answer
    self.target = target
    self.request = request
    self.plugins = plugins
    self.queue = queue
    self.pace = pace
    self.completion = completion
    self.conclude = conclude
  }

  /// Begins to deliver.
  ///
  /// - Returns: What gives the call up.
  func start() -> CancellableToken {
    // Whoever keeps the token keeps no answer.
    let token = CancellableToken { [cancellation] in cancellation.cancel() }
    if let wait = pace?.wait {
      sleep(until: wait, Stopwatch(answer.run.replayClock)) { self.begin() }
    } else {
      hop { self.begin() }
    }
    return token
  }

  private var isInline: Bool { queue == nil && answer.run.delivery == .inline }

  private func hop(_ step: @escaping () -> Void) {
    if isInline, pace == nil { return step() }
    let step = Unguarded(step)
    (queue ?? .main).async { step.value() }
  }

  /// Takes the step on the queue at that time, or at once where the call is given up.
  private func sleep(
    until elapsed: Duration, _ stopwatch: Stopwatch, then step: @escaping () -> Void
  ) {
    let step = Unguarded(step)
    let task = _Concurrency.Task {
      await stopwatch.reach(elapsed)
      cancellation.forget()
      hop(step.value)
    }
    cancellation.onCancel { task.cancel() }
  }

  private func begin() {
    if cancellation.isCancelled { return cancel(after: 0) }
    let endsInTimeOut = pace?.endsInTimeOut == true
    if endsInTimeOut { answer.timeOut() }
    if let content = pace?.content, !endsInTimeOut {
      goSlowly(from: 0, content, Stopwatch(answer.run.replayClock))
    } else if answer.progress != nil {
      go(from: 0)
    } else {
      finish()
    }
  }

  /// Tells of the steps from that one on, each in a turn of its own on the queue, and ends.
  private func go(from step: Int) {
    let completed = steps.completed
    if step > 0, cancellation.isCancelled { return cancel(after: completed[step - 1]) }
    if step < completed.count { tell(completed[step]) }
    if step + 1 < completed.count {
      hop { self.go(from: step + 1) }
    } else {
      finish()
    }
  }

  /// The same with all steps spread evenly over that time.
  private func goSlowly(from step: Int, _ duration: Duration, _ stopwatch: Stopwatch) {
    let completed = steps.completed
    let count = max(1, completed.count)
    sleep(until: duration * (step + 1) / count, stopwatch) {
      if self.cancellation.isCancelled {
        return self.cancel(after: step > 0 ? completed[step - 1] : 0)
      }
      if step < completed.count { self.tell(completed[step]) }
      if step + 1 < count {
        self.goSlowly(from: step + 1, duration, stopwatch)
      } else {
        self.finish()
      }
    }
  }

  private func tell(_ completed: Int64) {
    answer.progress?(ProgressResponse(progress: progress(completed)))
  }

  private func progress(_ completed: Int64) -> Progress {
    let progress = Progress(totalUnitCount: steps.total)
    progress.completedUnitCount = completed
    return progress
  }

  /// Ends with the cancellation, with what had come of the answer by then.
  private func cancel(after byteCount: Int64) {
    let partial = answer.partial(Int(byteCount), of: target.task)
    end(
      .failure(
        .underlying(AFError.explicitlyCancelled, partial.map { response($0.http, $0.data) })),
      as: .cancelled, progress: progress(byteCount))
  }

  private func finish() {
    let result = result()
    guard let conclude else { return finish(with: result) }
    if !conclude(result) { cancel(after: completedByteCount) }
  }

  /// Gives the call up.
  func cancel() { cancellation.cancel() }

  /// Ends with what has become of the result, on the queue.
  ///
  /// - Parameters:
  ///   - result: What the caller gets.
  ///   - isCancelled: Whether the call was given up.
  func end(with result: Result<Response, MoyaError>, isCancelled: Bool) {
    hop { self.finish(with: result, isCancelled: isCancelled) }
  }

  /// Ends, on the queue, without the answer having been brought.
  ///
  /// - Parameters:
  ///   - result: What the caller gets.
  ///   - isDelivered: Whether that is of the recording.
  ///   - progress: What the progress block hears last.
  func end(
    early result: Result<Response, MoyaError>, isDelivered: Bool, progress: Progress
  ) {
    hop { self.end(result, as: isDelivered ? .delivered : .cancelled, progress: progress) }
  }

  private var completedByteCount: Int64 {
    answer.progress == nil ? 0 : steps.completed.last ?? 0
  }

  private func finish(with result: Result<Response, MoyaError>, isCancelled: Bool = false) {
    let answered: PlannedCall.Ending = pace?.endsInTimeOut == true ? .timedOut : .delivered
    end(
      result, as: isCancelled ? .cancelled : answered, progress: progress(completedByteCount))
  }

  private func end(
    _ result: Result<Response, MoyaError>, as ending: PlannedCall.Ending,
    progress: @autoclosure () -> Progress
  ) {
    answer.run.deliver(answer.call, as: ending) {
      for plugin in plugins { plugin.didReceive(result, target: target) }
    }
    // Without a response, progress ends incomplete, as it does live.
    answer.progress?(ProgressResponse(progress: progress(), response: try? result.get()))
    completion(result)
  }

  private func result() -> Result<Response, MoyaError> {
    switch answer.content() {
    case .response(let recorded, let data):
      let response = recorded.response(data, request)
      let accepted = target.validationType.acceptedStatusCodes
      guard accepted.isEmpty || accepted.contains(response.statusCode) else {
        let reason = AFError.ResponseValidationFailureReason.unacceptableStatusCode(
          code: response.statusCode)
        return .failure(.underlying(AFError.responseValidationFailed(reason: reason), response))
      }
      return .success(response)
    case .failure(let error, let http, let data):
      return .failure(.underlying(error, http.map { response($0, data) }))
    }
  }

  private func response(_ http: HTTPURLResponse, _ data: Data) -> Response {
    Response(statusCode: http.statusCode, data: data, request: request, response: http)
  }
}

extension ValidationType {
  /// The codes that pass; empty where all do.
  var acceptedStatusCodes: [Int] {
    switch self {
    case .none: []
    case .successCodes: Array(200..<300)
    case .successAndRedirectCodes: Array(200..<400)
    case .customCodes(let codes): codes
    }
  }
}

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

/// The answer of one planned call, made when it is first asked for and the same ever after.
final class PlannedAnswer: Sendable {
  /// What a caller is given.
  enum Content {
    /// A response, and its content as the caller gets it.
    case response(RecordedResponse, Data)
    /// An error, perhaps with a response.
    case failure(any Error, HTTPURLResponse?, Data)
  }

  let run: CassetteRun
  let call: PlannedCall
  // Locked: a task holds closures of the user's, which only `deliver` calls, and only once.
  private let state: Locked<State>

  private struct State {
    let task: Task
    let ownSample: Endpoint.SampleResponseClosure
    var recorded: Result<RecordedAnswer, any Error>?
    var content: Content?
    var sample: EndpointSampleResponse?
    var progress: ProgressBlock?
  }

  init(
    run: CassetteRun, call: PlannedCall, task: Task,
    ownSample: @escaping Endpoint.SampleResponseClosure
  ) {
    self.run = run
    self.call = call
    state = Locked(State(task: task, ownSample: ownSample))
  }

  /// The answer, as a live call would have brought it.
  func content() -> Content {
    state.withLock { state in
      if let content = state.content { return content }
      let content = make(&state)
      state.content = content
      return content
    }
  }

  /// Notes who wants to be told of progress.
  func report(to block: @escaping ProgressBlock) {
    state.withLock { $0.progress = block }
    run.watched(call)
  }

  /// What is recorded, as hooks and faults leave it; nil where nothing is, where that is not settled, or where
  /// it cannot be read: the answer is that error then.
  var recorded: RecordedAnswer? {
    state.withLock { try? recorded(&$0) }
  }

  /// Makes the answer the error of a request whose time was over before its recording's was.
  func timeOut() {
    state.withLock { state in
      state.recorded = Result { try recorded(&state).timedOut() }
    }
  }

  /// Whether the recorded call failed before there was a request for plugins to prepare.
  var failedUnprepared: Bool {
    guard case .replay(let reservation) = call.decision, !reservation.isClaim else { return false }
    switch reservation.interaction.outcome.failure?.kind {
    case "createUploadableFailed", "createURLRequestFailed", "urlRequestValidationFailed":
      return true
    default:
      return false
    }
  }

  /// Who wants to be told of progress.
  var progress: ProgressBlock? { state.withLock { $0.progress } }

  /// The answer, in the form that Moya serves stubs from.
  func sampleResponse() -> EndpointSampleResponse {
    let content = content()
    return state.withLock { state in
      if let sample = state.sample { return sample }
      let sample: EndpointSampleResponse
      switch content {
      case .response(let response, let data):
        let http = response.http
        sample = .response(http, data)
        run.delivered(call, answer: ObjectIdentifier(http))
      case .failure(let error, _, _):
        let error = Self.plain(error)
        sample = .networkError(error)
        run.delivered(call, answer: ObjectIdentifier(error))
      }
      state.sample = sample
      return sample
    }
  }

  private func make(_ state: inout State) -> Content {
    switch call.decision {
    case .live, .verify:
      // Only asked for by a program that stubs what the network was to answer.
      return .failure(RecorderError.playerNeedsRecorder(path: run.path, count: 1), nil, Data())
    case .fail(let error):
      run.reportFailure(of: call)
      return .failure(error, nil, Data())
    case .sample:
      return SampleAnswer(state.ownSample(), url: call.builtURL.map(run.live(url:)))
        .content(task: state.task)
    case .replay(let reservation) where reservation.isClaim:
      // Asked for by who does not say what would be sent.
      run.fail(call, with: run.sentPartsUnseen)
      return .failure(run.sentPartsUnseen, nil, Data())
    case .replay:
      do {
        return try recorded(&state).content(task: state.task)
      } catch {
        run.fail(call, with: error)
        return .failure(error, nil, Data())
      }
    }
  }

  /// What is recorded, as hooks and faults leave it: asked for once, and the same ever after.
  private func recorded(_ state: inout State) throws -> RecordedAnswer {
    if let recorded = state.recorded { return try recorded.get() }
    // What is only claimed may be exchanged for another recording yet.
    guard case .replay(let reservation) = call.decision, !reservation.isClaim else {
      throw URLError(.unknown)
    }
    let recorded = Result { try RecordedAnswer(reservation, fault: call.fault, run: run) }
    state.recorded = recorded
    return try recorded.get()
  }

  /// The error without the transport's wrapping, as NSError, with its text for people.
  private static func plain(_ error: any Error) -> NSError {
    var inner = error
    switch error as? AFError {
    case .explicitlyCancelled: inner = URLError(.cancelled)
    case .some(let other): inner = other.underlyingError ?? other
    case nil: break
    }
    let error = inner as NSError
    var facts = error.userInfo
    facts[NSLocalizedDescriptionKey] = inner.localizedDescription
    return NSError(domain: error.domain, code: error.code, userInfo: facts)
  }
}

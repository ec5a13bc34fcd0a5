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
    /// A response, its content as the caller gets it, and how many bytes came over the network.
    case response(HTTPURLResponse, Data, byteCount: Int)
    /// An error, perhaps with a response.
    case failure(any Error, HTTPURLResponse?, Data)
  }

  let run: CassetteRun
  let call: PlannedCall
  // Locked: a task holds closures of the user's, which only `deliver` calls, and only once.
  private let state: Locked<State>

  private struct State {
    let task: Task
    var content: Content?
    var sample: EndpointSampleResponse?
    var progress: ProgressBlock?
  }

  init(run: CassetteRun, call: PlannedCall, task: Task) {
    self.run = run
    self.call = call
    state = Locked(State(task: task))
  }

  /// The answer, as a live call would have brought it.
  func content() -> Content {
    state.withLock { state in
      if let content = state.content { return content }
      let content = make(task: state.task)
      state.content = content
      return content
    }
  }

  /// Notes who wants to be told of progress.
  func report(to block: @escaping ProgressBlock) {
    state.withLock { $0.progress = block }
    run.watched(call)
  }

  /// What the caller's progress block was told last when the answer was recorded, where that is known.
  var recordedProgress: Cassette.TransferProgress? {
    guard case .replay(let reservation) = call.decision else { return nil }
    return reservation.interaction.progress
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
      case .response(let response, let data, _):
        sample = .response(response, data)
        run.delivered(call, answer: ObjectIdentifier(response))
      case .failure(let error, _, _):
        let error = Self.plain(error)
        sample = .networkError(error)
        run.delivered(call, answer: ObjectIdentifier(error))
      }
      state.sample = sample
      return sample
    }
  }

  private func make(task: Task) -> Content {
    switch call.decision {
    case .live, .verify:
      // Only asked for by a program that stubs what the network was to answer.
      return .failure(RecorderError.playerNeedsRecorder(path: run.path, count: 1), nil, Data())
    case .fail(let error):
      run.reportFailure(of: call)
      return .failure(error, nil, Data())
    case .replay(let reservation) where reservation.isClaim:
      // Asked for by who does not say what would be sent.
      run.reporter.fail("\(run.sentPartsUnseen)", call.site)
      return .failure(run.sentPartsUnseen, nil, Data())
    case .replay(let reservation):
      do {
        return try RecordedAnswer(reservation, run: run).content(task: task)
      } catch {
        run.reporter.fail("\(error)", call.site)
        return .failure(error, nil, Data())
      }
    }
  }

  /// The error without the transport's wrapping, as NSError, with its text for people.
  private static func plain(_ error: any Error) -> NSError {
    var inner = error
    switch error as? AFError {
    case .sessionTaskFailed(let failure): inner = failure
    case .explicitlyCancelled: inner = URLError(.cancelled)
    default: break
    }
    let error = inner as NSError
    var facts = error.userInfo
    facts[NSLocalizedDescriptionKey] = inner.localizedDescription
    return NSError(domain: error.domain, code: error.code, userInfo: facts)
  }
}

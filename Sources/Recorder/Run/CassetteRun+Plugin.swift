import Cassette
import Foundation
import MoyaCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// What the recorder plugin hands on: Moya's four messages, in the order in which Moya sends them.
extension CassetteRun {
  func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
    if case .live = opening { return request }
    let key = TargetKey(target)
    return withState { state in
      if let call = state.book.take(key) {
        state.book.prepared(call)
        return request
      }
      if let call = state.book.openCall(like: key), state.hasPlayer {
        state.book.prepared(call)
        return request
      }
      if case .record = opening, !state.hasEnded {
        state.book.prepared(state.book.open(key))
        return request
      }
      state.refused.append(key)
      return Self.nowhere
    }
  }

  /// A request that no transport can send anywhere, and that carries nothing of the true one.
  private static let nowhere = URLRequest(url: URL(string: "moya-cassettes-refused:request")!)

  func willSend(_ request: SentRequest, target: any TargetType) {
    let (now, elapsed) = (options.clock.now(), options.clock.elapsed())
    withState { state in
      guard let call = state.book.sending(), call.isLive else { return }
      if call.sent == nil {
        (call.startedAt, call.startedAfter) = (now, elapsed)
      }
      call.sent = request
    }
  }

  func didReceive(_ result: Result<Response, MoyaError>, target: any TargetType) {
    if case .live = opening { return }
    let elapsed = options.clock.elapsed()
    let key = TargetKey(target)
    let answer = MoyaOutcome.identity(of: result)
    let isUsersStub = MoyaOutcome.isUnanswered(result)
    let call = withState { state in
      state.receiving.insert(.current)
      state.outcomesUnderWay += 1
      return state.book.close(key, answer: answer, request: MoyaOutcome.request(of: result))
    }
    defer {
      withState { state in
        state.outcomesUnderWay -= 1
        condition.broadcast()
      }
    }
    guard let call, call.isLive, call.served == nil else { return }
    if isUsersStub {
      warnOfStub(target)
    } else if let outcome = MoyaOutcome(result, downloaded: call.downloaded)?.outcome {
      record(call, outcome: outcome, duration: elapsed - call.startedAfter, target: target)
    }
  }

  private func warnOfStub(_ target: any TargetType) {
    let isFirst = withState { state in
      defer { state.hasWarnedOfStub = true }
      return !state.hasWarnedOfStub
    }
    guard isFirst else { return }
    let name = Cassette.TargetIdentity(target)
    reporter.warn(
      """
      \(name.type).\(name.name ?? "?") was answered by a stub of your own, not by the network: it is \
      not recorded in \(path).
      """)
  }

  private func record(
    _ call: PlannedCall, outcome: Cassette.Outcome, duration: Duration, target: any TargetType
  ) {
    guard let recording = opening.recording else { return }
    do {
      try recording.append(
        call.interaction(outcome: outcome, duration: duration, target: target),
        number: call.number)
    } catch {
      withState { $0.recordingError = $0.recordingError ?? error }
      reporter.fail("\(error)", call.site)
    }
  }

  func process(
    _ result: Result<Response, MoyaError>, target: any TargetType
  ) -> Result<Response, MoyaError> {
    if case .live = opening { return result }
    let key = TargetKey(target)
    let wasRefused = withState { state in
      if state.receiving.remove(.current) == nil {
        // No didReceive came before: the call ended before anything was sent, or an equal call that
        // was under way has answered it.
        state.book.forgetUnsent(key)
      }
      let count = state.refused.count
      state.refused.removeAll { $0.likeness(to: key) != nil }
      return state.refused.count < count
    }
    guard wasRefused, MoyaOutcome.isNetworkFailure(result) else { return result }
    let error: any Error =
      switch opening {
      case .failed(let error): error
      case .missing: RecorderError.cassetteMissing(path: path, mode: modeText)
      default: RecorderError.recorderNeedsPlayer(path: path, mode: modeText)
      }
    reporter.fail("\(error)", CallSite.current)
    return .failure(.underlying(error, nil))
  }
}

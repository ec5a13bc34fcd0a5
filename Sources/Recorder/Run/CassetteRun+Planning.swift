package import Cassette
package import Foundation
package import MoyaCore

extension CassetteRun {
  /// Notes that a player answers for this run.
  package func playerJoins() {
    withState { $0.hasPlayer = true }
  }

  /// Notes that a recorder listens for this run.
  func recorderJoins() {
    withState { $0.hasRecorder = true }
  }

  /// Decides what becomes of a call, and sets its answer aside.
  ///
  /// - Parameters:
  ///   - key: The key of the target.
  ///   - built: The request as the endpoint builds it.
  ///   - site: Where the call stands in the test, where it is known.
  /// - Returns: The call, with its answer set aside until the call goes away.
  package func plan(
    _ key: TargetKey, built: Cassette.Request, site: CallSite?
  ) -> PlannedCall {
    let built = origins.canonical(built)
    let decision = decide(built)
    return withState { $0.book.plan(key: key, built: built, decision: decision, site: site) }
  }

  /// The oldest call that fits the key and that no recorder has taken up: for a stubClosure that was
  /// asked on another thread than the endpointClosure.
  package func plannedCall(like key: TargetKey) -> PlannedCall? {
    withState { $0.book.plannedCall(like: key) }
  }

  /// Notes that the network is to answer the call.
  package func goesLive(_ call: PlannedCall) {
    withState { $0.book.commit(call) }
  }

  private func decide(_ request: Cassette.Request) -> PlannedCall.Decision {
    if withState({ $0.hasEnded }) { return .fail(RecorderError.runHasEnded(path: path)) }
    switch opening {
    case .live, .record: return .live
    case .missing: return .fail(RecorderError.cassetteMissing(path: path, mode: modeText))
    case .failed(let error): return .fail(error)
    case .replay(let playback): return answer(request, from: playback, otherwiseLive: false)
    case .append(let playback, _): return answer(request, from: playback, otherwiseLive: true)
    }
  }

  private func answer(
    _ request: Cassette.Request, from playback: Playback, otherwiseLive: Bool
  ) -> PlannedCall.Decision {
    do {
      if let reservation = try playback.reserve(request) { return .replay(reservation) }
      if otherwiseLive { return .live }
      return .fail(RecorderError.miss(try missText(request, in: playback)))
    } catch {
      return .fail(error)
    }
  }

  /// Plans a call that fails with that error.
  package func plan(
    failing error: any Error, key: TargetKey, site: CallSite?
  ) -> PlannedCall {
    withState { $0.book.plan(key: key, built: nil, decision: .fail(error), site: site) }
  }

  /// Notes that the answer of a served call was delivered, under that identity.
  package func delivered(_ call: PlannedCall, answer: ObjectIdentifier) {
    withState { _ in call.served = answer }
    if case .replay(let reservation) = call.decision { reservation.deliver() }
  }

  /// Tells plugins of the answer of a served call, so that this run's recorder knows whose it is.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - isDelivered: Whether the caller gets the recording; a cancelled call gives it back.
  ///   - tellPlugins: Calls `didReceive`, on this thread.
  package func deliver(_ call: PlannedCall, isDelivered: Bool, tellPlugins: () -> Void) {
    if isDelivered, case .replay(let reservation) = call.decision { reservation.deliver() }
    withState { $0.book.beginDelivery(of: call) }
    tellPlugins()
    withState { $0.book.endDelivery() }
  }

  /// The outcome with the origins that the running program knows.
  package func live(_ outcome: Cassette.Outcome) -> Cassette.Outcome {
    origins.live(outcome)
  }

  /// The URL under the origin that the running program knows.
  package func live(url: String) -> String {
    origins.live(url: url)
  }

  /// Notes where a download was moved to.
  package func downloaded(_ call: PlannedCall, to file: URL) {
    withState { _ in call.downloaded = file }
  }
}

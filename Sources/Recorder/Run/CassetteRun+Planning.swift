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
  ///   - content: Where the request's content is.
  ///   - site: Where the call stands in the test, where it is known.
  ///   - repeatingLast: Whether the last recording may answer once more: for a provider that lets equal
  ///     calls share one answer, of which one comes after the answer in replay.
  ///   - seesSent: Whether ``settle(_:sent:sessionHeaders:)`` will be called where the cassette answers.
  /// - Returns: The call, with its answer set aside until the call goes away.
  package func plan(
    _ key: TargetKey, built: Cassette.Request, content: RequestContent, site: CallSite?,
    repeatingLast: Bool = false, seesSent: Bool = false
  ) -> PlannedCall {
    let built = origins.canonical(built)
    let decision = decide(built, content, key.identity, repeatingLast, seesSent: seesSent)
    let faultTurn = faultTurn(of: decision, built, key.identity)
    let call = withState {
      $0.book.plan(
        key: key, built: built, content: content, decision: decision, faultTurn: faultTurn,
        site: site)
    }
    note(of: call)
    return call
  }

  /// Notes for the run's log what is not plain about the recording that answers a call.
  func note(of call: PlannedCall) {
    guard case .replay(let reservation) = call.decision, !reservation.isClaim else { return }
    if let name = layerName(of: reservation.playback) { call.logged.note("from \(name)") }
    if let note = reservation.note { call.logged.note(note) }
  }

  /// The oldest call that fits the key and that no recorder has taken up: for a stubClosure that was
  /// asked on another thread than the endpointClosure.
  package func plannedCall(like key: TargetKey) -> PlannedCall? {
    withState { $0.book.plannedCall(like: key) }
  }

  /// Notes that a stubClosure has said who answers the call.
  package func decided(_ call: PlannedCall) {
    withState { $0.book.decide(call) }
  }

  private func decide(
    _ request: Cassette.Request, _ content: RequestContent, _ target: Cassette.TargetIdentity,
    _ repeatingLast: Bool, seesSent: Bool
  ) -> PlannedCall.Decision {
    if withState({ $0.hasEnded }) { return .fail(RecorderError.runHasEnded(path: path)) }
    if case .failed(let error) = opening { return .fail(error) }
    if options.ignoring.selects(request, target) { return ignore(request) }
    let call = PlaybackLayers.Call(
      MatchSubject(request, target: target), repeatsLast: repeatingLast,
      isClaim: seesSent && options.matching.comparesSent)
    switch opening {
    case .live: return .live
    case .failed(let error): return .fail(error)
    case .replay:
      return answer(call, from: layers, otherwise: missed)
    case .record:
      return answer(call, from: layers) { _ in goLive(request) }
    case .missing:
      return answer(call, from: layers) { _ in .fail(missingCassette) }
    case .append:
      return answer(call, from: layers) { missed in
        // What comes too early is recorded already.
        try outOfOrder(missed).map { .fail($0) } ?? goLive(request)
      }
    case .update(let cassettes, _, let selection):
      guard selection.selects(request, target) else {
        return answer(call, from: layers, otherwise: missed)
      }
      return answer(call, from: layers.keeping(cassettes.dropLast())) { _ in goLive(request) }
    case .verify:
      return verify(call, content)
    }
  }

  private func verify(
    _ call: PlaybackLayers.Call, _ content: RequestContent
  ) -> PlannedCall.Decision {
    let decision = answer(call, from: layers) { .fail(try miss($0)) }
    // What was made by hand has no live answer to be compared with.
    guard case .replay(let recording) = decision, !layers.isHandMade(recording) else {
      return decision
    }
    guard content.isHeld else {
      recording.giveBack()
      return .fail(streamTooLong(call.request))
    }
    return goLive(call.request, as: .verify(recording))
  }

  /// Lets a call that nothing is recorded of go live, where anything does.
  private func ignore(_ request: Cassette.Request) -> PlannedCall.Decision {
    switch opening {
    case .replay, .missing:
      guard !options.ignoredGoLiveInReplay else { return .live }
      let shown = options.redacting.redactedForDisplay(request)
      return .fail(
        RecorderError.ignoredCall(method: shown.method, url: shown.url, mode: modeText))
    case .live, .record, .append, .update, .verify, .failed:
      return .live
    }
  }

  private func goLive(
    _ request: Cassette.Request, as decision: PlannedCall.Decision = .live
  ) -> PlannedCall.Decision {
    unsafeMethod(of: request).map { .fail($0) } ?? decision
  }

  private func streamTooLong(_ request: Cassette.Request) -> RecorderError {
    let shown = options.redacting.redactedForDisplay(request)
    return .streamTooLong(method: shown.method, url: shown.url, limit: heldByteCount)
  }

  /// Why a request may not go live to be recorded; nil where it may.
  func unsafeMethod(of request: Cassette.Request) -> RecorderError? {
    guard !options.allowsUnsafeMethods, !["GET", "HEAD", "OPTIONS"].contains(request.method) else {
      return nil
    }
    let shown = options.redacting.redactedForDisplay(request)
    return .unsafeMethod(method: shown.method, url: shown.url, mode: modeText)
  }

  private func answer(
    _ call: PlaybackLayers.Call, from layers: PlaybackLayers,
    otherwise: (PlaybackLayers.Call) throws -> PlannedCall.Decision
  ) -> PlannedCall.Decision {
    if options.matching.comparesSent, !call.isClaim,
      layers.all.contains(where: { $0.cassette.count > 0 })
    {
      return .fail(sentPartsUnseen)
    }
    do {
      switch try layers.answer(call) {
      case .recording(let reservation): return .replay(reservation)
      case .none(let missed): return try otherwise(missed)
      }
    } catch {
      return .fail(error)
    }
  }

  /// Plans a call that fails with that error.
  package func plan(
    failing error: any Error, key: TargetKey, site: CallSite?
  ) -> PlannedCall {
    withState {
      $0.book.plan(key: key, built: nil, content: nil, decision: .fail(error), site: site)
    }
  }

  /// Notes that the answer of a served call was delivered, under that identity.
  package func delivered(_ call: PlannedCall, answer: ObjectIdentifier) {
    withState { _ in call.served = answer }
    settle(call, as: .delivered)
  }

  /// Tells plugins of the answer of a served call, so that this run's recorder knows whose it is.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - ending: How the call ends; where its caller does not get the recording, that is given back.
  ///   - tellPlugins: Calls `didReceive`, on this thread.
  package func deliver(
    _ call: PlannedCall, as ending: PlannedCall.Ending, tellPlugins: () -> Void
  ) {
    settle(call, as: ending)
    telling(of: call, tellPlugins)
    // The end of a run may wait for this.
    if options.unplayed == .fail { withState { _ in condition.broadcast() } }
  }

  /// Counts a served call's recording as used, where its caller gets it; else gives it back.
  private func settle(_ call: PlannedCall, as ending: PlannedCall.Ending) {
    func becomes(_ answered: LoggedCall.Fate) {
      switch ending {
      case .delivered: call.logged.becomes(answered)
      case .cancelled: call.logged.becomes(.cancelled)
      case .timedOut: call.logged.becomes(.timedOut)
      }
    }
    guard case .replay(let reservation) = call.decision else {
      if case .sample = call.decision { becomes(.sample) }
      return
    }
    becomes(.replayed(index: reservation.index))
    guard ending == .delivered else {
      call.faultTurn?.giveBack()
      return reservation.giveBack(.passed)
    }
    call.faultTurn?.keep()
    if call.fault?.keepsAnswer ?? true {
      reservation.deliver()
    } else {
      reservation.giveBack(.played)
    }
  }

  /// Runs what tells plugins of a served call, so that this run's recorder knows whose message it is.
  package func telling<Result>(of call: PlannedCall, _ tell: () throws -> Result) rethrows -> Result
  {
    let previous = withState { $0.book.beginDelivery(of: call) }
    defer { withState { $0.book.endDelivery(previous) } }
    return try tell()
  }

  var missingCassette: RecorderError {
    .cassetteMissing(path: path, mode: modeText, howToRecord: howToRecordAnew)
  }

  /// The outcome with the origins that the running program knows.
  package func live(_ outcome: Cassette.Outcome) -> Cassette.Outcome {
    origins.live(outcome)
  }

  /// The URL under the origin that the running program knows.
  package func live(url: String) -> String {
    origins.live(url: url)
  }

  /// The interaction as the user's hook wants it to answer.
  package func edited(_ interaction: Cassette.Interaction) -> Cassette.Interaction {
    options.beforeReplay?(interaction) ?? interaction
  }

  /// Notes that the caller wants to be told of progress.
  package func watched(_ call: PlannedCall) {
    withState { _ in call.record.isWatched = true }
  }

  /// Notes where a download was moved to.
  package func downloaded(_ call: PlannedCall, to file: URL) {
    withState { _ in call.record.downloaded = file }
  }
}

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
    let tooUnsafe = unsafeMethod(of: request, key.identity)
    let (isSent, call) = withState { state -> (Bool, PlannedCall?) in
      if let call = state.book.take(key) {
        if !call.isLive || !state.hasEnded { return (true, call) }
        _ = state.book.sending(nil)
      } else if !state.hasEnded {
        if state.hasPlayer, let call = state.book.takeAgain(key) { return (true, call) }
        if case .record = opening {
          guard let tooUnsafe else { return (true, state.book.open(key)) }
          state.refused.append((key, tooUnsafe))
          return (false, nil)
        }
      }
      let isHalfPlayer = state.book.count.planned > 0 && state.book.count.decided == 0
      state.refused.append((key, refusal(isHalfPlayer: isHalfPlayer, hasEnded: state.hasEnded)))
      return (false, nil)
    }
    // A failure is told here, in the caller's own context as far as Moya keeps it.
    if let call { reportFailure(of: call) }
    guard isSent else { return Self.nowhere }
    return call?.isLive == true ? teeingBody(of: request) : request
  }

  /// Why a recorder alone may not let a request go live; nil where it may.
  private func unsafeMethod(
    of request: URLRequest, _ target: Cassette.TargetIdentity
  ) -> RecorderError? {
    guard !options.allowsUnsafeMethods else { return nil }
    let canonical = origins.canonical(Cassette.Request(request, content: .inRequest))
    return options.ignoring.selects(canonical, target) ? nil : unsafeMethod(of: canonical)
  }

  /// A request that no transport can send anywhere, and that carries nothing of the true one.
  private static let nowhere = URLRequest(url: URL(string: "moya-cassettes-refused:request")!)

  private func refusal(isHalfPlayer: Bool, hasEnded: Bool) -> any Error {
    if hasEnded { return RecorderError.runHasEnded(path: path) }
    if isHalfPlayer { return RecorderError.endpointClosureAlone(path: path) }
    switch opening {
    case .failed(let error): return error
    case .missing: return missingCassette
    default: return RecorderError.recorderNeedsPlayer(path: path, mode: modeText)
    }
  }

  func willSend(_ request: any RequestType, target: any TargetType) {
    guard let sent = request.request else { return }
    let sending = SentRequest(request: sent, sessionHeaders: request.sessionHeaders)
    let transport = TransportRequest.behind(request)
    let (now, elapsed) = (options.clock.now(), options.clock.elapsed())
    let isStreamed = withState { state in
      guard let call = state.book.sending(transport), call.isLive else { return false }
      if call.sent == nil {
        (call.startedAt, call.startedAfter) = (now, elapsed)
      }
      call.sent = sending
      if let stream = sent.httpBodyStream as? TeedStream { call.bodyStreams.append(stream.record) }
      return call.isStreamed
    }
    if isStreamed { learnSecrets(of: Cassette.Request(sending, content: .inRequest)) }
  }

  func didReceive(_ result: Result<Response, MoyaError>, target: any TargetType) {
    if case .live = opening { return }
    let elapsed = options.clock.elapsed()
    let outcome = MoyaOutcome.lookUp(result, key: TargetKey(target))
    let call = withState { state in
      state.receiving.insert(.current)
      state.outcomesUnderWay += 1
      return state.book.close(outcome)
    }
    defer {
      withState { state in
        state.outcomesUnderWay -= 1
        condition.broadcast()
      }
    }
    if outcome.isStubCancellation, case .replay(let reservation)? = call?.decision {
      reservation.giveBack()
    }
    guard let call, call.isLive else { return }
    if MoyaOutcome.isUnanswered(result) {
      warnOfStub(target)
    } else if let outcome = MoyaOutcome(
      result, downloaded: call.downloaded, isDownload: RequestContent.isDownload(target.task),
      recordsCancellations: options.recordsCancellations)
    {
      record(call, outcome: outcome, duration: elapsed - call.startedAfter, target: target)
    } else if case .live = call.decision, opening.recording != nil {
      noteCancellation(of: call, target)
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
    _ call: PlannedCall, outcome: MoyaOutcome, duration: Duration, target: any TargetType
  ) {
    let content = call.content ?? RequestContent(target.task)
    let streamed = call.streamed(content)
    var interaction = call.interaction(
      outcome: outcome.outcome, duration: duration, target: target, content: content,
      streamed: streamed)
    if case .verify(let recorded) = call.decision {
      return compare(interaction, with: recorded, of: call)
    }
    if call.isWatched {
      interaction.progress = TransportRequest.progress(of: call.transport)
      if let byteCount = content.uploadByteCount { interaction.dropProgress(ofSending: byteCount) }
    }
    interaction.fromCache = TransportRequest.cache(of: call.transport)
    guard let recording = opening.recording,
      !options.ignoring.selects(
        origins.canonical(call.built ?? interaction.request), interaction.target)
    else { return }
    do {
      if let note = outcome.note {
        interaction.notes.append(note)
        let name = Cassette.TargetIdentity(target)
        reporter.warn(
          """
          the content of \(name.type).\(name.name ?? "?") is not recorded in \(path): \(note). It cannot \
          be replayed.
          """)
      }
      try recording.append(
        interaction, number: call.number,
        files: CallFiles(uploaded: content, streamed: streamed, downloaded: outcome.file))
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
    let refusal = withState { state -> (any Error)? in
      if state.receiving.remove(.current) == nil {
        // No didReceive came before: the call ended before anything was sent, or an equal call that
        // was under way has answered it.
        state.book.forgetUnsent(key)
      }
      let index = state.refused.indices.max { left, right in
        (state.refused[left].key.likeness(to: key) ?? 0)
          < (state.refused[right].key.likeness(to: key) ?? 0)
      }
      guard let index, state.refused[index].key.likeness(to: key) != nil else { return nil }
      return state.refused.remove(at: index).error
    }
    guard let refusal, MoyaOutcome.isNetworkFailure(result) else { return result }
    reporter.fail("\(refusal)", CallSite.current)
    return .failure(.underlying(refusal, nil))
  }
}

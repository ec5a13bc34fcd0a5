import Cassette
import Foundation
import MoyaCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// What the recorder plugin hands on: Moya's four messages, in the order in which Moya sends them.
extension CassetteRun {
  func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
    if case .live = opening {
      passLive(target)
      return request
    }
    if let served = withState({ $0.book.takeDelivered(target) }) {
      reportFailure(of: served)
      return request
    }
    let key = TargetKey(target)
    let tooUnsafe = unsafeMethod(of: request, key.identity)
    let transport = TransportRequest.current
    let (isSent, call) = withState { state -> (Bool, PlannedCall?) in
      switch state.book.take(key, transport) {
      case .over:
        return (false, nil)
      case .call(let call) where !call.isLive || !state.hasEnded:
        return (true, call)
      case .call:
        _ = state.book.sending()
      case .unknown where state.hasEnded:
        break
      case .unknown:
        if transport == nil, state.hasPlayer, let call = state.book.takeAgain(key) {
          return (true, call)
        }
        if case .record = opening {
          guard let tooUnsafe else { return (true, state.book.open(key, transport)) }
          refuse(tooUnsafe, request, key, transport, &state)
          return (false, nil)
        }
      }
      let isHalfPlayer = state.book.count.planned > 0 && state.book.count.decided == 0
      let error = refusal(isHalfPlayer: isHalfPlayer, hasEnded: state.hasEnded)
      refuse(error, request, key, transport, &state)
      return (false, nil)
    }
    // A failure is told here, in the caller's own context as far as Moya keeps it.
    if let call { reportFailure(of: call) }
    guard isSent else { return Refusals.nowhere }
    return call?.isLive == true ? teeingBody(of: request) : request
  }

  /// Notes that a call's request is on its way, where nothing else is noted.
  private func passLive(_ target: any TargetType) {
    guard withState({ $0.hasPlayer }) else { return }
    let (key, transport) = (TargetKey(target), TransportRequest.current)
    withState { $0.book.letGo(key, transport) }
  }

  /// Why a recorder alone may not let a request go live; nil where it may.
  private func unsafeMethod(
    of request: URLRequest, _ target: Cassette.TargetIdentity
  ) -> RecorderError? {
    guard !options.allowsUnsafeMethods else { return nil }
    let canonical = origins.canonical(Cassette.Request(request, content: .inRequest))
    return options.ignoring.selects(canonical, target) ? nil : unsafeMethod(of: canonical)
  }

  private func refuse(
    _ error: any Error, _ request: URLRequest, _ key: TargetKey, _ transport: TransportRequest?,
    _ state: inout State
  ) {
    guard state.refused.add(error, key, transport) else { return }
    state.book.refuse(
      key, origins.canonical(Cassette.Request(request, content: .inRequest)), error)
  }

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
    let transport = TransportRequest.current
    let (now, elapsed) = (options.clock.now(), options.clock.elapsed())
    let (first, isStreamed) = withState { state -> (PlannedCall?, Bool) in
      guard let call = state.book.sending(), call.isLive else { return (nil, false) }
      let earlier = call.record.sent
      call.record.sent = sending
      guard let earlier else {
        (call.record.startedAt, call.record.startedAfter) = (now, elapsed)
        if call.built == nil {
          call.logged.sees(origins.canonical(Cassette.Request(sent, content: .inRequest)))
        }
        return (call, call.isStreamed)
      }
      if transport == nil { call.record.attempts.add(PastAttempt(unanswered: earlier)) }
      return (nil, call.isStreamed)
    }
    if isStreamed { learnSecrets(of: Cassette.Request(sending, content: .inRequest)) }
    if let first, let transport { listen(to: transport, first) }
  }

  /// Notes attempts of the call as they end, and those that have ended already.
  private func listen(to transport: TransportRequest, _ call: PlannedCall) {
    transport.onAttempt { attempt in self.withState { _ in call.record.attempts.add(attempt) } }
  }

  func didReceive(_ result: Result<Response, MoyaError>, target: any TargetType) {
    if case .live = opening { return }
    let isServed = withState { state in
      guard !Refusals.isOfNowhere(result), state.book.closeDelivered(target) else { return false }
      state.received(on: .current, wasServed: true)
      return true
    }
    guard !isServed else { return }
    let elapsed = options.clock.elapsed()
    var outcome = MoyaOutcome.lookUp(result, key: TargetKey(target))
    outcome.transport = TransportRequest.current
    let (call, wasSent) = withState { state -> (PlannedCall?, Bool) in
      state.outcomesUnderWay += 1
      state.received(on: .current, wasServed: false)
      // What was sent nowhere has no outcome.
      guard !state.refused.contains(result, outcome.transport) else { return (nil, false) }
      let call = state.book.close(outcome)
      return (call, call?.record.sent != nil)
    }
    defer {
      withState { state in
        state.outcomesUnderWay -= 1
        condition.broadcast()
      }
    }
    if outcome.isStubCancellation, case .replay(let reservation)? = call?.decision {
      reservation.giveBack()
      call?.logged.becomes(.cancelled)
    }
    guard let call, call.isLive else { return }
    let transport = outcome.transport
    // Attempts that ended before plugins were told of one.
    if !wasSent, let transport { listen(to: transport, call) }
    // What still comes of a call that is over is not part of it.
    let known = withState { _ in call.record }
    if known.isAmbiguous { call.logged.note("its outcome may be that of another call") }
    if MoyaOutcome.isUnanswered(result) {
      call.logged.note("a stub of your own has answered it")
      call.logged.becomes(.live)
      warnOfStub(target)
    } else if let outcome = MoyaOutcome(
      result, downloaded: known.downloaded, isDownload: RequestContent.isDownload(target.task),
      recordsCancellations: options.recordsCancellations)
    {
      record(
        call, known, outcome: outcome, duration: elapsed - known.startedAfter, target: target,
        transport)
    } else {
      call.logged.becomes(.cancelled)
      guard case .live = call.decision, opening.recording != nil else { return }
      noteCancellation(of: call, known.sent, target)
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
    _ call: PlannedCall, _ known: CallRecord, outcome: MoyaOutcome, duration: Duration,
    target: any TargetType, _ transport: TransportRequest?
  ) {
    let content = call.content ?? RequestContent(target.task)
    let streamed = known.streamed(content)
    var interaction = call.interaction(
      known, outcome: outcome.outcome, duration: duration, target: target, content: content,
      streamed: streamed, origins: origins)
    if case .verify(let recorded) = call.decision {
      return compare(interaction, with: recorded, of: call, downloaded: known.downloaded)
    }
    if known.isWatched {
      interaction.progress = transport?.progress
      if let byteCount = content.uploadByteCount { interaction.dropProgress(ofSending: byteCount) }
    }
    interaction.fromCache = transport?.cache
    guard let recording = opening.recording,
      !options.ignoring.selects(
        origins.canonical(call.built ?? interaction.request), interaction.target)
    else { return call.logged.becomes(.live) }
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
      let isKept = try recording.append(
        interaction, number: call.number,
        files: CallFiles(uploaded: content, streamed: streamed, downloaded: outcome.file))
      call.logged.becomes(isKept ? .recorded : .live)
    } catch {
      withState { $0.recordingError = $0.recordingError ?? error }
      fail(call, with: error)
    }
  }

  func process(
    _ result: Result<Response, MoyaError>, target: any TargetType
  ) -> Result<Response, MoyaError> {
    if case .live = opening { return result }
    let wasServed = withState { $0.processes(on: .current) }
    guard wasServed != true else { return result }
    let wasTold = wasServed != nil
    let key = TargetKey(target)
    let transport = TransportRequest.current
    let refusal = withState { state -> (any Error)? in
      // Without didReceive, the call ended before anything was sent, or an equal call that was under
      // way has answered it.
      state.book.forgetUnsent(key, transport, wasTold: wasTold)
      return state.refused.take(for: result, key, transport)
    }
    guard let refusal else { return result }
    report(refusal, at: CallSite.current)
    return .failure(.underlying(refusal, nil))
  }
}

extension CassetteRun.State {
  /// Notes that `didReceive` has told of a call on a thread.
  mutating func received(on thread: ThreadID, wasServed: Bool) {
    receiving[thread, default: []].append(wasServed)
  }

  /// Whether the last call that `didReceive` has told of on a thread, and `process` has not, was served by us;
  /// nil where there is none. It is forgotten.
  mutating func processes(on thread: ThreadID) -> Bool? {
    guard var calls = receiving.removeValue(forKey: thread) else { return nil }
    let last = calls.removeLast()
    if !calls.isEmpty { receiving[thread] = calls }
    return last
  }
}

import Cassette

extension CassetteRun {
  /// What becomes of a call that no recording answers, where nothing is recorded.
  func missed(_ call: PlaybackLayers.Call) throws -> PlannedCall.Decision {
    let error = try miss(call)
    guard case .miss = error, options.fallback.kind == .sampleData else { return .fail(error) }
    warnOfSample(of: call)
    return .sample
  }

  /// Why no recording answers a call.
  func miss(_ call: PlaybackLayers.Call) throws -> RecorderError {
    try outOfOrder(call) ?? .miss(try missText(call.subject))
  }

  /// Why a call may not come yet; nil where no other recording is due.
  func outOfOrder(_ call: PlaybackLayers.Call) throws -> RecorderError? {
    guard let due = try layers.due(for: call) else { return nil }
    let report = try OrderReport(
      OrderReport.Input(
        asked: call.subject, due: due.index, playback: due.cassette,
        cassette: due.cassette.cassette.url?.path ?? path, mode: modeText),
      redact: { options.redacting.redactedForDisplay($0) })
    return .outOfOrder(report.text)
  }

  private func warnOfSample(of call: PlaybackLayers.Call) {
    let name = call.subject.target ?? Cassette.TargetIdentity(type: "?")
    guard withState({ $0.sampled.insert(name).inserted }) else { return }
    let shown = options.redacting.redactedForDisplay(call.request)
    reporter.warn(
      """
      \(name.type)\(name.name.map { ".\($0)" } ?? "") was answered by its own sampleData, as fallback: \
      .sampleData says: \(path) has no recording of \(shown.method) \(shown.url)
      """)
  }

  /// Why no recording answers a request: the nearest ones and what differs, what is used up, what to do.
  ///
  /// - Throws: `CassetteError` where a cassette is damaged.
  /// - Complexity: As for `MissReport`, whatever the cassettes' size.
  func missText(_ request: MatchSubject) throws -> String {
    let layers = self.layers.all.filter { $0.cassette.count > 0 }
    let rules = options.redacting
    let limit = MissReport.examinedLimit / max(1, layers.count)
    let nearby = layers.places { $0.nearby(request, limit: max(1, limit)) }
    var usedUp = Playback.UsedUp()
    usedUp.indices = try layers.places { layer in
      let used = try layer.usedUp(request)
      if used.isPartial { usedUp.isPartial = true }
      return used.indices
    }
    var hints: [String] = []
    if !usedUp.indices.isEmpty {
      hints.append(
        "to let the last recording answer again: options: .init(repeats: .repeatLast)")
    }
    let report = MissReport(
      MissReport.Input(
        asked: request.request, sent: request.requestSent, target: request.target,
        matcher: options.matching, cassette: cassetteNames, mode: modeText,
        entryCount: layers.map(\.cassette.count).reduce(0, +), nearby: nearby, usedUp: usedUp,
        hints: hints, nextAction: howToRecord),
      useCount: { layers.at($0) { layer, index in layer.isUsed(index) ? 1 : 0 } },
      interaction: {
        try layers.at($0) { layer, index in try layer.cassette.interaction(at: index) }
      },
      redact: { rules.redactedForDisplay($0) })
    return report.text
  }

  /// Which cassettes were looked through.
  private var cassetteNames: String {
    let paths = layers.cassettes.map { $0.cassette.url?.path ?? "(a cassette in memory)" }
    return paths.isEmpty ? path : paths.joined(separator: ", ")
  }

  private var howToRecord: String {
    howTo("to record what is missing", with: .append, .test)
  }

  /// How to record a value that is missing.
  var howToRecordValue: String { howTo("To record it", with: .append, .test) }

  /// How to record the cassette without what nothing asks for.
  var howToRecordWithout: String {
    howTo("To be rid of what nothing asks for", with: .rerecord, .scope)
  }

  /// What to do where the whole cassette is missing.
  var howToRecordAnew: String {
    let advice = howTo("To record it", with: .once, .scope)
    guard let journal = url.flatMap({ CassetteMistake.journal(besides: $0.path) }) else {
      return advice
    }
    do throws(CassetteError) {
      if let url, let holder = try Journal.holder(of: url.path) {
        return "At this moment \(holder): let that finish, and run again. \(advice)"
      }
    } catch {
      // Whose it is cannot be told then; `cassette recover` says why.
    }
    return """
      A recording that was ended before it saved it has left \(journal); to save that: swift run \
      cassette recover \(journal). \(advice)
      """
  }

  private func howTo(
    _ purpose: String, with mode: RecordMode, _ part: TestFilter.Part
  ) -> String {
    let command = reporter.command(mode, part)
    switch resolution?.source {
    case .code:
      return "\(purpose): the mode is fixed in code, so give mode: .\(mode.name) there."
    case .continuousIntegration:
      return "\(purpose), on a machine with the network: \(command)"
    case .environment, .standard, nil:
      return "\(purpose): \(command)"
    }
  }
}

// Recordings of several cassettes, numbered on from one to the next.
extension [Playback] {
  fileprivate func places(_ find: (Playback) throws -> [Int]) rethrows -> [Int] {
    var offset = 0
    return try flatMap { layer in
      defer { offset += layer.cassette.count }
      return try find(layer).map { $0 + offset }
    }
  }

  fileprivate func at<Found>(
    _ place: Int, _ find: (Playback, Int) throws -> Found
  ) rethrows -> Found {
    var (layer, index) = (startIndex, place)
    while layer < endIndex - 1, index >= self[layer].cassette.count {
      index -= self[layer].cassette.count
      layer += 1
    }
    return try find(self[layer], index)
  }
}

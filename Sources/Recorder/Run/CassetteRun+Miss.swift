import Cassette

extension CassetteRun {
  /// Why no recording answers a request: the nearest ones and what differs, what is used up, what to do.
  ///
  /// - Throws: `CassetteError` where the cassette is damaged.
  /// - Complexity: As for `MissReport`, whatever the cassette's size.
  func missText(_ request: Cassette.Request, in playback: Playback) throws -> String {
    let usedUp = try playback.usedUp(request, limit: MissReport.examinedLimit)
    let rules = options.redacting
    let onRoute = playback.cassette.candidates(onRoute: MatchKey(request).route)
    var hints: [String] = []
    if !usedUp.isEmpty {
      hints.append(
        "to let the last recording answer again: options: .init(repeats: .repeatLast)")
    }
    let report = MissReport(
      MissReport.Input(
        asked: request, matcher: playback.matching, cassette: playback.cassette.url?.path ?? path,
        mode: modeText,
        entryCount: playback.cassette.count,
        onRoute: onRoute, usedUp: usedUp, hints: hints,
        nextAction: howToRecord),
      useCount: { playback.isUsed($0) ? 1 : 0 },
      interaction: { try playback.cassette.interaction(at: $0) },
      redact: { rules.redactedForDisplay($0) })
    return report.text
  }

  private var howToRecord: String {
    howTo("to record what is missing", with: .append, .test)
  }

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

import Cassette

extension CassetteRun {
  /// Why no recording answers a request: the nearest ones and what differs, what is used up, what to do.
  ///
  /// - Throws: `CassetteError` where the cassette is damaged.
  /// - Complexity: As for `MissReport`, whatever the cassette's size.
  func missText(_ request: MatchSubject, in playback: Playback) throws -> String {
    let usedUp = try playback.usedUp(request)
    let nearby = playback.nearby(request)
    let rules = options.redacting
    var hints: [String] = []
    if !usedUp.indices.isEmpty {
      hints.append(
        "to let the last recording answer again: options: .init(repeats: .repeatLast)")
    } else if !nearby.isOnRoute, !options.recordsCancellations {
      // Of a call that was cancelled, the cassette knows nothing, not even that.
      hints.append(
        "a call that was cancelled while it was recorded has no recording: options: "
          + ".init(recordsCancellations: true) records it as cancelled")
    }
    let report = MissReport(
      MissReport.Input(
        asked: request.request, sent: request.requestSent, target: request.target,
        matcher: playback.matching, cassette: playback.cassette.url?.path ?? path,
        mode: modeText, entryCount: playback.cassette.count, nearby: nearby.indices,
        usedUp: usedUp, hints: hints, nextAction: howToRecord),
      useCount: { playback.isUsed($0) ? 1 : 0 },
      interaction: { try playback.cassette.interaction(at: $0) },
      redact: { rules.redactedForDisplay($0) })
    return report.text
  }

  private var howToRecord: String {
    howTo("to record what is missing", with: .append)
  }

  /// What to do where the whole cassette is missing.
  var howToRecordAnew: String {
    let advice = howTo("To record it", with: .once)
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

  private func howTo(_ purpose: String, with mode: RecordMode) -> String {
    let command = "CASSETTE_MODE=\(mode.name) swift test --filter NAME-OF-THE-TEST"
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

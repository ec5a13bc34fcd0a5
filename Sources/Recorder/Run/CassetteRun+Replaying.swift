package import Cassette

// How answers from the cassette are brought.
extension CassetteRun {
  /// How long replayed answers take.
  package var timing: ReplayTiming { options.timing }

  /// The clock on which they take it.
  package var replayClock: any Clock<Duration> { options.replayClock }

  /// Where they are brought.
  package var delivery: ReplayDelivery { options.delivery }

  /// The cassettes that answer, in their order, in a run that only replays.
  ///
  /// - Throws: What ``checkOpening()`` throws; `RecorderError.cassetteMissing`.
  package func playbacks() throws -> [Playback] {
    try checkOpening()
    guard case .replay(let playbacks) = opening else {
      throw RecorderError.cassetteMissing(
        path: path, mode: modeText,
        howToRecord: "Record it first, by a test that runs the same code with this cassette.")
    }
    return playbacks
  }

  /// Adds to the run's log what there is to say of how the call was answered, in words that hold nothing of
  /// the call.
  package func note(_ text: String, of call: PlannedCall) { call.logged.note(text) }

  /// The text, with what looks like a secret replaced.
  package func redacted(_ text: String) -> String { options.redacting.redactedForDisplay(text) }

  /// How many calls have met a fault so far.
  package var faultCount: Int { faults.hitCount }

  /// The turn before the rules for faults of a call that the cassette answers; nil where there are none.
  func faultTurn(
    of decision: PlannedCall.Decision, _ request: Cassette.Request,
    _ target: Cassette.TargetIdentity
  ) -> FaultCounts.Turn? {
    guard !options.faults.isEmpty, case .replay(let reservation) = decision,
      !reservation.isClaim
    else { return nil }
    let cassettes = opening.cassettes
    let places = reservation.links.compactMap { link in
      cassettes.firstIndex { $0 === link.playback }.map { layer in
        FaultRule.Place(index: link.index, layer: layer - cassettes.count)
      }
    }
    return faults.next(
      by: options.faults, at: places, reservation.interaction.outcome, of: request, target)
  }
}

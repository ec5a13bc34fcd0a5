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
  package var faultCount: Int { withState { $0.faults.hitCount } }

  /// The fault that a call meets which the cassette answers.
  func fault(
    of decision: PlannedCall.Decision, _ request: Cassette.Request,
    _ target: Cassette.TargetIdentity
  ) -> Fault? {
    guard !options.faults.isEmpty, case .replay(let reservation) = decision,
      !reservation.isClaim
    else { return nil }
    var place: FaultRule.Place?
    if case .replay(let playbacks) = opening,
      let layer = playbacks.firstIndex(where: { $0 === reservation.playback })
    {
      place = FaultRule.Place(index: reservation.index, layer: layer - playbacks.count)
    }
    return withState {
      $0.faults.choose(
        from: options.faults, at: place, reservation.interaction.outcome, of: request, target)
    }
  }
}

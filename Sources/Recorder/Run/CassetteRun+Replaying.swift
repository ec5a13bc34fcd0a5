package import Cassette

// How answers from the cassette are brought.
extension CassetteRun {
  /// How long replayed answers take.
  package var timing: ReplayTiming { options.timing }

  /// The clock on which they take it.
  package var replayClock: any Clock<Duration> { options.replayClock }

  /// Where they are brought.
  package var delivery: ReplayDelivery { options.delivery }

  /// The cassette that answers, in a run that only replays.
  ///
  /// - Throws: What ``checkOpening()`` throws; `RecorderError.cassetteMissing`.
  package func playback() throws -> Playback {
    try checkOpening()
    guard case .replay(let playback) = opening else {
      throw RecorderError.cassetteMissing(
        path: path, mode: modeText,
        howToRecord: "Record it first, by a test that runs the same code with this cassette.")
    }
    return playback
  }

  /// The text, with what looks like a secret replaced.
  package func redacted(_ text: String) -> String { options.redacting.redactedForDisplay(text) }

  /// How many calls have met a fault so far.
  package var faultCount: Int { withState { $0.faults.hitCount } }

  /// The fault that a call meets which the cassette answers.
  func fault(
    of decision: PlannedCall.Decision, _ request: Cassette.Request,
    _ target: Cassette.TargetIdentity
  ) -> Fault? {
    guard !options.faults.isEmpty, case .replay(let reservation) = decision else { return nil }
    return withState {
      $0.faults.choose(
        from: options.faults, index: reservation.index, reservation.interaction.outcome,
        of: request, target)
    }
  }
}

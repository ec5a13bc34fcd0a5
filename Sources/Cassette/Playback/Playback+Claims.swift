// Two steps for requests of which the rest is only known when they are about to be sent.
extension Playback {
  /// Finds a recording that may answer a request, and keeps it, or another one like it, for the call.
  ///
  /// - Parameters:
  ///   - subject: The request as built, under the origins of the cassette.
  ///   - repeatingLast: Whether this call may get a recording again, whatever the policy.
  /// - Returns: The claim, which is to be settled; nil where no recording may answer.
  /// - Throws: `CassetteError` where the cassette is damaged.
  /// - Complexity: As for `reserve(_:repeatingLast:)`.
  package func claim(
    _ subject: MatchSubject, repeatingLast: Bool = false
  ) throws(CassetteError) -> Reservation? {
    try state.withLock { state throws(CassetteError) in
      let claim = try reserve(subject, repeatingLast: repeatingLast, isClaim: true, &state)
      if let claim, !claim.isRepeat { state.claims[ObjectIdentifier(claim)] = claim.index }
      return claim
    }
  }

  /// Exchanges a claim for the recording of a request whose every part is known.
  ///
  /// What others have only claimed may be taken too; they are left what this claim had.
  ///
  /// - Parameters:
  ///   - claim: The claim, which is void then.
  ///   - subject: The request as built and as sent.
  /// - Returns: The recording; nil where none fits.
  /// - Throws: `CassetteError` where the cassette is damaged.
  /// - Complexity: As for `reserve(_:repeatingLast:)`, and O(*c*) in the number of claims.
  func settle(
    _ claim: Reservation, _ subject: MatchSubject
  ) throws(CassetteError) -> Reservation? {
    try state.withLock { state throws(CassetteError) in
      let own = state.claims.removeValue(forKey: ObjectIdentifier(claim))
      let others = state.claims
      for index in others.values { state.uses.giveBack(index) }
      if let own { state.uses.giveBack(own) }
      defer { for index in state.claims.values { state.uses.reserve(index) } }
      let found = try reserve(
        subject, repeatingLast: claim.repeatsLast, isClaim: false, &state)
      guard let found, !found.isRepeat else { return found }
      for (other, index) in others where index == found.index { state.claims[other] = own }
      return found
    }
  }

  func giveBack(claim: ObjectIdentifier) {
    state.withLock { state in
      if let index = state.claims.removeValue(forKey: claim) { state.uses.giveBack(index) }
    }
  }
}

// Two steps for requests of which the rest is only known when they are about to be sent: first a recording is
// claimed, by `reserve` with `isClaim`, then the claim is settled.
extension Playback {
  /// Exchanges a claim for the recording of a request whose every part is known.
  ///
  /// What others have only claimed may be taken too; they are left what this claim had.
  ///
  /// - Parameters:
  ///   - claim: The claim, on this cassette or another; it stays as it is where nothing is found.
  ///   - subject: The request as built and as sent.
  /// - Returns: The recording; nil where none that is free fits.
  /// - Throws: `CassetteError` where the cassette is damaged.
  /// - Complexity: As for `reserve`, and O(*c*) in the number of claims.
  func settle(
    _ claim: Reservation, _ subject: MatchSubject
  ) throws(CassetteError) -> Reservation? {
    try state.withLock { state throws(CassetteError) in
      let id = ObjectIdentifier(claim)
      for index in state.claims.values { state.uses.giveBack(index) }
      defer { for index in state.claims.values { state.uses.reserve(index) } }
      let found = try reserve(
        Search(subject: subject, selection: .free, repeatsLast: false, isClaim: false), &state)
      guard let found else { return nil }
      let own = state.claims.removeValue(forKey: id)
      for (other, index) in state.claims where index == found.index { state.claims[other] = own }
      return found
    }
  }

  func giveBack(claim: ObjectIdentifier) {
    state.withLock { state in
      if let index = state.claims.removeValue(forKey: claim) { state.uses.giveBack(index) }
    }
  }
}

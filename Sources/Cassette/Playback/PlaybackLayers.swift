/// All that answers for one run: entries made by hand, then its cassettes in their order.
///
/// The first that has a free recording of a request answers. Where none has, and the request may repeat, the
/// last that fits does, or, where it rewinds, the first of those that have answered again least often.
package struct PlaybackLayers: Sendable {
  /// What is to be answered.
  package struct Call: Sendable {
    /// The request as built, under the origins of the cassettes, and whose it is, where that is known.
    package var subject: MatchSubject
    /// Whether the call may get a recording again, whatever the policy.
    package var repeatsLast: Bool
    /// Whether the answer is only claimed, and settled when the request is known as it would be sent.
    package var isClaim: Bool

    /// A call.
    package init(_ subject: MatchSubject, repeatsLast: Bool = false, isClaim: Bool = false) {
      self.subject = subject
      self.repeatsLast = repeatsLast
      self.isClaim = isClaim
    }

    /// The request as built.
    package var request: Cassette.Request { subject.request }
  }

  /// What was found.
  package enum Answer: Sendable {
    /// A recording, set aside.
    case recording(Playback.Reservation)
    /// Nothing for this call: the one asked for, or one that its recording is redirected to.
    case none(Call)
  }

  /// The entries made by hand.
  package let handMade: HandMadeLayer
  /// The cassettes.
  package let cassettes: [Playback]
  private let followsRedirections: Bool

  /// The layers of a run.
  ///
  /// - Parameters:
  ///   - handMade: The entries made by hand, which answer first.
  ///   - cassettes: The cassettes, in the order in which they answer.
  ///   - followsRedirections: Whether redirections are followed that others have recorded hop by hop.
  package init(handMade: HandMadeLayer, cassettes: [Playback], followsRedirections: Bool) {
    self.handMade = handMade
    self.cassettes = cassettes
    self.followsRedirections = followsRedirections
  }

  /// All layers as they are now, in the order in which they answer.
  package var all: [Playback] { [handMade.entries] + cassettes }

  /// These layers with other cassettes under the entries made by hand.
  package func keeping(_ cassettes: some Sequence<Playback>) -> PlaybackLayers {
    PlaybackLayers(
      handMade: handMade, cassettes: Array(cassettes), followsRedirections: followsRedirections)
  }

  /// Finds the answer of a call and sets it aside, with the redirections before it.
  ///
  /// - Returns: The recording; or the call that has none. Where a redirection leads to what nobody has
  ///   recorded, the redirection itself is the answer. One too many, or a circle, is a recording that fails.
  /// - Throws: `CassetteError` where a cassette is damaged.
  /// - Complexity: As for `Playback.reserve`, for each layer up to the one that answers.
  package func answer(_ call: Call) throws(CassetteError) -> Answer {
    guard let first = try reserve(call) else { return .none(call) }
    // A claim is for one request.
    guard followsRedirections, !call.isClaim, call.subject.requestSent == nil,
      let next = redirection(of: call.request, by: first)
    else { return .recording(first) }
    return try follow(first, of: call, to: next)
  }

  /// Where a recording sends a request that it answers; nil where it is the answer, as one made by hand is,
  /// in which a caller's own answer is meant.
  private func redirection(
    of request: Cassette.Request, by recording: Playback.Reservation
  ) -> Cassette.Request? {
    guard let next = Redirection.request(after: request, recording.interaction) else { return nil }
    return isHandMade(recording) ? nil : next
  }

  /// Whether a recording is one of the entries made by hand.
  package func isHandMade(_ recording: Playback.Reservation) -> Bool {
    !cassettes.contains { $0 === recording.playback }
  }

  private func follow(
    _ first: Playback.Reservation, of call: Call, to second: Cassette.Request
  ) throws(CassetteError) -> Answer {
    var chain: [Playback.Reservation] = []
    var asked = [call.request]
    var (last, next, url) = (first, second, call.request.url)
    while true {
      var hop = call
      hop.subject = MatchSubject(next, target: call.subject.target)
      guard chain.count < Redirection.limit else {
        return .recording(last.failing(Redirection.tooMany, after: chain))
      }
      guard let answer = try reserve(hop) else {
        if asked.contains(where: { Redirection.isSame($0, next) }) {
          return .recording(last.failing(Redirection.tooMany, after: chain))
        }
        return try hasRecording(of: hop)
          ? .none(hop) : .recording(last.following(chain, to: url))
      }
      chain.append(last)
      asked.append(next)
      (last, url) = (answer, next.url)
      guard let further = redirection(of: next, by: answer) else {
        return .recording(last.following(chain, to: url))
      }
      next = further
    }
  }

  /// The recording that is due where a call has come too early, by the order that calls like it keep.
  ///
  /// - Returns: The cassette, and the place in it; nil where none is due.
  /// - Throws: `CassetteError` where a cassette is damaged.
  package func due(for call: Call) throws(CassetteError) -> (cassette: Playback, index: Int)? {
    for cassette in cassettes {
      if let index = try cassette.due(for: call.subject) {
        return (cassette, index)
      }
    }
    return nil
  }

  /// Whether any layer has a recording of a call, free or not.
  ///
  /// - Throws: `CassetteError` where a cassette is damaged.
  package func hasRecording(of call: Call) throws(CassetteError) -> Bool {
    for layer in all where try layer.hasRecording(of: call.subject) { return true }
    return false
  }

  /// Exchanges a claim for the recording of a call whose every part is known.
  ///
  /// - Parameters:
  ///   - claim: The claim, which is void afterwards.
  ///   - call: The call, with its request as it would be sent.
  /// - Returns: The recording; nil where none fits.
  /// - Throws: `CassetteError` where a cassette is damaged.
  /// - Complexity: As for `Playback.reserve`, for each layer, and O(*c*) in the number of claims.
  package func settle(
    _ claim: Playback.Reservation, _ call: Call
  ) throws(CassetteError) -> Playback.Reservation? {
    defer { claim.giveBack() }
    for layer in all {
      if let found = try layer.settle(claim, call.subject) { return found }
      if try layer.due(for: call.subject) != nil { break }
    }
    return try repeated(call)
  }

  // MARK: One request

  private func reserve(_ call: Call) throws(CassetteError) -> Playback.Reservation? {
    let made = handMade.entries
    if made.cassette.count == 0, cassettes.count == 1 {
      return try cassettes[0].reserve(call, from: .all)
    }
    if let found = try made.reserve(call, from: .free) { return found }
    for layer in cassettes {
      if let found = try layer.reserve(call, from: .free) { return found }
      // What lies in the layers above comes after it.
      if try layer.due(for: call.subject) != nil { break }
    }
    return try repeated(call)
  }

  private func repeated(_ call: Call) throws(CassetteError) -> Playback.Reservation? {
    var rewound: (count: Int, layer: Playback)?
    for layer in all {
      guard let count = try layer.rewindCount(of: call.subject) else {
        continue
      }
      if rewound.map({ count < $0.count }) ?? true { rewound = (count, layer) }
    }
    if let rewound { return try rewound.layer.reserve(call, from: .again) }
    for layer in cassettes.reversed() + [handMade.entries] {
      if let found = try layer.reserve(call, from: .again) { return found }
    }
    return nil
  }
}

extension Playback {
  fileprivate func reserve(
    _ call: PlaybackLayers.Call, from selection: Selection
  ) throws(CassetteError) -> Reservation? {
    try reserve(
      call.subject, from: selection, repeatingLast: call.repeatsLast, isClaim: call.isClaim)
  }
}

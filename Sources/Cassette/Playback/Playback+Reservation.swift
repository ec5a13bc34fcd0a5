package import Foundation

extension Playback {
  /// A recording that is set aside for one call. It is given back when it goes away undelivered.
  package final class Reservation: Sendable {
    /// How a recording is set aside.
    enum Kind: Sendable {
      /// For this call alone.
      case first
      /// It is set aside for another call still, or used, and answers again.
      case again
      /// As `again`, and counted.
      case rewound
      /// Until the whole of the request is known, which then gets this recording or another.
      case claim(isRepeat: Bool)
      /// By others, which this one stands for: those of a chain of redirections.
      case chain([Reservation])
    }

    /// The recording.
    package let interaction: Cassette.Interaction
    /// Its place in the cassette, from 0.
    package let index: Int
    /// What the run's log should say of how the recording was chosen, without secrets; nil in most cases.
    package let note: String?
    private let kind: Kind
    /// What has set it aside; of a chain, what has the answer.
    package let playback: Playback
    private let isDelivered = Locked(false)

    init(
      _ interaction: Cassette.Interaction, index: Int, note: String? = nil, kind: Kind,
      playback: Playback
    ) {
      self.interaction = interaction
      self.index = index
      self.note = note
      self.kind = kind
      self.playback = playback
    }

    deinit {
      if isClaim || !isDelivered.withLock({ $0 }) { release() }
    }

    /// Whether it has to be settled before it is delivered: see ``PlaybackLayers/settle(_:_:)``.
    package var isClaim: Bool {
      if case .claim = kind { true } else { false }
    }

    /// Whether the recording was taken already, and answers again.
    package var isRepeat: Bool {
      switch kind {
      case .first: false
      case .again, .rewound: true
      case .claim(let isRepeat): isRepeat
      case .chain(let links): links.contains(where: \.isRepeat)
      }
    }

    /// What stands for this reservation and those before it in a chain of redirections.
    ///
    /// - Parameters:
    ///   - earlier: The recordings of the redirections, the first one first; none for this alone.
    ///   - url: The URL that the chain has ended at.
    /// - Returns: A reservation of all of them, with this one's recording as the answer.
    func following(_ earlier: [Reservation], to url: String) -> Reservation {
      guard !earlier.isEmpty else { return self }
      var answer = interaction
      if case .response(var response) = answer.outcome, response.finalURL == nil {
        response.finalURL = url
        answer.outcome = .response(response)
      }
      return chained(after: earlier, answer)
    }

    /// What stands for a chain of redirections up to this one, and fails.
    func failing(_ failure: Cassette.Failure, after earlier: [Reservation]) -> Reservation {
      var answer = interaction
      answer.outcome = .failure(failure, nil)
      return chained(after: earlier, answer)
    }

    private func chained(
      after earlier: [Reservation], _ answer: Cassette.Interaction
    ) -> Reservation {
      let notes = (earlier + [self]).compactMap(\.note)
      return Reservation(
        answer, index: index, note: notes.isEmpty ? nil : notes.joined(separator: "; "),
        kind: .chain(earlier + [self]), playback: playback)
    }

    /// The recordings that it stands for, each with its cassette: those of a chain of redirections, else this one.
    package var links: [Reservation] {
      if case .chain(let links) = kind { links } else { [self] }
    }

    /// The content of one of the recording's bodies, read from its file where it lies beside the cassette.
    ///
    /// - Throws: What `Cassette.data(of:)` throws.
    package func content(_ body: Cassette.Body) throws(CassetteError) -> Data {
      let cassette = playback.cassette
      return try cassette.reading(bodiesOf: interaction, at: index) { () throws(CassetteError) in
        try cassette.data(of: body) ?? Data()
      }
    }

    /// Writes the content of one of the recording's bodies to a file, however large it is.
    ///
    /// - Returns: The number of bytes.
    /// - Throws: What `Cassette.write(_:to:)` throws; no file is there then.
    package func write(_ body: Cassette.Body, to url: URL) throws(CassetteError) -> Int {
      let cassette = playback.cassette
      // Content that is not kept as bytes is none to a caller. The file may be lost with the power.
      return try cassette.reading(bodiesOf: interaction, at: index) { () throws(CassetteError) in
        let source = try cassette.source(of: body) ?? .data(Data())
        return try source.write(to: url, isDurable: false)
      }
    }

    /// What has become of a recording that is given back.
    package enum Return: Sendable {
      /// Nobody has asked for it.
      case unasked
      /// It was asked for, and its caller waits no longer: an order does not wait for it either.
      case passed
      /// As `passed`, and something else has answered in its place: it counts as played.
      case played
    }

    /// Gives the recording back at once, for a call that does not get it; it must not be delivered then.
    package func giveBack(_ state: Return = .unasked) {
      if end() { release(state) }
    }

    /// Counts the recording as used. A second call does nothing, and neither does that of a claim.
    package func deliver() {
      guard !isClaim, end() else { return }
      if case .chain(let links) = kind {
        for link in links.dropLast() { link.playback.passThrough(link.index) }
        for link in links { link.deliver() }
      } else {
        playback.use(index)
      }
    }

    /// Whether this is the first time that it is delivered or given back.
    private func end() -> Bool {
      isDelivered.withLock { isDelivered in
        defer { isDelivered = true }
        return !isDelivered
      }
    }

    private func release(_ state: Return = .unasked) {
      switch kind {
      case .first: playback.giveBack(index, state)
      case .again: break
      case .rewound: playback.giveBackRewound(index)
      case .claim: playback.giveBack(claim: ObjectIdentifier(self))
      case .chain(let links): for link in links { link.giveBack(state) }
      }
    }
  }
}

package import Foundation

/// What one run has used of a cassette, and what it has set aside.
///
/// Finding and setting aside are one step under a lock: two calls at once never get one recording.
package final class Playback: Sendable {
  /// A recording that is set aside for one call. It is given back when it goes away undelivered.
  package final class Reservation: Sendable {
    /// The recording.
    package let interaction: Cassette.Interaction
    /// Its place in the cassette, from 0.
    package let index: Int
    private let playback: Playback
    private let isDelivered = Locked(false)

    fileprivate init(_ interaction: Cassette.Interaction, index: Int, playback: Playback) {
      self.interaction = interaction
      self.index = index
      self.playback = playback
    }

    deinit {
      if !isDelivered.withLock({ $0 }) { playback.giveBack(index) }
    }

    /// The content of one of the recording's bodies, read from its file where it lies beside the cassette.
    ///
    /// - Throws: What `Cassette.data(of:)` throws.
    package func content(_ body: Cassette.Body) throws(CassetteError) -> Data {
      try playback.cassette.data(of: body) ?? Data()
    }

    /// Gives the recording back at once, for a call that was cancelled; it must not be delivered then.
    package func giveBack() {
      if !isDelivered.withLock({ $0 }) { playback.giveBack(index) }
    }

    /// Counts the recording as used. A second call does nothing.
    package func deliver() {
      let isFirst = isDelivered.withLock { isDelivered in
        defer { isDelivered = true }
        return !isDelivered
      }
      if isFirst { playback.use(index) }
    }
  }

  private enum Use { case reserved, used }

  private struct Candidate {
    let index: Int
    let interaction: Cassette.Interaction
    let bindings: [LiveBinding]
    let rank: BindingTable.Rank
  }

  private struct State {
    var uses: [Int: Use] = [:]
    /// The candidates of a key, and how many of them from the start are used.
    var candidates: [MatchKey: (indices: [Int], usedPrefix: Int)] = [:]
    var bindings = BindingTable()
  }

  /// The cassette.
  package let cassette: Cassette
  /// How requests are compared.
  package let matching: RequestMatcher
  private let repeats: RepeatPolicy
  private let bindingKey = LiveBinding.Key()
  private let state = Locked(State())

  /// The playback of a cassette, with nothing used.
  package init(cassette: Cassette, matching: RequestMatcher, repeats: RepeatPolicy) {
    self.cassette = cassette
    self.matching = matching
    self.repeats = repeats
  }

  /// Finds the next recording of a request and sets it aside.
  ///
  /// Of several that fit, the first wins that is equal to the last byte, then the first whose redacted
  /// places hold what they held before in this run, then the first in recorded order.
  ///
  /// - Parameter request: The request as built, under the origins of the cassette.
  /// - Returns: The recording; nil where none fits, or all that fit are used.
  /// - Throws: `CassetteError` where the cassette is damaged.
  /// - Complexity: O(*c*) comparisons in the number of unused candidates of the request's key, one in
  ///   the common case.
  package func reserve(_ request: Cassette.Request) throws(CassetteError) -> Reservation? {
    try state.withLock { state throws(CassetteError) -> Reservation? in
      let key = MatchKey(request)
      let subject = MatchSubject(request)
      var entry: (indices: [Int], usedPrefix: Int)
      if let known = state.candidates[key] {
        entry = known
      } else {
        entry = (try candidates(for: key), 0)
      }
      while entry.usedPrefix < entry.indices.count,
        state.uses[entry.indices[entry.usedPrefix]] == .used
      {
        entry.usedPrefix += 1
      }
      state.candidates[key] = entry
      var best: Candidate?
      for index in entry.indices[entry.usedPrefix...] where state.uses[index] == nil {
        let interaction = try cassette.interaction(at: index)
        guard let bindings = matching.match(subject, interaction, key: bindingKey) else { continue }
        let rank = state.bindings.rank(of: bindings)
        if best.map({ rank < $0.rank }) ?? true {
          best = Candidate(index: index, interaction: interaction, bindings: bindings, rank: rank)
        }
        if rank == .exact { break }
      }
      if best == nil, repeats == .repeatLast {
        for index in entry.indices.reversed() where state.uses[index] == .used {
          let interaction = try cassette.interaction(at: index)
          if let bindings = matching.match(subject, interaction, key: bindingKey) {
            best = Candidate(
              index: index, interaction: interaction, bindings: bindings, rank: .exact)
            break
          }
        }
      } else if let best {
        state.uses[best.index] = .reserved
      }
      guard let best else { return nil }
      state.bindings.adopt(best.bindings)
      return Reservation(best.interaction, index: best.index, playback: self)
    }
  }

  /// The recordings of a request that have answered already, or are set aside for another call.
  ///
  /// - Parameters:
  ///   - request: The request as built, under the origins of the cassette.
  ///   - limit: How many are found at most.
  /// - Returns: Their places in the cassette, in its order.
  /// - Throws: `CassetteError` where the cassette is damaged.
  /// - Complexity: O(*c*) comparisons in the number of candidates of the request's key.
  package func usedUp(
    _ request: Cassette.Request, limit: Int
  ) throws(CassetteError) -> [Int] {
    let subject = MatchSubject(request)
    let indices = try candidates(for: MatchKey(request))
    let taken = state.withLock { state in indices.filter { state.uses[$0] != nil } }
    var found: [Int] = []
    for index in taken where found.count < limit {
      let interaction = try cassette.interaction(at: index)
      if matching.match(subject, interaction, key: bindingKey) != nil { found.append(index) }
    }
    return found
  }

  private func candidates(for key: MatchKey) throws(CassetteError) -> [Int] {
    if matching.usesDefaultKey { return try cassette.candidates(for: key) }
    if matching.usesWholeRoute { return cassette.candidates(onRoute: key.route) }
    return Array(0..<cassette.count)
  }

  private func giveBack(_ index: Int) {
    state.withLock { state in
      if state.uses[index] == .reserved { state.uses[index] = nil }
    }
  }

  private func use(_ index: Int) {
    state.withLock { $0.uses[index] = .used }
  }

  /// The recordings that no call was answered from, in the cassette's order.
  ///
  /// - Complexity: O(*n*) in the number of recordings.
  package var unplayed: [Int] {
    state.withLock { state in (0..<cassette.count).filter { state.uses[$0] != .used } }
  }

  /// Whether the recording at that index has answered a call.
  package func isUsed(_ index: Int) -> Bool {
    state.withLock { $0.uses[index] == .used }
  }
}

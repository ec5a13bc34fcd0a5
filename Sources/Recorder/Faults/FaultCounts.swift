import Cassette

/// What the rules of a run have counted: the calls that each is about, and those that met its fault.
final class FaultCounts: Sendable {
  /// A call's place in the counts, and the fault that it meets. It is taken out of them when it goes away
  /// without the call's answer having come.
  final class Turn: Sendable {
    /// What goes wrong with the call; nil where nothing does.
    let fault: Fault?
    private let counts: FaultCounts
    private let seen: [Int]
    private let hit: Int?
    private let isOver = Locked(false)

    fileprivate init(_ fault: Fault?, _ counts: FaultCounts, seen: [Int], hit: Int?) {
      (self.fault, self.counts, self.seen, self.hit) = (fault, counts, seen, hit)
    }

    deinit { giveBack() }

    /// Keeps the call in the counts. What comes later changes nothing.
    func keep() { isOver.withLock { $0 = true } }

    /// Takes the call out of the counts, where it is not kept in them.
    func giveBack() {
      let isFirst = isOver.withLock { isOver in
        defer { isOver = true }
        return !isOver
      }
      if isFirst { counts.take(seen: seen, hit: hit) }
    }
  }

  private struct State {
    var seen: [Int: Int] = [:]
    var hits: [Int: Int] = [:]
  }

  private let state = Locked(State())

  /// How many calls have met a fault.
  var hitCount: Int { state.withLock { $0.hits.values.reduce(0, +) } }

  /// Counts the next call.
  ///
  /// - Parameters:
  ///   - rules: The rules of the run.
  ///   - places: The places of the recordings that answer: several of a chain of redirections, none where they are
  ///     in no cassette.
  ///   - outcome: What was recorded.
  ///   - request: The request, under the origins of the cassette.
  ///   - target: The call's target.
  /// - Returns: Its turn, with the fault of the first rule that fits.
  func next(
    by rules: [FaultRule], at places: [FaultRule.Place], _ outcome: Cassette.Outcome,
    of request: Cassette.Request, _ target: Cassette.TargetIdentity
  ) -> Turn {
    state.withLock { state in
      var seen: [Int] = []
      var chosen: Int?
      for (number, rule) in rules.enumerated() where rule.fault.applies(to: outcome) {
        switch rule.selection {
        case .place(let place):
          guard places.contains(place) else { continue }
        case .calls(let filter, let every):
          guard filter?.selects(request, target) ?? true else { continue }
          seen.append(number)
          let count = (state.seen[number] ?? 0) + 1
          state.seen[number] = count
          guard count.isMultiple(of: max(1, every)) else { continue }
        }
        let hit = state.hits[number] ?? 0
        guard chosen == nil, rule.times.map({ hit < $0 }) ?? true else { continue }
        state.hits[number] = hit + 1
        chosen = number
      }
      return Turn(chosen.map { rules[$0].fault }, self, seen: seen, hit: chosen)
    }
  }

  private func take(seen: [Int], hit: Int?) {
    state.withLock { state in
      for number in seen { state.seen[number]? -= 1 }
      if let hit { state.hits[hit]? -= 1 }
    }
  }
}

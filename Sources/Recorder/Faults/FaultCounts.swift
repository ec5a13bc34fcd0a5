import Cassette

/// What the rules of a run have counted: the calls that each is about, and those that met its fault.
struct FaultCounts {
  private var seen: [Int: Int] = [:]
  private var hits: [Int: Int] = [:]

  /// How many calls have met a fault.
  var hitCount: Int { hits.values.reduce(0, +) }

  /// The fault that the next call meets.
  ///
  /// - Parameters:
  ///   - rules: The rules of the run.
  ///   - place: The place of the recording that answers; nil where it is in no cassette.
  ///   - outcome: What was recorded.
  ///   - request: The request, under the origins of the cassette.
  ///   - target: The call's target.
  /// - Returns: The fault of the first rule that fits; nil where none does.
  mutating func choose(
    from rules: [FaultRule], at place: FaultRule.Place?, _ outcome: Cassette.Outcome,
    of request: Cassette.Request, _ target: Cassette.TargetIdentity
  ) -> Fault? {
    var chosen: Fault?
    for (number, rule) in rules.enumerated() {
      guard rule.fault.applies(to: outcome),
        isCounted(rule, number, at: place, request, target)
      else { continue }
      let hit = hits[number] ?? 0
      guard chosen == nil, rule.times.map({ hit < $0 }) ?? true else { continue }
      hits[number] = hit + 1
      chosen = rule.fault
    }
    return chosen
  }

  private mutating func isCounted(
    _ rule: FaultRule, _ number: Int, at place: FaultRule.Place?, _ request: Cassette.Request,
    _ target: Cassette.TargetIdentity
  ) -> Bool {
    switch rule.selection {
    case .place(let selected):
      return selected == place
    case .calls(let filter, let every):
      guard filter?.selects(request, target) ?? true else { return false }
      seen[number, default: 0] += 1
      return (seen[number] ?? 0).isMultiple(of: max(1, every))
    }
  }
}

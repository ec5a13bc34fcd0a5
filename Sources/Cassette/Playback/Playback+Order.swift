// Calls that have to come in the order in which they were recorded. What was asked for and given back, for its
// caller has met a fault or waits no longer, may answer again, and the order goes on without it.
extension Playback {
  /// The recording that a call has to be answered from, where calls like it have to keep to an order.
  ///
  /// - Returns: Its place in the cassette; nil where any may come, or all are taken.
  /// - Throws: `CassetteError` where the cassette is damaged.
  package func due(for subject: MatchSubject) throws(CassetteError) -> Int? {
    try state.withLock { state throws(CassetteError) in
      try keepsToOrder(subject, &state)
        ? state.ordered?.first(state.uses, but: state.passed) : nil
    }
  }

  /// Whether a call has to be answered from the recording that is due.
  ///
  /// An order of calls of which nothing is recorded is none: other programs know no targets.
  func keepsToOrder(
    _ subject: MatchSubject, _ state: inout State
  ) throws(CassetteError) -> Bool {
    guard order.selects(subject.request, subject.target) else { return false }
    if let ordered = state.ordered { return !ordered.indices.isEmpty }
    var indices = Array(0..<cassette.count)
    if !order.coversAll {
      indices = []
      for index in 0..<cassette.count {
        let recorded = try cassette.interaction(at: index)
        state.readCount += 1
        if order.selects(recorded.matched, recorded.target) { indices.append(index) }
      }
    }
    state.ordered = FreeList(indices, state.uses)
    return !indices.isEmpty
  }
}

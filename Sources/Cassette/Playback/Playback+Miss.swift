// What a report of a miss is made from.
extension Playback {
  /// The recordings of a request that have answered already, or are set aside for another call.
  package struct UsedUp: Sendable, CustomStringConvertible {
    /// Their places in the cassette, in its order.
    package var indices: [Int] = []
    /// Whether there may be more, for not all that may be were read.
    package var isPartial = false

    /// None, or those.
    package init(indices: [Int] = [], isPartial: Bool = false) {
      (self.indices, self.isPartial) = (indices, isPartial)
    }

    /// `recorded 2 times, all used (2 of 2)`.
    package var description: String {
      let count = indices.count
      let times = "recorded \(count) time\(count == 1 ? "" : "s")"
      return isPartial ? "\(times) or more, all used" : "\(times), all used (\(count) of \(count))"
    }
  }

  /// The most recordings that are read to know what is used up.
  static let usedUpLimit = 12

  /// The recordings of a request that have answered already, or are set aside for another call.
  ///
  /// Those that have the request's whole key are one another's equals: a few are read for all of them.
  ///
  /// - Parameter request: The request, under the origins of the cassette.
  /// - Returns: Their places.
  /// - Throws: `CassetteError` where the cassette is damaged.
  /// - Complexity: At most a dozen recordings are read.
  package func usedUp(_ request: MatchSubject) throws(CassetteError) -> UsedUp {
    let taken = try places(of: request) { $0 != .free }
    var rest = Self.usedUpLimit
    var found = UsedUp()
    // Two requests of one key that are not equal are one in four thousand million.
    for index in taken.ofKey.prefix(4) {
      rest -= 1
      guard matches(request, try read(index)) else { continue }
      found.indices = taken.ofKey
      break
    }
    for index in taken.others.prefix(rest) where matches(request, try read(index)) {
      found.indices.append(index)
    }
    found.isPartial = taken.others.count > rest
    found.indices.sort()
    return found
  }

  /// The entries that a report of a miss looks at.
  ///
  /// - Parameters:
  ///   - request: The request, under the origins of the cassette.
  ///   - limit: How many at most.
  /// - Returns: Their places.
  /// - Complexity: One pass over the index.
  package func nearby(
    _ request: MatchSubject, limit: Int = MissReport.examinedLimit
  ) -> [Int] {
    let lastServed = state.withLock { $0.lastServed }
    return cassette.lookUp.nearby(
      request, count: cassette.count, lastServed: lastServed, limit: limit
    ).indices
  }

  /// The recordings of a request that are free, in the cassette's order.
  ///
  /// - Complexity: O(*c*) in the number of candidates, up to so many that fit.
  func free(_ request: MatchSubject, limit: Int) throws(CassetteError) -> [Int] {
    let places = try places(of: request) { $0 == .free }
    return try matching(request, (places.ofKey + places.others).sorted(), limit: limit)
  }

  /// Whether the cassette has a recording of a request, free or not.
  func hasRecording(of request: MatchSubject) throws(CassetteError) -> Bool {
    let places = try places(of: request) { _ in true }
    return try !matching(request, (places.ofKey + places.others).sorted(), limit: 1).isEmpty
  }

  private func matching(
    _ request: MatchSubject, _ indices: [Int], limit: Int
  ) throws(CassetteError) -> [Int] {
    var found: [Int] = []
    for index in indices where found.count < limit {
      if matches(request, try read(index)) { found.append(index) }
    }
    return found
  }

  /// Reads a recording that may be what is looked for.
  private func read(_ index: Int) throws(CassetteError) -> Cassette.Interaction {
    state.withLock { $0.readCount += 1 }
    return try cassette.interaction(at: index)
  }
}

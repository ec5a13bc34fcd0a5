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
    /// Whether the recording was taken already, and answers again.
    package let isRepeat: Bool
    /// Whether it has to be settled before it is delivered: see ``Playback/claim(_:repeatingLast:)``.
    package let isClaim: Bool
    /// Whether the call may get a recording again, whatever the policy.
    let repeatsLast: Bool
    package let playback: Playback
    private let isDelivered = Locked(false)

    fileprivate init(
      _ interaction: Cassette.Interaction, index: Int, isRepeat: Bool, isClaim: Bool,
      repeatsLast: Bool, playback: Playback
    ) {
      self.interaction = interaction
      self.index = index
      self.isRepeat = isRepeat
      self.isClaim = isClaim
      self.repeatsLast = repeatsLast
      self.playback = playback
    }

    deinit {
      if isClaim { return playback.giveBack(claim: ObjectIdentifier(self)) }
      // What is only repeated is set aside for another call still, or used.
      if !isRepeat, !isDelivered.withLock({ $0 }) { playback.giveBack(index) }
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

    /// The recording that answers the request, now that every part of it is known; nil where none does.
    ///
    /// - Throws: `CassetteError` where the cassette is damaged.
    package func settled(as subject: MatchSubject) throws(CassetteError) -> Reservation? {
      try playback.settle(self, subject)
    }

    /// Gives the recording back at once, for a call that was cancelled; it must not be delivered then.
    package func giveBack() {
      if isClaim { return playback.giveBack(claim: ObjectIdentifier(self)) }
      if !isDelivered.withLock({ $0 }) { playback.giveBack(index) }
    }

    /// Counts the recording as used. A second call does nothing, and neither does that of a claim.
    package func deliver() {
      guard !isClaim else { return }
      let isFirst = isDelivered.withLock { isDelivered in
        defer { isDelivered = true }
        return !isDelivered
      }
      if isFirst { playback.use(index) }
    }
  }

  /// What finds the candidates of requests.
  enum ListKey: Hashable {
    /// All with that key.
    case key(MatchKey)
    /// All on a route.
    case route(UInt32)
    /// All in the cassette.
    case all
    /// Some of those of a route that have a redacted place in what is hashed.
    case redacted(route: UInt32, RedactedEntries.Run)
  }

  /// Candidates of a request, in file order.
  private enum Candidates {
    /// So few that looking at each costs less than remembering them.
    case few([Int])
    case list(ListKey)
  }

  struct State {
    var uses: UseTable
    /// The recordings that are claimed, by who has claimed them.
    var claims: [ObjectIdentifier: Int] = [:]
    var lists: [ListKey: CandidateList] = [:]
    var redacted: [UInt32: RedactedEntries] = [:]
    var bindings = BindingTable()
    var readCount = 0
    var lastServed: Int?
  }

  private static let fewCount = 4

  /// The cassette.
  package let cassette: Cassette
  /// How requests are compared.
  package let matching: RequestMatcher
  /// What of the index finds candidates, where that is the same for all requests.
  private let lookUp: RequestMatcher.LookUp?
  private let repeats: RepeatPolicy
  private let bindingKey = LiveBinding.Key()
  let state: Locked<State>

  /// The playback of a cassette, with nothing used.
  package init(cassette: Cassette, matching: RequestMatcher, repeats: RepeatPolicy) {
    self.cassette = cassette
    self.matching = matching
    lookUp = matching.fixedLookUp
    self.repeats = repeats
    state = Locked(State(uses: UseTable(count: cassette.count)))
  }

  /// Finds the next recording of a request and sets it aside.
  ///
  /// Of several that fit, the first wins that is equal to the last byte, then the first whose redacted
  /// places hold what they held before in this run, then the first in recorded order. Where all that
  /// fit are taken and may repeat, the last of them answers again, also while it is set aside only.
  ///
  /// - Parameters:
  ///   - request: The request as built, under the origins of the cassette.
  ///   - repeatingLast: Whether this call may get a recording again, whatever the policy.
  /// - Returns: The recording; nil where none fits, or all that fit are taken and may not repeat.
  /// - Throws: `CassetteError` where the cassette is damaged.
  /// - Complexity: One comparison in the common case. Where several recordings have the request's key,
  ///   or may have it for a value of theirs is redacted, they are read once more over the whole run, and
  ///   one of each form of them may be compared.
  package func reserve(
    _ request: Cassette.Request, repeatingLast: Bool = false
  ) throws(CassetteError) -> Reservation? {
    try reserve(MatchSubject(request), repeatingLast: repeatingLast)
  }

  /// Finds the next recording of a request that is taken apart already, and sets it aside.
  package func reserve(
    _ subject: MatchSubject, repeatingLast: Bool = false
  ) throws(CassetteError) -> Reservation? {
    try state.withLock { state throws(CassetteError) in
      try reserve(subject, repeatingLast: repeatingLast, isClaim: false, &state)
    }
  }

  /// Finds the next recording of a request and sets it aside, with the run's state at hand.
  func reserve(
    _ subject: MatchSubject, repeatingLast: Bool, isClaim: Bool, _ state: inout State
  ) throws(CassetteError) -> Reservation? {
    var search = CandidateSearch(subject, cassette, matching, bindingKey)
    defer { state.readCount += search.readCount }
    let candidates = try candidates(for: subject, &state)
    for candidates in candidates {
      switch candidates {
      case .few(let indices):
        try search.look(at: indices, state.uses, state.bindings)
      case .list(let key):
        try search.look(
          in: &state.lists[key, default: CandidateList([], state.uses)], state.uses,
          state.bindings)
      }
    }
    let isRepeat = search.best == nil
    if isRepeat, repeatingLast || repeats == .repeatLast {
      for candidates in candidates {
        switch candidates {
        case .few(let indices):
          try search.lookAgain(at: indices, state.uses, state.bindings)
        case .list(let key):
          try search.lookAgain(
            in: &state.lists[key, default: CandidateList([], state.uses)], state.uses,
            state.bindings)
        }
      }
    }
    guard let best = search.best else { return nil }
    if !isRepeat { state.uses.reserve(best.index) }
    // What a claim is for is only known when it is settled.
    if !isClaim {
      state.bindings.adopt(best.bindings)
      state.lastServed = best.index
    }
    return Reservation(
      best.interaction, index: best.index, isRepeat: isRepeat, isClaim: isClaim,
      repeatsLast: repeatingLast, playback: self)
  }

  /// How many recordings were read so far to find the right ones.
  var readCount: Int { state.withLock { $0.readCount } }

  private func candidates(
    for request: MatchSubject, _ state: inout State
  ) throws(CassetteError) -> [Candidates] {
    let key = request.key
    switch lookUp ?? matching.lookUp(for: request) {
    case .none:
      return [candidates(.all, &state) { Array(0..<cassette.count) }]
    case .route:
      return [candidates(.route(key.route), &state) { cassette.candidates(onRoute: key.route) }]
    case .key:
      break
    }
    guard key.full != 0 else {
      return [candidates(.route(key.route), &state) { cassette.candidates(onRoute: key.route) }]
    }
    var result = [candidates(.key(key), &state) { cassette.entries(with: key) }]
    guard cassette.hasEntriesToCompare else { return result }
    for route in [key.route, 0] {
      try addRedacted(on: route, for: request, to: &result, &state)
    }
    return result
  }

  private func candidates(
    _ key: ListKey, _ state: inout State, _ indices: () -> [Int]
  ) -> Candidates {
    if state.lists[key] != nil { return .list(key) }
    let indices = indices()
    guard indices.count > Self.fewCount else { return .few(indices) }
    state.lists[key] = CandidateList(indices, state.uses)
    return .list(key)
  }

  private func addRedacted(
    on route: UInt32, for request: MatchSubject, to result: inout [Candidates],
    _ state: inout State
  ) throws(CassetteError) {
    let entries: RedactedEntries
    if let known = state.redacted[route] {
      entries = known
    } else {
      let indices = cassette.entriesToCompare(onRoute: route)
      guard indices.count > Self.fewCount else {
        result.append(.few(indices))
        return
      }
      var readCount = 0
      defer { state.readCount += readCount }
      entries = try RedactedEntries(indices) { (index) throws(CassetteError) in
        readCount += 1
        return try cassette.interaction(at: index)
      }
      state.redacted[route] = entries
    }
    for run in entries.runs(for: request) {
      result.append(
        candidates(.redacted(route: route, run), &state) { entries.indices(in: run) })
    }
  }

  /// The recording that answered last; nil before the first.
  var lastServed: Int? { state.withLock { $0.lastServed } }

  /// The candidates of a request that are taken: first those of its own key, where it has one.
  func taken(
    like request: MatchSubject
  ) throws(CassetteError) -> (ofKey: [Int], others: [Int]) {
    try state.withLock { state throws(CassetteError) in
      var lists = try candidates(for: request, &state).map { candidates in
        switch candidates {
        case .few(let indices): indices.filter { state.uses[$0] != .free }
        case .list(let key):
          (state.lists[key]?.free.indices ?? []).filter { state.uses[$0] != .free }
        }
      }
      guard case .key = lookUp ?? matching.lookUp(for: request), request.key.full != 0 else {
        return ([], lists.flatMap(\.self).sorted())
      }
      return (lists.removeFirst(), lists.flatMap(\.self).sorted())
    }
  }

  /// Reads a recording that may be what is looked for.
  func read(_ index: Int) throws(CassetteError) -> Cassette.Interaction {
    state.withLock { $0.readCount += 1 }
    return try cassette.interaction(at: index)
  }

  /// Whether a recording is what is asked for.
  func matches(_ asked: MatchSubject, _ recorded: Cassette.Interaction) -> Bool {
    matching.match(asked, recorded, key: bindingKey) != nil
  }

  private func giveBack(_ index: Int) {
    state.withLock { $0.uses.giveBack(index) }
  }

  private func use(_ index: Int) {
    state.withLock { $0.uses.use(index) }
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

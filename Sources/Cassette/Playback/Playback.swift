/// What one run has used of a cassette, and what it has set aside.
///
/// Finding and setting aside are one step under a lock: two calls at once never get one recording.
package final class Playback: Sendable {
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
    /// How many recordings there are; one made before there were so many keeps to those it knows.
    var count: Int
    var lists: [ListKey: CandidateList] = [:]
    var redacted: [UInt32: RedactedEntries] = [:]
    var bindings = BindingTable()
    /// How often recordings have answered again under ``RepeatPolicy/rewind``, or are set aside to.
    var rewindCounts: [Int: Int] = [:]
    /// Those that have to be asked for in their order; nil until they are needed.
    var ordered: FreeList?
    /// Those that were asked for and given back. An order does not wait for them, and yet they may answer.
    var passed: Set<Int> = []
    /// Those of them in whose place something else has answered.
    var played: Set<Int> = []
    /// Those that have only led to others.
    var hops: Set<Int> = []
    var readCount = 0
    /// The recording that answered last; nil before the first.
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
  let order: ReplayOrder
  private let bindingKey: LiveBinding.Key
  let state: Locked<State>

  /// The playback of a cassette, with nothing used.
  package init(
    cassette: Cassette, matching: RequestMatcher, repeats: RepeatPolicy, order: ReplayOrder = .any
  ) {
    self.cassette = cassette
    self.matching = matching
    lookUp = matching.fixedLookUp
    self.repeats = repeats
    self.order = order
    bindingKey = LiveBinding.Key()
    state = Locked(State(uses: UseTable(count: cassette.count), count: cassette.count))
  }

  /// The playback of a cassette in memory that has further recordings behind those of another's, and shares
  /// what that one has used.
  ///
  /// - Precondition: The other's cassette is in memory too.
  init(_ other: Playback, adding interactions: [Cassette.Interaction]) {
    guard case .memory(let known) = other.cassette.storage else {
      preconditionFailure("what is in a file cannot be added to")
    }
    cassette = Cassette(interactions: known + interactions)
    (matching, repeats, order) = (other.matching, other.repeats, other.order)
    (bindingKey, state) = (other.bindingKey, other.state)
    lookUp = other.lookUp
    let count = cassette.count
    state.withLock { state in
      state.uses.grow(to: count)
      state.count = count
      (state.lists, state.redacted, state.ordered) = ([:], [:], nil)
    }
  }

  /// Which recordings are looked at for a call.
  package enum Selection: Sendable {
    /// Those that are free, and where there is none, those that may answer again.
    case all
    /// Those that are free.
    case free
    /// Those that have answered, or are set aside, and may answer again.
    case again
  }

  /// Finds the next recording of a request and sets it aside.
  ///
  /// Of several that fit, the first wins that is equal to the last byte, then the first whose redacted
  /// places hold what they held before in this run, then the first in recorded order. Where all that
  /// fit are taken and may repeat, one of them answers again, also while it is set aside only: the last,
  /// or, where it rewinds, the first of those that have answered least often.
  ///
  /// - Parameters:
  ///   - subject: The request as built, under the origins of the cassette, and whose it is, if that is known.
  ///   - selection: Which recordings are looked at.
  ///   - repeatingLast: Whether this call may get a recording again, whatever the policy.
  ///   - isClaim: Whether the recording is only claimed: see `settle`.
  /// - Returns: The recording; nil where none fits, all that fit are taken and may not repeat, or another
  ///   one is due.
  /// - Throws: `CassetteError` where the cassette is damaged.
  /// - Complexity: One comparison in the common case. Where several recordings have the request's key,
  ///   or may have it for a value of theirs is redacted, they are read once more over the whole run, and
  ///   one of each form of them may be compared. O(*n*) in the cassette's entries for the first call that
  ///   has to keep to an order, and O(*c*) in those that fit for one that rewinds.
  package func reserve(
    _ subject: MatchSubject, from selection: Selection = .all, repeatingLast: Bool = false,
    isClaim: Bool = false
  ) throws(CassetteError) -> Reservation? {
    try state.withLock { state throws(CassetteError) in
      let search = Search(
        subject: subject, selection: selection, repeatsLast: repeatingLast, isClaim: isClaim)
      let found = try reserve(search, &state)
      if let found, isClaim, !found.isRepeat { state.claims[ObjectIdentifier(found)] = found.index }
      return found
    }
  }

  /// The same for a request that is not taken apart yet.
  package func reserve(
    _ request: Cassette.Request, target: Cassette.TargetIdentity? = nil,
    from selection: Selection = .all, repeatingLast: Bool = false
  ) throws(CassetteError) -> Reservation? {
    try reserve(
      MatchSubject(request, target: target), from: selection, repeatingLast: repeatingLast)
  }

  /// What is looked for.
  struct Search {
    let subject: MatchSubject
    let selection: Selection
    let repeatsLast: Bool
    /// Whether it is settled later, when every part of the request is known.
    let isClaim: Bool
  }

  /// Finds the next recording of a request and sets it aside, with the run's state at hand.
  func reserve(_ wanted: Search, _ state: inout State) throws(CassetteError) -> Reservation? {
    let (subject, selection) = (wanted.subject, wanted.selection)
    var search = CandidateSearch(subject, cassette, matching, bindingKey)
    defer { state.readCount += search.readCount }
    if selection != .again {
      if try keepsToOrder(subject, &state) {
        let due = state.ordered?.first(state.uses, but: state.passed)
        let mayAnswer = try passed(like: subject, &state) + (due.map { [$0] } ?? [])
        try look(.forFree, among: [.few(mayAnswer)], &search, &state)
      } else {
        search.hasLookedAtAll = true
        try look(.forFree, among: try candidates(for: subject, &state), &search, &state)
      }
      if let best = search.best {
        state.uses.reserve(best.index)
        // What a claim is for is only known when it is settled.
        if !wanted.isClaim {
          state.bindings.adopt(best.bindings)
          state.lastServed = best.index
        }
        return Reservation(
          best.interaction, index: best.index, note: search.note,
          kind: wanted.isClaim ? .claim(isRepeat: false) : .first, playback: self)
      }
    }
    guard selection != .free else { return nil }
    let repeats = self.repeats.kind(subject.request, subject.target)
    guard repeats != .never || wanted.repeatsLast else { return nil }
    let isRewound = repeats == .rewind
    try look(
      isRewound ? .toRewind : .forLast, among: try self.candidates(for: subject, &state),
      &search, &state)
    guard let best = search.best else { return nil }
    guard !wanted.isClaim else {
      return Reservation(
        best.interaction, index: best.index, kind: .claim(isRepeat: true), playback: self)
    }
    if isRewound { state.rewindCounts[best.index, default: 0] += 1 }
    // A value that nobody has sent before is no reason to forget those that were.
    if best.rank != .inconsistent { state.bindings.adopt(best.bindings) }
    state.lastServed = best.index
    return Reservation(
      best.interaction, index: best.index, note: search.note,
      kind: isRewound ? .rewound : .again, playback: self)
  }

  /// How often the recording has answered again that would answer a request next, where it rewinds; nil
  /// where it does not, or none fits.
  ///
  /// - Throws: `CassetteError` where the cassette is damaged.
  /// - Complexity: O(*c*) in the number of recordings that fit.
  package func rewindCount(of subject: MatchSubject) throws(CassetteError) -> Int? {
    guard repeats.kind(subject.request, subject.target) == .rewind else { return nil }
    return try state.withLock { state throws(CassetteError) -> Int? in
      var search = CandidateSearch(subject, cassette, matching, bindingKey)
      defer { state.readCount += search.readCount }
      try look(.toRewind, among: try candidates(for: subject, &state), &search, &state)
      return search.best.map { state.rewindCounts[$0.index] ?? 0 }
    }
  }

  private func look(
    _ aim: CandidateSearch.Aim, among candidates: [Candidates], _ search: inout CandidateSearch,
    _ state: inout State
  ) throws(CassetteError) {
    for candidates in candidates {
      switch candidates {
      case .few(let indices):
        try search.look(aim, at: indices, state.uses, state.bindings, state.rewindCounts)
      case .list(let key):
        try search.look(
          aim, in: &state.lists[key, default: CandidateList([], state.uses)], state.uses,
          state.bindings, state.rewindCounts)
      }
    }
  }

  /// The candidates of a request of which that is so: first those of its own key, where it has one.
  func places(
    of request: MatchSubject, where isWanted: (UseTable.Use) -> Bool
  ) throws(CassetteError) -> (ofKey: [Int], others: [Int]) {
    try state.withLock { state throws(CassetteError) in
      var lists = try candidates(for: request, &state).map { candidates in
        switch candidates {
        case .few(let indices): indices.filter { isWanted(state.uses[$0]) }
        case .list(let key):
          (state.lists[key]?.free.indices ?? []).filter { isWanted(state.uses[$0]) }
        }
      }
      guard case .key = lookUp ?? matching.lookUp(for: request), request.key.full != 0 else {
        return ([], lists.flatMap(\.self).sorted())
      }
      return (lists.removeFirst(), lists.flatMap(\.self).sorted())
    }
  }

  /// Those of a request's candidates that an order has passed, and that may answer all the same.
  private func passed(
    like request: MatchSubject, _ state: inout State
  ) throws(CassetteError) -> [Int] {
    guard !state.passed.isEmpty else { return [] }
    let candidates = try candidates(for: request, &state).flatMap { candidates in
      switch candidates {
      case .few(let indices): indices
      case .list(let key): state.lists[key]?.free.indices ?? []
      }
    }
    return candidates.filter(state.passed.contains).sorted()
  }

  /// Whether a recording is what is asked for.
  func matches(_ asked: MatchSubject, _ recorded: Cassette.Interaction) -> Bool {
    matching.match(asked, recorded, key: bindingKey) != nil
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
    guard state.count == cassette.count else { return .few(indices()) }
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
    guard state.count == cassette.count else {
      result.append(.few(cassette.entriesToCompare(onRoute: route)))
      return
    }
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

  func giveBack(_ index: Int, _ return: Reservation.Return) {
    state.withLock { state in
      state.uses.giveBack(index)
      if `return` != .unasked { state.passed.insert(index) }
      if `return` == .played { state.played.insert(index) }
    }
  }

  func giveBackRewound(_ index: Int) {
    state.withLock { $0.rewindCounts[index, default: 1] -= 1 }
  }

  func use(_ index: Int) {
    state.withLock { state in
      state.uses.use(index)
      state.passed.remove(index)
    }
  }

  /// Notes that a recording only leads to the answer of a call.
  func passThrough(_ index: Int) {
    state.withLock { _ = $0.hops.insert(index) }
  }

  /// The recordings that no call was answered from, nor met a fault in the place of, in the cassette's order.
  ///
  /// - Complexity: O(*n*) in the number of recordings.
  package var unplayed: [Int] {
    state.withLock { state in
      (0..<cassette.count).filter { state.uses[$0] != .used && !state.played.contains($0) }
    }
  }

  /// Whether the recording at that index has answered a call, and not only led to the answer.
  package func hasAnswered(_ index: Int) -> Bool {
    state.withLock { $0.uses[index] == .used && !$0.hops.contains(index) }
  }

  /// Whether the recording at that index has answered a call, or led to the answer.
  package func isUsed(_ index: Int) -> Bool {
    state.withLock { $0.uses[index] == .used }
  }
}

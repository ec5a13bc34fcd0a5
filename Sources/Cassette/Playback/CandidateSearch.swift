/// The search for the recording that answers one request, list by list.
struct CandidateSearch {
  /// A recording that matches.
  struct Candidate {
    let index: Int
    let interaction: Cassette.Interaction
    let bindings: [LiveBinding]
    let rank: BindingTable.Rank
  }

  /// Which of the recordings that match is looked for.
  enum Aim {
    /// The first of the best rank that is free.
    case forFree
    /// The last of the best rank that is taken.
    case forLast
    /// The first that is taken of those that have answered again least often, in the order of ranks.
    case toRewind
  }

  private let subject: MatchSubject
  private let cassette: Cassette
  private let matching: RequestMatcher
  private let bindingKey: LiveBinding.Key
  private lazy var hashOfEqual = subject.hashOfEqual
  /// Whether all that was free has been looked at in this search.
  var hasLookedAtAll = false
  /// The best recording so far.
  private(set) var best: Candidate?
  /// How often the best one has answered again, where that counts.
  private var bestCount = 0
  /// Another one that fits as well, whose placeholders are others.
  private var rival: Candidate?
  /// How many recordings were compared only to find a rival.
  private var rivalTries = 0
  /// How many recordings were read.
  private(set) var readCount = 0

  init(
    _ subject: MatchSubject, _ cassette: Cassette, _ matching: RequestMatcher,
    _ bindingKey: LiveBinding.Key
  ) {
    self.subject = subject
    self.cassette = cassette
    self.matching = matching
    self.bindingKey = bindingKey
  }

  /// Looks among a few recordings, in file order.
  mutating func look(
    _ aim: Aim, at indices: [Int], _ uses: UseTable, _ bindings: BindingTable,
    _ counts: [Int: Int]
  ) throws(CassetteError) {
    switch aim {
    case .forFree: try look(at: indices, uses, bindings)
    case .forLast: try lookAgain(at: indices, uses, bindings)
    case .toRewind: try rewind(indices, uses, bindings, counts)
    }
  }

  /// Looks in a list.
  mutating func look(
    _ aim: Aim, in list: inout CandidateList, _ uses: UseTable, _ bindings: BindingTable,
    _ counts: [Int: Int]
  ) throws(CassetteError) {
    switch aim {
    case .forFree: try look(in: &list, uses, bindings)
    case .forLast: try lookAgain(in: &list, uses, bindings)
    case .toRewind:
      if list.forms == nil { try makeForms(of: &list, uses) }
      for form in list.forms ?? [] where mayBeTaken(form, uses) {
        let next = form.free.indices.lazy.filter { uses[$0] != .free }
          .min { (counts[$0] ?? 0, $0) < (counts[$1] ?? 0, $1) }
        if let next { try rewind([next], uses, bindings, counts) }
      }
    }
  }

  // MARK: Free recordings: the first of the best rank

  private mutating func look(
    at indices: [Int], _ uses: UseTable, _ bindings: BindingTable
  ) throws(CassetteError) {
    for index in indices where uses[index] == .free && isFirst(.exact, index) {
      takeIfFirst(try candidate(index, bindings))
    }
  }

  private mutating func look(
    in list: inout CandidateList, _ uses: UseTable, _ bindings: BindingTable
  ) throws(CassetteError) {
    if list.forms == nil {
      guard let index = list.free.first(uses), isFirst(.exact, index) else { return }
      let found = try candidate(index, bindings)
      takeIfFirst(found)
      if found?.rank == .exact { return }
      try makeForms(of: &list, uses)
    }
    for number in list.forms?.indices ?? 0..<0 {
      // Also the forms that follow begin after the best one, which cannot be bettered.
      guard let start = list.forms?[number].free.indices.first, isFirst(.exact, start) else {
        return
      }
      guard let index = list.first(ofForm: number, uses) else { continue }
      let rank = bestRank(list.forms?[number], bindings)
      if isFirst(rank, index) {
        takeIfFirst(try candidate(index, bindings))
      } else if index != best?.index, mayHaveRival(ofRank: rank) {
        rivalTries += 1
        takeIfFirst(try candidate(index, bindings))
      }
    }
  }

  /// Whether a recording of that rank would be better than the best.
  private func isFirst(_ rank: BindingTable.Rank, _ index: Int) -> Bool {
    best.map { (rank, index) < ($0.rank, $0.index) } ?? true
  }

  // MARK: Taken recordings: the last of the best rank

  /// Whether recordings of a form may match though none that is free has: where one is free, it would
  /// have been taken, if any might have been.
  private func mayBeTaken(_ form: CandidateList.Form, _ uses: UseTable) -> Bool {
    !hasLookedAtAll || form.free.indices.last.map { uses[$0] != .free } ?? false
  }

  private mutating func lookAgain(
    at indices: [Int], _ uses: UseTable, _ bindings: BindingTable
  ) throws(CassetteError) {
    for index in indices.reversed() where uses[index] != .free && isLast(.exact, index) {
      takeIfLast(try candidate(index, bindings))
    }
  }

  private mutating func lookAgain(
    in list: inout CandidateList, _ uses: UseTable, _ bindings: BindingTable
  ) throws(CassetteError) {
    if list.forms == nil {
      guard let index = list.free.indices.last else { return }
      if uses[index] != .free, isLast(.exact, index) {
        let found = try candidate(index, bindings)
        takeIfLast(found)
        if found?.rank == .exact { return }
      }
      try makeForms(of: &list, uses)
    }
    for form in list.forms ?? [] {
      guard let index = form.free.indices.last(where: { uses[$0] != .free }),
        mayBeTaken(form, uses), isLast(bestRank(form, bindings), index)
      else { continue }
      takeIfLast(try candidate(index, bindings))
    }
  }

  private func isLast(_ rank: BindingTable.Rank, _ index: Int) -> Bool {
    best.map { (rank, -index) < ($0.rank, -$0.index) } ?? true
  }

  // MARK: Taken recordings: the first of those that have answered least often

  private mutating func rewind(
    _ indices: [Int], _ uses: UseTable, _ bindings: BindingTable, _ counts: [Int: Int]
  ) throws(CassetteError) {
    for index in indices where uses[index] != .free {
      guard let found = try candidate(index, bindings) else { continue }
      let count = counts[index] ?? 0
      if let best {
        // Only values that fit make a round; what fits worse has its turn where nothing fits.
        let isWorse = found.rank == .inconsistent
        let isBestWorse = best.rank == .inconsistent
        guard
          isWorse == isBestWorse
            ? (count, found.rank, index) < (bestCount, best.rank, best.index) : isBestWorse
        else { continue }
      }
      (best, bestCount) = (found, count)
    }
  }

  // MARK: What could not be told apart

  private static let rivalLimit = 8

  /// Whether it is worth comparing a recording of that rank at best to find a rival of the best one.
  private func mayHaveRival(ofRank rank: BindingTable.Rank) -> Bool {
    guard let best, best.rank == .open, rival == nil else { return false }
    return rank <= .open && rivalTries < Self.rivalLimit
  }

  /// What to say of a choice that redacted values have not decided; nil where they have.
  var note: String? {
    guard let best else { return nil }
    func name(_ candidate: Candidate) -> String {
      let placeholders = candidate.bindings.filter { !$0.isExact }.map(\.placeholder)
      let text = placeholders.first.map { String(decoding: $0, as: UTF8.self) }
      let shown = VisibleText.plain(text ?? "a redacted value", limit: 80)
      return "\(shown) (entry \(candidate.index))"
    }
    if best.rank == .open, let rival {
      return """
        \(name(best)) and \(name(rival)) could not be told apart: nothing that was sent before in this \
        run says which is which, so the one recorded first has answered
        """
    }
    guard best.rank == .inconsistent else { return nil }
    return """
      what was sent in the place of \(name(best)) is not what was sent there before in this run, and no \
      recording fits better
      """
  }

  // MARK: Comparing

  private mutating func candidate(
    _ index: Int, _ bindings: BindingTable
  ) throws(CassetteError) -> Candidate? {
    let interaction = try read(index)
    guard let found = matching.match(subject, interaction, key: bindingKey) else { return nil }
    return Candidate(
      index: index, interaction: interaction, bindings: found, rank: bindings.rank(of: found))
  }

  private mutating func takeIfFirst(_ candidate: Candidate?) {
    guard let candidate else { return }
    guard isFirst(candidate.rank, candidate.index) else {
      if isRival(candidate) { rival = candidate }
      return
    }
    rival = best.flatMap { isRival($0, of: candidate) ? $0 : nil }
    best = candidate
  }

  private func isRival(_ candidate: Candidate, of other: Candidate? = nil) -> Bool {
    guard let other = other ?? best, candidate.rank == .open, other.rank == .open else {
      return false
    }
    return Set(candidate.bindings.map(\.placeholder)) != Set(other.bindings.map(\.placeholder))
  }

  private mutating func takeIfLast(_ candidate: Candidate?) {
    if let candidate, isLast(candidate.rank, candidate.index) { best = candidate }
  }

  /// The best rank that a recording of a form may have, found without reading one.
  private mutating func bestRank(
    _ form: CandidateList.Form?, _ bindings: BindingTable
  ) -> BindingTable.Rank {
    guard let form, let equal = form.hashOfEqual, let asked = hashOfEqual, equal != asked else {
      return .exact
    }
    return form.placeholders.contains(where: bindings.knows) ? .consistent : .open
  }

  private mutating func makeForms(
    of list: inout CandidateList, _ uses: UseTable
  ) throws(CassetteError) {
    var count = 0
    let cassette = cassette
    try list.makeForms(matching, uses) { (index) throws(CassetteError) in
      count += 1
      return try cassette.interaction(at: index)
    }
    readCount += count
  }

  private mutating func read(_ index: Int) throws(CassetteError) -> Cassette.Interaction {
    readCount += 1
    return try cassette.interaction(at: index)
  }
}

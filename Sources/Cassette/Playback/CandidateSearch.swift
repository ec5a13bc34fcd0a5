/// The search for the recording that answers one request, list by list.
struct CandidateSearch {
  /// A recording that matches.
  struct Candidate {
    let index: Int
    let interaction: Cassette.Interaction
    let bindings: [LiveBinding]
    let rank: BindingTable.Rank
  }

  private let subject: MatchSubject
  private let cassette: Cassette
  private let matching: RequestMatcher
  private let bindingKey: LiveBinding.Key
  private lazy var hashOfEqual = subject.hashOfEqual
  /// The best recording so far.
  private(set) var best: Candidate?
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

  // MARK: Free recordings: the first of the best rank

  /// Looks among a few recordings, in file order.
  mutating func look(
    at indices: [Int], _ uses: UseTable, _ bindings: BindingTable
  ) throws(CassetteError) {
    for index in indices where uses[index] == .free && isFirst(.exact, index) {
      takeIfFirst(try candidate(index, bindings))
    }
  }

  /// Looks in a list.
  mutating func look(
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
      guard let index = list.first(ofForm: number, uses),
        isFirst(bestRank(list.forms?[number], bindings), index)
      else { continue }
      takeIfFirst(try candidate(index, bindings))
    }
  }

  /// Whether a recording of that rank would be better than the best.
  private func isFirst(_ rank: BindingTable.Rank, _ index: Int) -> Bool {
    best.map { (rank, index) < ($0.rank, $0.index) } ?? true
  }

  // MARK: Taken recordings: the last of the best rank

  /// Looks among a few recordings for one to answer again.
  mutating func lookAgain(
    at indices: [Int], _ uses: UseTable, _ bindings: BindingTable
  ) throws(CassetteError) {
    for index in indices.reversed() where uses[index] != .free && isLast(.exact, index) {
      takeIfLast(try candidate(index, bindings))
    }
  }

  /// Looks in a list for a recording to answer again.
  mutating func lookAgain(
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
      // Where one is free, none of the form matches: else it would have been taken.
      guard let index = form.free.indices.last, uses[index] != .free,
        isLast(bestRank(form, bindings), index)
      else { continue }
      takeIfLast(try candidate(index, bindings))
    }
  }

  private func isLast(_ rank: BindingTable.Rank, _ index: Int) -> Bool {
    best.map { (rank, -index) < ($0.rank, -$0.index) } ?? true
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
    if let candidate, isFirst(candidate.rank, candidate.index) { best = candidate }
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

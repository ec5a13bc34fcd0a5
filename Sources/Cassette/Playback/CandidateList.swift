/// Recordings that may answer the same requests, in file order.
///
/// As long as the first free one is equal to what is asked for, it is the answer. The first time that
/// it is not, all are read once and parted by form: recordings whose comparison has the same outcome
/// whatever is asked for. From then on one of each form is compared.
struct CandidateList: Sendable {
  /// The recordings of one form.
  struct Form: Sendable {
    var free: FreeList
    /// The hash of requests that are equal to the last byte; nil where that cannot be told by a hash.
    let hashOfEqual: Int?
    /// The placeholders that a comparison may bind.
    let placeholders: [[UInt8]]
  }

  /// All of the recordings, in file order.
  var free: FreeList
  /// The forms in the order of their first recordings; nil until they are needed.
  private(set) var forms: [Form]?

  init(_ indices: [Int], _ uses: UseTable) { free = FreeList(indices, uses) }

  /// Parts the recordings by form.
  ///
  /// - Throws: What the closure throws, which reads a recording.
  /// - Complexity: O(*n*) in the number of recordings, each of which is read.
  mutating func makeForms(
    _ matching: RequestMatcher, _ uses: UseTable,
    read: (Int) throws(CassetteError) -> Cassette.Interaction
  ) throws(CassetteError) {
    var numbers: [Int: Int] = [:]
    var members: [[Int]] = []
    var firsts: [(hashOfEqual: Int?, placeholders: [[UInt8]])] = []
    for index in free.indices {
      let interaction = try read(index)
      let hash = matching.formHash(interaction)
      if let number = numbers[hash] {
        members[number].append(index)
        continue
      }
      numbers[hash] = members.count
      members.append([index])
      let hashOfEqual =
        matching.usesDefaultKey ? interaction.hashOfEqual : nil
      firsts.append((hashOfEqual, matching.placeholders(in: interaction)))
    }
    forms = zip(members, firsts).map { members, first in
      Form(
        free: FreeList(members, uses), hashOfEqual: first.hashOfEqual,
        placeholders: first.placeholders)
    }
  }

  /// The first free recording of a form.
  mutating func first(ofForm number: Int, _ uses: UseTable) -> Int? {
    forms?[number].free.first(uses)
  }
}

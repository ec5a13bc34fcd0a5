/// The recordings of one route that no stored hash finds, for a place is redacted in what is hashed.
///
/// They are grouped by what their places leave out of a request, and each group is sorted by a hash of
/// the rest: so a request looks into each group once. Eight bytes a recording are kept.
struct RedactedEntries: Sendable {
  /// Some recordings of one group.
  struct Run: Hashable, Sendable {
    let group: Int
    let range: Range<Int>
  }

  private struct Entry: Sendable {
    let hash: UInt32
    let index: UInt32
  }

  private struct Group: Sendable {
    /// Nil for recordings that are compared with every request.
    let blanks: Blanks?
    /// By hash, those of one hash in file order.
    var entries: [Entry] = []
  }

  /// The most ways of leaving out that have groups of their own; all further ones share a group, which
  /// leaves out what any of them does.
  static let groupLimit = 8

  private var groups = [Group(blanks: nil)]

  /// Reads the recordings and makes the groups.
  ///
  /// - Throws: What the closure throws, which reads a recording.
  /// - Complexity: O(*n* log *n*) in the number of recordings, of which none is read more than twice.
  init(
    _ indices: [Int],
    read: (Int) throws(CassetteError) -> Cassette.Interaction
  ) throws(CassetteError) {
    var known: [Blanks: Int] = [:]
    var shared: Blanks?
    var rest: [Int] = []
    for index in indices {
      let interaction = try read(index)
      let subject = MatchSubject(interaction.matched)
      guard let blanks = Blanks(subject, RedactedPlaces(interaction)) else {
        add(index, to: 0, hash: nil)
        continue
      }
      if let group = known[blanks] {
        add(index, to: group, hash: subject.hash(leavingOut: blanks))
      } else if known.count < Self.groupLimit {
        known[blanks] = groups.count
        groups.append(Group(blanks: blanks))
        add(index, to: groups.count - 1, hash: subject.hash(leavingOut: blanks))
      } else {
        if shared == nil { shared = blanks } else { shared?.formUnion(blanks) }
        rest.append(index)
      }
    }
    if let shared {
      groups.append(Group(blanks: shared))
      for index in rest {
        let subject = MatchSubject(try read(index).matched)
        add(index, to: groups.count - 1, hash: subject.hash(leavingOut: shared))
      }
    }
    for group in groups.indices {
      groups[group].entries.sort { ($0.hash, $0.index) < ($1.hash, $1.index) }
    }
  }

  private mutating func add(_ index: Int, to group: Int, hash: UInt32?) {
    groups[hash == nil ? 0 : group].entries.append(
      Entry(hash: hash ?? 0, index: UInt32(index)))
  }

  /// Where the recordings lie that may answer a request.
  ///
  /// - Complexity: O(*g* · *m*) in the number of groups, nine at most, and the bytes of the request.
  func runs(for request: MatchSubject) -> [Run] {
    groups.indices.compactMap { number in
      let entries = groups[number].entries
      var range = entries.indices
      if !entries.isEmpty, let hash = groups[number].blanks.flatMap(request.hash(leavingOut:)) {
        let start = entries.partitionIndex { $0.hash >= hash }
        range = start..<entries[start...].partitionIndex { $0.hash > hash }
      }
      return range.isEmpty ? nil : Run(group: number, range: range)
    }
  }

  /// The recordings of a run, in file order.
  func indices(in run: Run) -> [Int] {
    groups[run.group].entries[run.range].map { Int($0.index) }.sorted()
  }
}

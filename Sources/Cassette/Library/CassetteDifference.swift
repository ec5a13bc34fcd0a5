/// What became of the entries of one cassette in another.
///
/// Equal requests are told apart by their order, as on replay: the first belongs to the first. When an
/// entry was recorded and how long it took do not count.
public struct CassetteDifference: Hashable, Sendable {
  /// An entry of one of the cassettes.
  public struct Entry: Hashable, Sendable {
    /// The entry's place in the older cassette; nil for one that is new.
    public var oldIndex: Int?
    /// The entry's place in the newer cassette; nil for one that is gone.
    public var newIndex: Int?
    /// The request's method.
    public var method: String
    /// The request's URL.
    public var url: String
  }

  /// Entries whose requests only the newer cassette has, in its order.
  public var new: [Entry] = []
  /// Entries of both whose requests are matched but that are not the same, in the newer one's order.
  public var changed: [Entry] = []
  /// Entries whose requests only the older cassette has, in its order.
  public var gone: [Entry] = []
  /// Entries of both that stand in another order, in the newer one's: as few as can be said to have moved.
  public var moved: [Entry] = []

  /// Whether both cassettes have the same entries in the same order.
  public var isEmpty: Bool { new.isEmpty && changed.isEmpty && gone.isEmpty && moved.isEmpty }
}

extension CassetteDifference: CustomStringConvertible {
  /// A line an entry: `+` new, `~` changed, `-` gone, `>` moved; empty where nothing differs.
  public var description: String {
    func lines(_ mark: String, _ entries: [Entry]) -> [String] {
      entries.map { entry in
        let places = [entry.oldIndex, entry.newIndex].compactMap { $0.map(String.init) }
        return "\(mark) \(places.joined(separator: " -> ")): \(entry.method) \(entry.url)"
      }
    }
    let all = lines("+", new) + lines("~", changed) + lines("-", gone) + lines(">", moved)
    return all.joined(separator: "\n")
  }
}

extension Cassette {
  /// What differs in this cassette from an older one.
  ///
  /// - Parameters:
  ///   - older: The older cassette.
  ///   - volatile: What does not count where an entry is compared with its older one.
  /// - Returns: Nothing where both have the same entries in the same order.
  /// - Throws: What `interaction(at:)` throws.
  /// - Complexity: O(*n* log *n*) in the number of entries and O(*m*) in the size of both, of which one
  ///   entry each is in memory at a time.
  public func difference(
    from older: Cassette, ignoring volatile: VolatileFields = .none
  ) throws(CassetteError) -> CassetteDifference {
    var difference = CassetteDifference()
    guard let pairing = Rerecording(replacing: older) else {
      // Whatever it is that cannot be read says so here.
      for index in 0..<older.count { _ = try older.interaction(at: index) }
      return difference
    }
    let pairs = try pairing.order(count: count) { (index) throws(CassetteError) in
      try interaction(at: index)
    }.sorted { $0.new < $1.new }
    let still = Set(Self.longestRise(pairs.compactMap(\.old)))
    for pair in pairs {
      let interaction = try interaction(at: pair.new)
      let entry = CassetteDifference.Entry(
        oldIndex: pair.old, newIndex: pair.new, method: interaction.matched.method,
        url: interaction.matched.url)
      guard let old = pair.old else {
        difference.new.append(entry)
        continue
      }
      if !volatile.isSame(interaction, as: try older.interaction(at: old)) {
        difference.changed.append(entry)
      }
      if !still.contains(old) { difference.moved.append(entry) }
    }
    let found = Set(pairs.compactMap(\.old))
    for index in 0..<older.count where !found.contains(index) {
      let request = try older.interaction(at: index).matched
      difference.gone.append(
        .init(oldIndex: index, newIndex: nil, method: request.method, url: request.url))
    }
    return difference
  }

  /// A longest rising subsequence of distinct numbers.
  ///
  /// - Complexity: O(*n* log *n*).
  static func longestRise(_ numbers: [Int]) -> [Int] {
    // The last number of the best subsequence of each length, and what stands before each number in its.
    var ends: [Int] = []
    var before: [Int: Int] = [:]
    for number in numbers {
      let place = ends.partitionIndex { $0 >= number }
      if place > 0 { before[number] = ends[place - 1] }
      if place < ends.count { ends[place] = number } else { ends.append(number) }
    }
    var result: [Int] = []
    var next = ends.last
    while let number = next {
      result.append(number)
      next = before[number]
    }
    return result.reversed()
  }
}

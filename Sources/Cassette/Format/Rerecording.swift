/// How the interactions of a new recording take the places of those that a cassette has.
///
/// The first of several equal requests takes the place of the first, and so on: their order is what tells
/// them apart on replay. A request that the cassette does not have comes after the one before it.
package struct Rerecording {
  /// What tells requests apart, whatever the numbers of their placeholders.
  private struct Request: Hashable {
    let key: MatchKey
    /// Of a request that the key does not tell from others of its route; else 0.
    let text: Int
  }

  /// An interaction of the new recording, and the entry whose place it takes.
  package struct Slot: Sendable {
    /// Which of the new interactions, in the order in which calls started.
    package let new: Int
    /// Which entry of the cassette; nil for a request that it does not have.
    package let old: Int?
    /// The entry at which it stands, in its place or behind it; -1 for in front of all.
    package let place: Int

    /// A slot for a new interaction.
    package init(new: Int, old: Int? = nil, place: Int = -1) {
      self.new = new
      self.old = old
      self.place = place
    }
  }

  /// What is written next.
  package enum Step: Sendable {
    /// That entry of the cassette, which stays.
    case keep(Int)
    /// That interaction of the new recording.
    case new(Slot)
  }

  private let previous: Cassette
  private let places: [Request: [Int]]
  private let keepsEntries: Bool

  /// Looks at what a cassette has; nil where it cannot be read, and so has nothing to keep.
  ///
  /// - Parameters:
  ///   - previous: The cassette.
  ///   - kept: Entries that stay, and whose places none of the new interactions takes.
  /// - Complexity: O(*n*) in the size of the cassette.
  package init?(replacing previous: Cassette, keeping kept: Set<Int> = []) {
    self.previous = previous
    var places: [Request: [Int]] = [:]
    do throws(CassetteError) {
      for index in 0..<previous.count where !kept.contains(index) {
        // The index tells most, without a look at the entry.
        let key = try previous.line(at: index)?.key
        let request =
          if let key, key.full != 0 {
            Request(key: key, text: 0)
          } else {
            Self.request(of: try previous.interaction(at: index))
          }
        places[request, default: []].append(index)
      }
    } catch {
      return nil
    }
    self.places = places
    keepsEntries = !kept.isEmpty
  }

  /// The new interactions in the order in which they are saved.
  ///
  /// - Parameters:
  ///   - count: The number of new interactions.
  ///   - interaction: One of them, as it was recorded.
  /// - Returns: A slot for each.
  /// - Throws: What the closure throws.
  /// - Complexity: O(*n* log *n*) in their number, and O(*m*) in their size.
  package func order(
    count: Int, _ interaction: (Int) throws(CassetteError) -> Cassette.Interaction
  ) throws(CassetteError) -> [Slot] {
    var used: [Request: Int] = [:]
    // Those on one old place stand in the order in which they were called.
    var slots: [Slot] = []
    // What is new among entries that stay comes behind them all, unless one before it has a place.
    var lastPlace = keepsEntries ? previous.count - 1 : -1
    var lastPlaces: [Request: Int] = [:]
    for new in 0..<count {
      let request = Self.request(of: try interaction(new))
      let number = used[request, default: 0]
      used[request] = number + 1
      if let all = places[request], number < all.count {
        lastPlace = all[number]
        slots.append(Slot(new: new, old: all[number], place: lastPlace))
      } else {
        lastPlace = max(lastPlace, lastPlaces[request] ?? -1)
        slots.append(Slot(new: new, old: nil, place: lastPlace))
      }
      lastPlaces[request] = max(lastPlace, lastPlaces[request] ?? -1)
    }
    slots.sort { left, right in
      if left.place != right.place { return left.place < right.place }
      if (left.old == nil) != (right.old == nil) { return left.old != nil }
      return left.new < right.new
    }
    return slots
  }

  /// What is written, in order.
  ///
  /// - Parameters:
  ///   - slots: The new interactions, in the order of `order(count:_:)`.
  ///   - kept: The entries of the cassette that stay, in order.
  /// - Returns: A step for each of both.
  /// - Complexity: O(*n*).
  package static func steps(_ slots: [Slot], keeping kept: [Int]) -> [Step] {
    var steps: [Step] = []
    var next = kept[...]
    for slot in slots {
      while let index = next.first, index < slot.place || slot.old == nil && index <= slot.place {
        steps.append(.keep(index))
        next.removeFirst()
      }
      steps.append(.new(slot))
    }
    return steps + next.map { .keep($0) }
  }

  /// Whether the entry of a slot says what an interaction says, but for fields that do not count.
  ///
  /// An entry that finds its bodies in the folder of another cassette is not the same: nobody keeps them
  /// there for this one.
  package func isSame(
    _ interaction: Cassette.Interaction, as old: Int, but volatile: Cassette.VolatileFields
  ) -> Bool {
    do throws(CassetteError) {
      let entry = try previous.interaction(at: old)
      return volatile.isSame(interaction, as: entry)
        && entry.sideFilePaths.elementsEqual(interaction.sideFilePaths) {
          $0.utf8.elementsEqual($1.utf8)
        }
    } catch {
      // An entry that cannot be read is replaced.
      return false
    }
  }

  private static func request(of interaction: Cassette.Interaction) -> Request {
    let interaction = SideFiles.digestingRequests(of: interaction)
    let key = MatchKey(interaction)
    guard key.full == 0 else { return Request(key: key, text: 0) }
    var hasher = Hasher()
    var request = interaction.matched
    InteractionTexts.rewrite(&request, "request") { site, bytes in
      switch site.kind {
      case .headerName, .headerField: break
      default: hasher.combine(withoutNumbers(Array(bytes)))
      }
      return nil
    }
    if case .digest(let byteCount, let sha256) = request.body {
      hasher.combine(byteCount)
      hasher.combine(Array(sha256.utf8))
    }
    return Request(key: key, text: hasher.finalize())
  }

  /// The text with placeholders that only tell what was redacted.
  private static func withoutNumbers(_ bytes: [UInt8]) -> [UInt8] {
    let edits = Placeholder.occurrences(in: bytes).map { occurrence in
      let name = occurrence.placeholder.name
      return ByteEdit(
        range: occurrence.range,
        replacement: Array(Placeholder(name: name, run: nil, number: nil).text.utf8))
    }
    return ByteEdit.apply(edits, to: bytes) ?? bytes
  }
}

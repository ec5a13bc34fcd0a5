/// The hashes of all entries, and which entries have a given one.
///
/// The first few look-ups go through the column; a table is made only for those who ask for more.
final class HashColumn: Sendable {
  private let hashes: [UInt32]
  private let state = Locked(State())

  private struct State {
    var lookUpCount = 0
    var chains: Chains?
  }

  /// For each hash the entries that have it, in file order; and the entries that have 0.
  private struct Chains {
    var mask: UInt32
    /// The first entry of each slot plus one; 0 for none.
    var heads: [UInt32]
    /// The next entry of the same slot plus one.
    var next: [UInt32]
    /// The entries to compare instead, in file order.
    var zeros: [Int]
  }

  init(_ hashes: [UInt32]) { self.hashes = hashes }

  /// The entries with that hash and those to compare instead, in file order; all for a hash of 0.
  ///
  /// - Complexity: O(*n*) for the first few look-ups, then O(*m*) in the number of results.
  func entries(with hash: UInt32) -> [Int] {
    guard hash != 0 else { return Array(hashes.indices) }
    return state.withLock { state in
      state.lookUpCount += 1
      guard state.lookUpCount > 4 else {
        return hashes.indices.filter { hashes[$0] == hash || hashes[$0] == 0 }
      }
      var result: [Int] = []
      var index = following(nil, with: hash, &state)
      while let found = index {
        result.append(found)
        index = following(found, with: hash, &state)
      }
      return result
    }
  }

  /// The next of those entries after one of them, or the first.
  ///
  /// - Complexity: O(1) amortised, but for a search among the entries with a hash of 0.
  func entry(with hash: UInt32, after previous: Int?) -> Int? {
    guard hash != 0 else {
      let next = previous.map { $0 + 1 } ?? 0
      return next < hashes.count ? next : nil
    }
    return state.withLock { following(previous, with: hash, &$0) }
  }

  private func following(_ previous: Int?, with hash: UInt32, _ state: inout State) -> Int? {
    if state.chains == nil { state.chains = makeChains() }
    let chains = state.chains!
    var link: UInt32
    if let previous, hashes[previous] == hash {
      link = chains.next[previous]
    } else {
      link = chains.heads[Int(Self.mixed(hash) & chains.mask)]
    }
    // After an entry of hash 0 the chain is walked from its start.
    while link != 0, hashes[Int(link) - 1] != hash || Int(link) - 1 <= previous ?? -1 {
      link = chains.next[Int(link) - 1]
    }
    let chained = link == 0 ? nil : Int(link) - 1
    let zero = Self.first(of: chains.zeros, after: previous ?? -1)
    guard let chained, let zero else { return chained ?? zero }
    return min(chained, zero)
  }

  private static func first(of sorted: [Int], after value: Int) -> Int? {
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] > value { high = middle } else { low = middle + 1 }
    }
    return low < sorted.count ? sorted[low] : nil
  }

  private func makeChains() -> Chains {
    var slotCount = 16
    while slotCount < hashes.count * 2 { slotCount *= 2 }
    var chains = Chains(
      mask: UInt32(slotCount - 1), heads: .init(repeating: 0, count: slotCount),
      next: .init(repeating: 0, count: hashes.count), zeros: [])
    for index in hashes.indices.reversed() {
      guard hashes[index] != 0 else {
        chains.zeros.append(index)
        continue
      }
      let slot = Int(Self.mixed(hashes[index]) & chains.mask)
      chains.next[index] = chains.heads[slot]
      chains.heads[slot] = UInt32(index + 1)
    }
    chains.zeros.reverse()
    return chains
  }

  // The low bits of FNV-1a are its weakest.
  private static func mixed(_ hash: UInt32) -> UInt32 {
    let mixed = (hash ^ (hash >> 15)) &* 0x2C1B_3C6D
    return mixed ^ (mixed >> 12)
  }
}

/// The hashes of all entries, and which entries have a given one.
///
/// The first few look-ups go through the column; a table is made only for those who ask for more.
final class HashColumn: Sendable {
  private let hashes: NumberColumn
  private let state = Locked(State())

  private struct State {
    var lookUpCount = 0
    var scanCount = 0
    var chains: Chains?
    var zeros: [Int]?
  }

  /// For each hash but 0 the entries that have it, in file order.
  private struct Chains {
    var mask: UInt32
    /// The first entry of each slot plus one; 0 for none.
    var heads: [UInt32]
    /// The next entry of the same slot plus one.
    var next: [UInt32]
  }

  init(_ hashes: NumberColumn) { self.hashes = hashes }

  /// How often all hashes were gone through so far.
  var scanCount: Int { state.withLock { $0.scanCount } }

  /// The hash of an entry.
  subscript(index: Int) -> UInt32 { hashes[index] }

  /// The entries of hash 0, in file order.
  ///
  /// - Complexity: O(*n*) for the first call, then O(1).
  var zeros: [Int] {
    state.withLock { state in
      if let zeros = state.zeros { return zeros }
      state.scanCount += 1
      let zeros = hashes.places(of: 0).zeros
      state.zeros = zeros
      return zeros
    }
  }

  /// The entries with just that hash, in file order.
  ///
  /// - Complexity: O(*n*) for the first few look-ups, then O(*m*) in the number of results.
  func entries(equalTo hash: UInt32) -> [Int] {
    guard hash != 0 else { return zeros }
    return state.withLock { state in
      state.lookUpCount += 1
      guard state.lookUpCount > 4 else {
        state.scanCount += 1
        let places = hashes.places(of: hash)
        // Whoever looks for a hash asks for those to compare instead next.
        state.zeros = places.zeros
        return places.equal
      }
      if state.chains == nil {
        state.scanCount += 1
        state.chains = makeChains()
      }
      guard let chains = state.chains else { return [] }
      var result: [Int] = []
      var link = chains.heads[Int(Self.mixed(hash) & chains.mask)]
      while link != 0 {
        let index = Int(link) - 1
        if hashes[index] == hash { result.append(index) }
        link = chains.next[index]
      }
      return result
    }
  }

  /// The entries with that hash and those to compare instead, in file order; all for a hash of 0.
  ///
  /// - Complexity: O(*n*) for the first few look-ups, then O(*m*) in the number of results.
  func entries(with hash: UInt32) -> [Int] {
    guard hash != 0 else { return Array(hashes.indices) }
    let equal = entries(equalTo: hash)
    let zeros = zeros
    guard !zeros.isEmpty else { return equal }
    return (equal + zeros).sorted()
  }

  private func makeChains() -> Chains {
    var slotCount = 16
    while slotCount < hashes.count * 2 { slotCount *= 2 }
    var chains = Chains(
      mask: UInt32(slotCount - 1), heads: .init(repeating: 0, count: slotCount),
      next: .init(repeating: 0, count: hashes.count))
    for index in hashes.indices.reversed() where hashes[index] != 0 {
      let slot = Int(Self.mixed(hashes[index]) & chains.mask)
      chains.next[index] = chains.heads[slot]
      chains.heads[slot] = UInt32(index + 1)
    }
    return chains
  }

  // The low bits of FNV-1a are its weakest.
  private static func mixed(_ hash: UInt32) -> UInt32 {
    let mixed = (hash ^ (hash >> 15)) &* 0x2C1B_3C6D
    return mixed ^ (mixed >> 12)
  }
}

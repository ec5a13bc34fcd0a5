/// Recordings in file order, and which of them is the first that is free.
///
/// What is taken is passed over once, also where it is delivered late or in another order.
struct FreeList: Sendable {
  /// The recordings' places in the cassette, ascending.
  let indices: [Int]
  /// Before this position nothing is free but what was given back.
  private var cursor = 0
  /// Positions before the cursor that were given back, descending.
  private var returned: [Int] = []
  private var epoch: Int

  init(_ indices: [Int], _ uses: UseTable) {
    self.indices = indices
    epoch = uses.epoch
  }

  /// The first recording that is free.
  ///
  /// - Complexity: O(1) amortised over all calls, aside from what was given back since the last.
  mutating func first(_ uses: UseTable) -> Int? {
    if epoch != uses.epoch { takeBack(uses) }
    while let position = returned.last {
      if uses[indices[position]] == .free { return indices[position] }
      returned.removeLast()
    }
    while cursor < indices.count {
      if uses[indices[cursor]] == .free { return indices[cursor] }
      cursor += 1
    }
    return nil
  }

  private mutating func takeBack(_ uses: UseTable) {
    if let givenBack = uses.givenBack(since: epoch) {
      for index in givenBack {
        let position = indices.partitionIndex { $0 >= index }
        guard position < cursor, indices[position] == index else { continue }
        let place = returned.partitionIndex { $0 <= position }
        if place == returned.count || returned[place] != position {
          returned.insert(position, at: place)
        }
      }
    } else {
      (cursor, returned) = (0, [])
    }
    epoch = uses.epoch
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element belongs to the second of two parts, the end where none does.
  ///
  /// - Complexity: O(log *n*).
  func partitionIndex(_ belongsToSecond: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if belongsToSecond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

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
  /// - Parameters:
  ///   - uses: Which are.
  ///   - passed: Recordings to look over. One that was among them once is found again only after it was given
  ///     back.
  /// - Returns: Its place in the cassette; nil where none is.
  /// - Complexity: O(1) amortised over all calls, aside from what was given back since the last.
  mutating func first(_ uses: UseTable, but passed: Set<Int> = []) -> Int? {
    if epoch != uses.epoch { takeBack(uses) }
    while let position = returned.last {
      if isFree(indices[position], uses, passed) { return indices[position] }
      returned.removeLast()
    }
    while cursor < indices.count {
      if isFree(indices[cursor], uses, passed) { return indices[cursor] }
      cursor += 1
    }
    return nil
  }

  private func isFree(_ index: Int, _ uses: UseTable, _ passed: Set<Int>) -> Bool {
    uses[index] == .free && !passed.contains(index)
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

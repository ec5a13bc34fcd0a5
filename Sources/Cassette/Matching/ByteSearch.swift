/// A search for one run of bytes, in time linear in the text whatever text and pattern are.
struct ByteSearch: Sendable {
  private let pattern: [UInt8]
  /// For each prefix of the pattern, the length of its longest proper prefix that is also its suffix.
  private let borders: [Int]

  init(_ pattern: [UInt8]) {
    self.pattern = pattern
    var borders = [Int](repeating: 0, count: pattern.count)
    var length = 0
    for index in pattern.indices.dropFirst() {
      while length > 0, pattern[index] != pattern[length] { length = borders[length - 1] }
      if pattern[index] == pattern[length] { length += 1 }
      borders[index] = length
    }
    self.borders = borders
  }

  /// Where the pattern first stands at or after `start`; an empty pattern stands everywhere.
  ///
  /// - Complexity: O(*n*) in the number of bytes passed (Knuth, Morris and Pratt).
  func first(in text: [UInt8], from start: Int) -> Int? {
    guard !pattern.isEmpty else { return start <= text.count ? start : nil }
    guard start >= 0, start < text.count else { return nil }
    return text.withUnsafeBufferPointer { text in
      var matched = 0
      for index in start..<text.count {
        while matched > 0, text[index] != pattern[matched] { matched = borders[matched - 1] }
        if text[index] == pattern[matched] { matched += 1 }
        if matched == pattern.count { return index - matched + 1 }
      }
      return nil
    }
  }
}

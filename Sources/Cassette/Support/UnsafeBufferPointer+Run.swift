extension UnsafeBufferPointer<UInt8> {
  /// Looks for the first run of so many bytes of one kind.
  ///
  /// - Parameters:
  ///   - count: The length of the run, at least 1.
  ///   - offset: Where to begin.
  ///   - isPart: Whether a byte is of that kind.
  /// - Returns: Where it begins; nil where there is none.
  /// - Complexity: O(*n*); of text that has few such bytes, most are not looked at.
  @inline(__always)
  func firstRun(of count: Int, from offset: Int = 0, where isPart: (UInt8) -> Bool) -> Int? {
    var start = offset
    // From a window's end back: where a byte is none of a run, no run goes through it.
    while start + count <= self.count {
      var index = start + count
      while index > start, isPart(self[index - 1]) { index -= 1 }
      if index == start { return start }
      start = index
    }
    return nil
  }
}

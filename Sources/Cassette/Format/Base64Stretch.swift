/// Where a long body in base64 stands in an entry's line, and whether compressing it needs a search.
enum Base64Stretch {
  /// The fewest letters that are worth blocks of their own.
  static let minimum = 8192

  /// The longest body in base64 of an entry's line; nil where none is long.
  ///
  /// Within a string a quote has a backslash before it, so the bytes found stand for a member only.
  ///
  /// - Complexity: O(*n*); O(1) for lines that are shorter than such a body.
  static func longest(in line: [UInt8]) -> Range<Int>? {
    guard line.count > minimum else { return nil }
    return line.withUnsafeBytes { line in
      var longest: Range<Int>?
      var index = 0
      while let found = line.firstOffset(of: value, from: index) {
        index = found + value.count
        guard let end = textEnd(before: found, in: line) else { continue }
        var start = end
        while start > 0, isLetter(line[start - 1]) { start -= 1 }
        if end - start >= max(minimum, longest?.count ?? 0) { longest = start..<end }
      }
      return longest
    }
  }

  private static let value = Array(#""base64""#.utf8)
  private static let names = [#"","encoding":"#, #"","_encoding":"#].map { Array($0.utf8) }

  /// Where the text ends that the value of a member `encoding` speaks of.
  private static func textEnd(before value: Int, in line: UnsafeRawBufferPointer) -> Int? {
    for name in names where value >= name.count {
      let start = value - name.count
      if line[start..<value].elementsEqual(name) { return start }
    }
    return nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "/"),
      UInt8(ascii: "="):
      true
    default: false
    }
  }

  /// Whether groups of four letters, taken from all over, occur again, so that matches may be found.
  ///
  /// Random bytes, and what is compressed or encrypted, have next to none; then a search for matches
  /// costs most of the time of compressing, and finds nothing. The answer follows from the letters alone.
  ///
  /// - Complexity: O(1): of a block at most 4,096 groups are looked at.
  static func isRepetitive(_ letters: UnsafeRawBufferPointer) -> Bool {
    let groupCount = letters.count / 4
    let sampleCount = min(groupCount, 4096)
    guard sampleCount > 0 else { return false }
    var seen = [UInt32](repeating: 0, count: 8192)
    var repeats = 0
    for sample in 0..<sampleCount {
      let offset = 4 * (sample * groupCount / sampleCount)
      let group = letters.littleEndian(UInt32.self, at: offset)
      let slot = Int((group &* 0x9E37_79B1) >> 19)
      if seen[slot] == group { repeats += 1 }
      seen[slot] = group
    }
    return repeats * 50 > sampleCount
  }
}

/// Many byte strings, searched for in one pass over a text.
///
/// Each pattern is filed under its first eight bytes. Wherever these stand in a text, one of the five
/// groups of four in them stands at every fifth position: a bitmap of the groups' hashes passes over
/// almost all of a text at the cost of one look for five bytes. Where it does not, a bitmap of the first
/// eight bytes is asked, and then a binary search among the patterns that share them finds the longest
/// one that stands there. Unlike an automaton it takes a further pattern in constant time, and a
/// recording learns secrets with every call.
struct SecretIndex {
  /// A pattern found in a text.
  struct Match {
    var range: Range<Int>
    var id: Int
    /// The length of the longest pattern in it: what is merged keeps the longest one's identity.
    var longest: Int
  }

  /// The shortest pattern that can be searched for, in bytes.
  static let minimumLength = 8
  /// Longer patterns are filed in pieces of this many bytes, so that a text made to resemble them at
  /// every position costs no more than this for each.
  private static let pieceLength = 512

  private struct Pattern {
    let bytes: [UInt8]
    let id: Int
  }

  private var patterns: [Pattern] = []
  private var buckets: [UInt64: [Int32]] = [:]
  private var filter = [UInt64](repeating: 0, count: 1 << 10)
  // The bits of a hash that the filter's size leaves unused.
  private var shift: UInt64 = 48
  /// The same for the groups of four.
  private var groups = [UInt64](repeating: 0, count: 1 << 10)
  private var groupShift: UInt32 = 16
  /// How many groups lie in the first eight bytes of a pattern.
  private static let groupCount = 5

  var isEmpty: Bool { patterns.isEmpty }

  /// Files a pattern; one of fewer than eight bytes is ignored, one that is there keeps its identity.
  ///
  /// - Returns: Whether anything new was filed.
  @discardableResult
  mutating func insert(_ bytes: [UInt8], id: Int) -> Bool {
    guard bytes.count >= Self.minimumLength else { return false }
    let before = patterns.count
    var start = 0
    while bytes.count - start > Self.pieceLength {
      insertPiece(Array(bytes[start..<(start + Self.pieceLength)]), id: id)
      start += Self.pieceLength
    }
    // The last piece is a whole one too: its end tells secrets apart that begin alike.
    insertPiece(Array(bytes.suffix(start > 0 ? Self.pieceLength : bytes.count)), id: id)
    return patterns.count > before
  }

  private mutating func insertPiece(_ bytes: [UInt8], id: Int) {
    let key = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    let bucket = buckets[key] ?? []
    var (low, high) = (0, bucket.count)
    while low < high {
      let middle = (low + high) / 2
      if patterns[Int(bucket[middle])].bytes.lexicographicallyPrecedes(bytes) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    if low < bucket.count, patterns[Int(bucket[low])].bytes == bytes { return }
    buckets[key, default: []].insert(Int32(patterns.count), at: low)
    patterns.append(Pattern(bytes: bytes, id: id))
    if buckets.count * 16 > filter.count * 64, shift > 34 {
      shift -= 2
      filter = [UInt64](repeating: 0, count: filter.count * 4)
      for key in buckets.keys { mark(key) }
    } else {
      mark(key)
    }
    markGroups(of: key)
  }

  private mutating func markGroups(of key: UInt64) {
    if buckets.count * 16 * Self.groupCount > groups.count * 64, groupShift > 8 {
      groupShift -= 2
      groups = [UInt64](repeating: 0, count: groups.count * 4)
      for key in buckets.keys { setGroups(of: key) }
    } else {
      setGroups(of: key)
    }
  }

  private mutating func setGroups(of key: UInt64) {
    for group in 0..<Self.groupCount {
      let bit = Self.groupBit(UInt32(truncatingIfNeeded: key >> UInt64(8 * group)), groupShift)
      groups[bit >> 6] |= 1 << UInt64(bit & 63)
    }
  }

  @inline(__always)
  private static func groupBit(_ group: UInt32, _ shift: UInt32) -> Int {
    let mixed = (group ^ group >> 15) &* 0x9E37_79B1
    return Int(truncatingIfNeeded: mixed >> shift)
  }

  private mutating func mark(_ key: UInt64) {
    let bit = Int(truncatingIfNeeded: Self.hash(key) >> shift)
    filter[bit >> 6] |= 1 << UInt64(bit & 63)
  }

  @inline(__always)
  private static func hash(_ key: UInt64) -> UInt64 {
    let mixed = (key ^ key >> 29) &* 0x9E37_79B9_7F4A_7C15
    return mixed ^ mixed >> 32
  }

  /// Looks up eight bytes at a time, at the cost of one look into the bitmap.
  struct Probe {
    fileprivate let filter: UnsafeBufferPointer<UInt64>
    fileprivate let shift: UInt64

    /// Whether a pattern may begin with the eight bytes, the first one highest.
    @inline(__always)
    func mayBegin(_ key: UInt64) -> Bool {
      let bit = Int(truncatingIfNeeded: SecretIndex.hash(key) >> shift)
      return filter[bit >> 6] & (1 << UInt64(bit & 63)) != 0
    }
  }

  /// Lends out the bitmap.
  func withProbe<Result>(_ body: (Probe) -> Result) -> Result {
    filter.withUnsafeBufferPointer { body(Probe(filter: $0, shift: shift)) }
  }

  /// The longest pattern that stands at a position of a text: its length and identity.
  func pattern(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (length: Int, id: Int)? {
    guard bytes.count - start >= 8 else { return nil }
    var key: UInt64 = 0
    for index in start..<(start + 8) { key = key << 8 | UInt64(bytes[index]) }
    guard let bucket = buckets[key], let found = longest(of: bucket, at: start, in: bytes) else {
      return nil
    }
    return (found.bytes.count, found.id)
  }

  /// The most bytes that must be seen to tell which pattern stands somewhere.
  static var longestPattern: Int { pieceLength }

  /// All places where a pattern stands; overlapping ones are merged, and touching ones of one secret.
  ///
  /// Merging, not choosing: where two secrets overlap, what would be left of one could be told.
  ///
  /// - Complexity: O(*n*), and the length of a pattern more wherever the beginning of one stands.
  func matches(in bytes: UnsafeBufferPointer<UInt8>) -> [Match] {
    guard !patterns.isEmpty, bytes.count >= 8 else { return [] }
    var found: [Match] = []
    let raw = UnsafeRawBufferPointer(bytes)
    withProbe { probe in
      groups.withUnsafeBufferPointer { groups in
        for sample in stride(from: 0, through: bytes.count - 4, by: Self.groupCount) {
          let group = UInt32(bigEndian: raw.loadUnaligned(fromByteOffset: sample, as: UInt32.self))
          let bit = Self.groupBit(group, groupShift)
          guard groups[bit >> 6] & (1 << UInt64(bit & 63)) != 0 else { continue }
          let first = max(0, sample - Self.groupCount + 1)
          for start in first...sample where start + 8 <= bytes.count {
            let key = UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: start, as: UInt64.self))
            guard probe.mayBegin(key), let (length, id) = pattern(at: start, in: bytes) else {
              continue
            }
            Self.merge(
              Match(range: start..<(start + length), id: id, longest: length), into: &found)
          }
        }
      }
    }
    return found
  }

  /// Adds a match that begins no earlier than those before it.
  static func merge(_ match: Match, into found: inout [Match]) {
    guard let last = found.last,
      match.range.lowerBound < last.range.upperBound
        || (match.range.lowerBound == last.range.upperBound && match.id == last.id)
    else {
      found.append(match)
      return
    }
    let range =
      last.range.lowerBound..<max(last.range.upperBound, match.range.upperBound)
    // Of equal lengths, the last: it is the piece by which long secrets differ.
    let winner =
      match.longest > last.longest
        || (match.longest == last.longest && match.range.upperBound > last.range.upperBound)
      ? match : last
    found[found.count - 1] = Match(range: range, id: winner.id, longest: winner.longest)
  }

  /// The longest pattern of a sorted bucket that the text has at a position.
  private func longest(
    of bucket: [Int32], at start: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Pattern? {
    var limit = bytes.count - start
    while true {
      // The last pattern that does not come after the text; only it, or a prefix of what it has in
      // common with the text, can stand here.
      var (low, high) = (0, bucket.count)
      while low < high {
        let middle = (low + high) / 2
        if comesAfter(patterns[Int(bucket[middle])].bytes, start, limit, bytes) {
          high = middle
        } else {
          low = middle + 1
        }
      }
      guard low > 0 else { return nil }
      let pattern = patterns[Int(bucket[low - 1])]
      let common = commonLength(pattern.bytes, start, limit, bytes)
      if common == pattern.bytes.count { return pattern }
      guard common >= Self.minimumLength else { return nil }
      limit = common
    }
  }

  private func commonLength(
    _ pattern: [UInt8], _ start: Int, _ limit: Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let count = min(pattern.count, limit)
    var index = 0
    while index < count, pattern[index] == bytes[start + index] { index += 1 }
    return index
  }

  private func comesAfter(
    _ pattern: [UInt8], _ start: Int, _ limit: Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let common = commonLength(pattern, start, limit, bytes)
    if common == pattern.count { return false }
    if common == limit { return true }
    return pattern[common] > bytes[start + common]
  }
}

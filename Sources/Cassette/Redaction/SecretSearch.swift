/// Finds secrets in a text in whatever encoding they stand there.
///
/// The text is read as it is, with percent-encoding undone once and twice, with JSON's escapes undone
/// once and twice, and with both; in each of these, every run that could be base64 is read at each of
/// its four phases, and every run that could be hexadecimal at both.
struct SecretSearch {
  private let index: SecretIndex
  private var found: [SecretIndex.Match] = []

  /// Where secrets stand in the bytes: in any order, and overlapping.
  ///
  /// - Complexity: O(*n*), whatever the number of secrets.
  static func matches(in bytes: [UInt8], index: SecretIndex) -> [SecretIndex.Match] {
    guard !index.isEmpty, bytes.count >= SecretIndex.minimumLength else { return [] }
    var search = SecretSearch(index: index)
    search.run(bytes)
    return search.found
  }

  /// The matches in order and merged, without those that touch a protected range.
  ///
  /// - Parameters:
  ///   - matches: What was found.
  ///   - protected: Ranges in order, which do not overlap.
  static func merged(
    _ matches: [SecretIndex.Match], avoiding protected: [Range<Int>]
  ) -> [SecretIndex.Match] {
    var merged: [SecretIndex.Match] = []
    for match in matches.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where !touches(match.range, protected) {
      SecretIndex.merge(match, into: &merged)
    }
    return merged
  }

  private init(index: SecretIndex) {
    self.index = index
  }

  private static func touches(_ range: Range<Int>, _ protected: [Range<Int>]) -> Bool {
    var (low, high) = (0, protected.count)
    while low < high {
      let middle = (low + high) / 2
      if protected[middle].upperBound <= range.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < protected.count && protected[low].lowerBound < range.upperBound
  }

  private mutating func run(_ bytes: [UInt8]) {
    let plain = DecodedText(bytes)
    look(in: plain)
    let unescaped = plain.unescaped()
    if let unescaped {
      look(in: unescaped)
      if let twice = unescaped.unescaped() { look(in: twice) }
      if let both = unescaped.percentDecoded() {
        look(in: both)
        if let more = both.percentDecoded() { look(in: more) }
      }
    }
    if let once = plain.percentDecoded() {
      look(in: once)
      let twice = once.percentDecoded()
      if let twice { look(in: twice) }
      if unescaped == nil, let both = (twice ?? once).unescaped() { look(in: both) }
    }
  }

  private mutating func look(in text: DecodedText) {
    for match in text.bytes.withUnsafeBufferPointer(index.matches) {
      found.append(
        SecretIndex.Match(
          range: text.original(match.range), id: match.id, longest: match.longest))
    }
    lookInBase64(of: text)
    lookInHexadecimal(of: text)
  }

  /// Whether a run stands in the original as it stands here, where it is looked through anyway.
  private func isUnchanged(_ range: Range<Int>, of text: DecodedText) -> Bool {
    text.isDecoded && text.original(range).count == range.count
  }

  // MARK: Base64

  // Eight bytes fill at least eleven characters, of which the outer two may be shared.
  private static let shortestBase64 = 11
  // Mail's base64 breaks its lines (RFC 2045 §6.8); a shorter line is its last.
  private static let shortestBrokenLine = 48

  private mutating func lookInBase64(of text: DecodedText) {
    let values = Base64Text.values
    let bytes = text.bytes
    var decoded: [UInt8] = []
    var start = 0
    while start < bytes.count {
      guard values[Int(bytes[start])] < 64 else {
        start += 1
        continue
      }
      // Where in the text each character stands; only where lines were joined.
      var positions: [Int] = []
      var lineStart = start
      var end = start
      while end < bytes.count {
        let value = values[Int(bytes[end])]
        if value < 64 {
          if !positions.isEmpty { positions.append(end) }
          end += 1
          continue
        }
        var next = end
        while next < bytes.count, next - end < 2, isLineBreak(bytes[next]) { next += 1 }
        guard next > end, end - lineStart >= Self.shortestBrokenLine, next < bytes.count,
          values[Int(bytes[next])] < 64
        else { break }
        if positions.isEmpty { positions = Array(start..<end) }
        end = next
        lineStart = next
      }
      let count = positions.isEmpty ? end - start : positions.count
      if count >= Self.shortestBase64, !isUnchanged(start..<end, of: text) {
        for phase in 0..<4 {
          decode(bytes, start, positions, phase..<count, into: &decoded)
          for match in decoded.withUnsafeBufferPointer(index.matches) {
            let first = phase + match.range.lowerBound * 8 / 6
            let last = phase + (match.range.upperBound * 8 - 1) / 6
            let range =
              positions.isEmpty
              ? (start + first)..<(start + last + 1) : positions[first]..<(positions[last] + 1)
            found.append(
              SecretIndex.Match(
                range: text.original(range), id: match.id, longest: match.longest))
          }
        }
      }
      start = max(end, start + 1)
    }
  }

  private func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  private func decode(
    _ bytes: [UInt8], _ start: Int, _ positions: [Int], _ characters: Range<Int>,
    into decoded: inout [UInt8]
  ) {
    decoded.removeAll(keepingCapacity: true)
    var bits: UInt32 = 0
    var bitCount: UInt32 = 0
    let joined = !positions.isEmpty
    Base64Text.values.withUnsafeBufferPointer { values in
      bytes.withUnsafeBufferPointer { bytes in
        for index in characters {
          let byte = bytes[joined ? positions[index] : start + index]
          bits = bits << 6 | UInt32(values[Int(byte)])
          bitCount += 6
          if bitCount >= 8 {
            bitCount -= 8
            decoded.append(UInt8(truncatingIfNeeded: bits >> bitCount))
          }
        }
      }
    }
  }

  // MARK: Hexadecimal

  private mutating func lookInHexadecimal(of text: DecodedText) {
    let bytes = text.bytes
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end].hexadecimalDigitValue != nil { end += 1 }
      if end - start >= 2 * SecretIndex.minimumLength, !isUnchanged(start..<end, of: text) {
        for phase in 0..<2 {
          var decoded: [UInt8] = []
          var position = start + phase
          while position + 1 < end {
            decoded.append(
              (bytes[position].hexadecimalDigitValue ?? 0) << 4
                | (bytes[position + 1].hexadecimalDigitValue ?? 0))
            position += 2
          }
          for match in decoded.withUnsafeBufferPointer(index.matches) {
            let first = start + phase + 2 * match.range.lowerBound
            let range = first..<(first + 2 * match.range.count)
            found.append(
              SecretIndex.Match(
                range: text.original(range), id: match.id, longest: match.longest))
          }
        }
      }
      start = max(end, start + 1)
    }
  }
}

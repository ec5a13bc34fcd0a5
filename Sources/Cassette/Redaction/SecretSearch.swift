/// Finds secrets in a text in whatever encoding they stand there.
///
/// The text is read as it is, with percent-encoding undone once and twice, with JSON's escapes undone
/// once and twice, and with both; in each of these, every run that could be base64 is read at each of
/// its four phases, and every run that could be hexadecimal at both. What may be UTF-16 is read without
/// its zero bytes.
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

  /// Whether secrets may stand in a text, at little cost: in most texts none does, for they are short
  /// and encode nothing.
  ///
  /// - Complexity: O(*n*), whatever the number of secrets.
  static func mayMatch(_ text: UnsafeBufferPointer<UInt8>, index: SecretIndex) -> Bool {
    guard !index.isEmpty, text.count >= SecretIndex.minimumLength else { return false }
    let bytes = UnsafeRawBufferPointer(text)
    return bytes.firstOffset(of: UInt8(ascii: "\\")) != nil
      || bytes.firstOffset(of: UInt8(ascii: "%")) != nil
      || DecodedText.mayHaveZeros(text) || firstRun(in: text, from: 0) != nil
      || !index.matches(in: text).isEmpty
  }

  /// The matches in order and merged, without those that touch a protected range.
  ///
  /// - Parameters:
  ///   - matches: What was found.
  ///   - protected: Ranges in order, which do not overlap.
  /// - Returns: Ranges in order, which do not overlap.
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
    if let wide = plain.withoutZeros() { look(in: wide) }
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
    text.bytes.withUnsafeBufferPointer { bytes in
      for match in index.matches(in: bytes) {
        report(match.range, match.id, match.longest, in: text)
      }
      lookInRuns(bytes, of: text)
    }
  }

  private mutating func report(
    _ range: Range<Int>, _ id: Int, _ length: Int, in text: DecodedText
  ) {
    found.append(SecretIndex.Match(range: text.original(range), id: id, longest: length))
  }

  // MARK: Base64 and hexadecimal

  // Eight bytes fill at least eleven characters of base64, of which the outer two may be shared.
  private static let shortestRun = 11
  // Mail's base64 breaks its lines (RFC 2045 §6.8); a shorter line is its last.
  private static let shortestBrokenLine = 48

  /// Looks through every run of characters that could be base64; hexadecimal digits are among them.
  private mutating func lookInRuns(_ bytes: UnsafeBufferPointer<UInt8>, of text: DecodedText) {
    Base64Text.values.withUnsafeBufferPointer { values in
      var next = 0
      while let start = Self.firstRun(in: bytes, from: next) {
        let end = runEnd(bytes, from: start, values)
        // What stands in the original as it stands here is looked through there.
        if !text.isDecoded || text.original(start..<end).count != end - start {
          lookInRun(bytes, start..<end, values, of: text)
        }
        next = end
      }
    }
  }

  /// Where the first run begins, from an offset on, that is long enough to hold a secret.
  private static func firstRun(in bytes: UnsafeBufferPointer<UInt8>, from offset: Int) -> Int? {
    Base64Text.values.withUnsafeBufferPointer { values in
      bytes.firstRun(of: shortestRun, from: offset) { values[Int($0)] < 64 }
    }
  }

  private func runEnd(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, _ values: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var lineStart = start
    var end = start
    while true {
      while end < bytes.count, values[Int(bytes[end])] < 64 { end += 1 }
      var next = end
      while next < bytes.count, next - end < 2, bytes[next] == 0x0A || bytes[next] == 0x0D {
        next += 1
      }
      guard next > end, end - lineStart >= Self.shortestBrokenLine, next < bytes.count,
        values[Int(bytes[next])] < 64
      else { return end }
      (end, lineStart) = (next, next)
    }
  }

  /// Slides a window of eight decoded bytes over a run, at every bit at which a byte may end.
  private mutating func lookInRun(
    _ bytes: UnsafeBufferPointer<UInt8>, _ run: Range<Int>,
    _ values: UnsafeBufferPointer<UInt8>, of text: DecodedText
  ) {
    var hits: [(last: Int, spareBits: Int)] = []
    index.withProbe { probe in
      // The last 64 bits, and those before them; the same of hexadecimal.
      var low: UInt64 = 0
      var high: UInt64 = 0
      var digits: UInt64 = 0
      var digitCount = 0
      for position in run {
        let value = values[Int(bytes[position])]
        // A line's end.
        guard value < 64 else { continue }
        high = high << 6 | low >> 58
        low = low << 6 | UInt64(value)
        if probe.mayBegin(low) { hits.append((position, 0)) }
        if probe.mayBegin(low >> 2 | high << 62) { hits.append((position, 2)) }
        if probe.mayBegin(low >> 4 | high << 60) { hits.append((position, 4)) }
        if let digit = bytes[position].hexadecimalDigitValue {
          digits = digits << 4 | UInt64(digit)
          digitCount += 1
          if digitCount >= 16, probe.mayBegin(digits) {
            lookInHexadecimal(bytes, position - 15, run, of: text)
          }
        } else {
          digitCount = 0
        }
      }
    }
    for hit in hits { lookInBase64(bytes, run, hit.last, hit.spareBits, values, of: text) }
  }

  /// Decodes base64 from where a window of eight bytes begins, and reports the secret that stands there.
  ///
  /// The window ends in the character at `last`, of which it leaves so many bits to spare.
  private mutating func lookInBase64(
    _ bytes: UnsafeBufferPointer<UInt8>, _ run: Range<Int>, _ last: Int, _ spareBits: Int,
    _ values: UnsafeBufferPointer<UInt8>, of text: DecodedText
  ) {
    // 64 bits and the spare ones: the first character has the rest.
    let characters = (64 + spareBits + 5) / 6
    var first = last
    var seen = 1
    while seen < characters, first > run.lowerBound {
      first -= 1
      if values[Int(bytes[first])] < 64 { seen += 1 }
    }
    guard seen == characters else { return }
    var pending = UInt32(values[Int(bytes[first])])
    var pendingCount = 6 - (characters * 6 - 64 - spareBits)
    var decoded: [UInt8] = []
    // The character that holds each decoded byte's last bit.
    var ends: [Int] = []
    var position = first + 1
    while position < run.upperBound, decoded.count < SecretIndex.longestPattern {
      let value = values[Int(bytes[position])]
      if value < 64 {
        pending = pending << 6 | UInt32(value)
        pendingCount += 6
        if pendingCount >= 8 {
          pendingCount -= 8
          decoded.append(UInt8(truncatingIfNeeded: pending >> UInt32(pendingCount)))
          ends.append(position)
        }
      }
      position += 1
    }
    guard let (length, id) = decoded.withUnsafeBufferPointer({ index.pattern(at: 0, in: $0) })
    else { return }
    report(first..<(ends[length - 1] + 1), id, length, in: text)
  }

  private mutating func lookInHexadecimal(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ run: Range<Int>, of text: DecodedText
  ) {
    var decoded: [UInt8] = []
    var position = start
    while position + 1 < run.upperBound, decoded.count < SecretIndex.longestPattern,
      let high = bytes[position].hexadecimalDigitValue,
      let low = bytes[position + 1].hexadecimalDigitValue
    {
      decoded.append(high << 4 | low)
      position += 2
    }
    guard let (length, id) = decoded.withUnsafeBufferPointer({ index.pattern(at: 0, in: $0) })
    else { return }
    report(start..<(start + 2 * length), id, length, in: text)
  }
}

/// Finds long random values after names that sound secret, in a text of any kind: `name=value`,
/// `"name": "value"`, lists, `<name>value`, and `"name": …, "value": …`.
struct SuspicionScan: Sendable {
  /// A value, and what it is called.
  struct Hit {
    let range: Range<Int>
    /// The rule's index.
    let rule: Int
    let name: [UInt8]
  }

  private let rules: [(names: SuspiciousNames, index: Int)]

  var isEmpty: Bool { rules.isEmpty }

  init(_ rules: [Tripwire.Rule]) {
    self.rules = rules.enumerated().compactMap { index, rule in
      guard case .randomValues(let names) = rule.pattern else { return nil }
      return (names, index)
    }
  }

  /// Whether a text has a run of bytes as long as a random value: most have none.
  ///
  /// What such a value is made of is so in percent-encoding too.
  func mayFindAnything(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !isEmpty else { return false }
    return Self.runBytes.withUnsafeBufferPointer { runBytes in
      text.firstRun(of: Randomness.minimumCount) { runBytes[Int($0)] } != nil
    }
  }

  /// The suspicious values of a text.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - name: What the text as a whole is called; nil where it has no name.
  /// - Returns: The values, with their names.
  /// - Complexity: O(*n*) in the number of bytes.
  func hits(in bytes: [UInt8], named name: [UInt8]?) -> [Hit] {
    guard !isEmpty, bytes.count >= Randomness.minimumCount else { return [] }
    var hits: [Hit] = []
    if let name { words(of: bytes, named: name, &hits) }
    inside(bytes, &hits)
    guard bytes.contains(UInt8(ascii: "%")),
      let decoded = DecodedText(bytes).percentDecoded()
    else { return hits }
    // A URL in a query, and JSON in a form.
    for text in [decoded, decoded.percentDecoded()].compactMap({ $0 }) {
      var inner: [Hit] = []
      inside(text.bytes, &inner)
      for hit in inner {
        let range = text.original(hit.range)
        guard !hits.contains(where: { $0.range.overlaps(range) }) else { continue }
        hits.append(Hit(range: range, rule: hit.rule, name: hit.name))
      }
    }
    return hits
  }

  private func add(
    _ range: Range<Int>, _ name: ArraySlice<UInt8>, _ bytes: [UInt8], _ hits: inout [Hit]
  ) {
    guard !Self.isURL(bytes[range]), let rule = rules.first(where: { $0.names.contains(name) }),
      Randomness.isRandom(bytes[range])
    else { return }
    hits.append(Hit(range: range, rule: rule.index, name: Array(name)))
  }

  /// Whether a value begins as a URL does: that is the most frequent long one, and no random value.
  private static func isURL(_ value: ArraySlice<UInt8>) -> Bool {
    value.starts(with: "https://".utf8) || value.starts(with: "http://".utf8)
  }

  /// The words of a field's value; what has a name of its own is judged by that.
  private func words(of bytes: [UInt8], named name: [UInt8], _ hits: inout [Hit]) {
    guard rules.contains(where: { $0.names.contains(name[...]) }) else { return }
    for word in bytes.split(separator: 0x20) {
      let end = Self.runEnd(bytes, from: word.startIndex, to: word.endIndex)
      add(word.startIndex..<end, name[...], bytes, &hits)
    }
  }

  private func inside(_ bytes: [UInt8], _ hits: inout [Hit]) {
    var pair: (value: ArraySlice<UInt8>, end: Int)?
    // Separators stand in runs too: each run is walked once.
    var run = 0..<0
    for index in bytes.indices {
      let byte = bytes[index]
      guard
        byte == UInt8(ascii: ":") || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">")
      else { continue }
      let start = Self.valueStart(bytes, after: index)
      guard start < bytes.count else { continue }
      if byte == UInt8(ascii: ":"), let own = Self.pairName(bytes, before: index, valueAt: start) {
        pair = (own, start)
        continue
      }
      if bytes[start] == UInt8(ascii: "[") {
        list(bytes, from: start + 1, separator: index, &hits)
        continue
      }
      if !run.contains(start) {
        run = start..<Self.runEnd(bytes, from: start, to: bytes.count)
      }
      let end = run.upperBound
      guard end - start >= Randomness.minimumCount,
        let name = Self.name(bytes, before: index), !name.isEmpty
      else { continue }
      if let pair, name.elementsEqual("value".utf8), index - pair.end < 400 {
        add(start..<end, pair.value, bytes, &hits)
      } else {
        add(start..<end, name, bytes, &hits)
      }
    }
  }

  /// The strings of a list.
  private func list(_ bytes: [UInt8], from start: Int, separator: Int, _ hits: inout [Hit]) {
    var index = start
    var name: ArraySlice<UInt8>?
    while index < bytes.count {
      while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D, 0x2C].contains(bytes[index]) {
        index += 1
      }
      let open = Self.skippingQuote(bytes, at: index)
      guard open > index else { return }
      let end = Self.runEnd(bytes, from: open, to: bytes.count)
      if end - open >= Randomness.minimumCount {
        if name == nil { name = Self.name(bytes, before: separator) }
        guard let name, !name.isEmpty, rules.contains(where: { $0.names.contains(name) }) else {
          return
        }
        add(open..<end, name, bytes, &hits)
      }
      index = Self.skippingQuote(bytes, at: end)
      guard index > end else { return }
    }
  }

  // MARK: Bytes

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  private static func skippingQuote(_ bytes: [UInt8], at index: Int) -> Int {
    var quote = index
    while quote < bytes.count, quote - index < 8, bytes[quote] == UInt8(ascii: "\\") { quote += 1 }
    return quote < bytes.count && isQuote(bytes[quote]) ? quote + 1 : index
  }

  private static func valueStart(_ bytes: [UInt8], after separator: Int) -> Int {
    var index = separator + 1
    // `=>`, `==` and `:=`.
    if index < bytes.count, bytes[index] == UInt8(ascii: "=") || bytes[index] == UInt8(ascii: ">") {
      index += 1
    }
    while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    return skippingQuote(bytes, at: index)
  }

  private static let runBytes: [Bool] = (0...255).map { byte in
    TokenText.isAlphanumeric(UInt8(byte)) || "-_.~+/:=%".utf8.contains(UInt8(byte))
  }

  /// Where a run of what random values are made of ends.
  private static func runEnd(_ bytes: [UInt8], from start: Int, to limit: Int) -> Int {
    var end = start
    while end < limit, runBytes[Int(bytes[end])] { end += 1 }
    return end
  }

  /// The name before a separator; nil where there is none.
  private static func name(_ bytes: [UInt8], before separator: Int) -> ArraySlice<UInt8>? {
    var end = separator
    while end > 0, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    guard end > 0 else { return nil }
    if isQuote(bytes[end - 1]) {
      let quote = bytes[end - 1]
      end -= 1
      while end > 0, bytes[end - 1] == UInt8(ascii: "\\") { end -= 1 }
      var start = end
      while start > 0, end - start <= 80, bytes[start - 1] != quote { start -= 1 }
      return end - start <= 80 ? bytes[start..<end] : nil
    }
    var start = end
    while start > 0, end - start <= 80,
      SecretScan.isNameByte(bytes[start - 1]) || bytes[start - 1] == 0x2E
    { start -= 1 }
    guard end - start <= 80 else { return nil }
    if bytes[separator] == UInt8(ascii: ">"),
      start == 0 || bytes[start - 1] != UInt8(ascii: "<")
    {
      return nil
    }
    return bytes[start..<end]
  }

  /// The string that is the value of a member `name` or `key`, which tells what a member `value` is.
  private static func pairName(
    _ bytes: [UInt8], before separator: Int, valueAt start: Int
  ) -> ArraySlice<UInt8>? {
    // `e":` and `y":`
    var end = separator
    while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
    guard end >= 5, bytes[end - 1] == UInt8(ascii: "\"") else { return nil }
    let last = bytes[end - 2]
    guard last == UInt8(ascii: "e") || last == UInt8(ascii: "y") || last == UInt8(ascii: "\\"),
      let name = name(bytes, before: separator),
      name.elementsEqual("name".utf8) || name.elementsEqual("key".utf8)
    else { return nil }
    var close = start
    while close < bytes.count, close - start <= 80, !isQuote(bytes[close]) { close += 1 }
    // A key of that length is a value.
    return close - start < Randomness.minimumCount * 2 ? bytes[start..<close] : nil
  }
}

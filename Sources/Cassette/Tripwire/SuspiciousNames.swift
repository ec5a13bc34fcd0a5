/// Names under which a random value is in all likelihood a secret.
struct SuspiciousNames: Hashable, Sendable {
  private let words: Set<[UInt8]>
  private let exceptions: Set<[UInt8]>
  /// Words that a longer word may end in.
  private let endings: [[UInt8]]
  /// A bit for each hash of three letters with which one of the words begins; nil where one is shorter.
  private let starts: [UInt64]?

  init(words: [String], exceptions: [String]) {
    func lowered(_ text: String) -> [UInt8] { text.utf8.map(SecretNames.lowered) }
    self.words = Set(words.map(lowered))
    self.exceptions = Set(exceptions.map(lowered))
    endings = words.map(lowered).filter { $0.count >= 5 }.sorted {
      $0.lexicographicallyPrecedes($1)
    }
    starts =
      self.words.allSatisfy { $0.count >= 3 }
      ? self.words.reduce(into: [UInt64](repeating: 0, count: 16)) { bits, word in
        let bit = Self.bit(word.prefix(3).reduce(0) { $0 << 8 | UInt32($1) })
        bits[bit >> 6] |= 1 << UInt64(bit & 63)
      } : nil
  }

  private static func bit(_ triple: UInt32) -> Int {
    Int(truncatingIfNeeded: ((triple & 0xFF_FFFF) &* 0x9E37_79B1) >> 22)
  }

  /// Whether one of the words may stand in a name: in most, none does.
  private func mayStand(in name: ArraySlice<UInt8>) -> Bool {
    guard let starts else { return true }
    var triple: UInt32 = 0
    for byte in name {
      triple = triple << 8 | UInt32(SecretNames.lowered(byte))
      let bit = Self.bit(triple)
      if starts[bit >> 6] & 1 << UInt64(bit & 63) != 0 { return true }
    }
    return false
  }

  /// The words in lower case, in the order of their bytes.
  var sortedWords: [String] { Self.sorted(words) }
  /// The exceptions in lower case, in the order of their bytes.
  var sortedExceptions: [String] { Self.sorted(exceptions) }

  private static func sorted(_ words: Set<[UInt8]>) -> [String] {
    words.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether a name is suspicious.
  func contains(_ name: ArraySlice<UInt8>) -> Bool {
    guard mayStand(in: name) else { return false }
    let parts = Self.words(of: name)
    guard let last = parts.last, !parts.contains(where: exceptions.contains) else { return false }
    return parts.contains(where: isWord)
      || endings.contains { last.count > $0.count && ends(last, $0) }
  }

  private func isWord(_ word: [UInt8]) -> Bool {
    words.contains(word)
      || word.last == UInt8(ascii: "s") && words.contains(Array(word.dropLast()))
  }

  private func ends(_ word: [UInt8], _ ending: [UInt8]) -> Bool {
    let word = word.last == UInt8(ascii: "s") ? word.dropLast() : word[...]
    return word.suffix(ending.count).elementsEqual(ending)
  }

  /// A name's words in lower case, without the digits at their ends: of `X-shopToken_v2`, `x`, `shop`, `token`
  /// and `v`.
  private static func words(of name: ArraySlice<UInt8>) -> [[UInt8]] {
    var words: [[UInt8]] = []
    var word: [UInt8] = []
    var isAfterSmall = false
    for byte in name {
      let isCapital = (0x41...0x5A).contains(byte)
      if !TokenText.isAlphanumeric(byte) || isCapital && isAfterSmall, !word.isEmpty {
        words.append(word)
        word = []
      }
      if TokenText.isAlphanumeric(byte) { word.append(SecretNames.lowered(byte)) }
      isAfterSmall = (0x61...0x7A).contains(byte)
    }
    if !word.isEmpty { words.append(word) }
    return words.flatMap { word -> [[UInt8]] in
      let letters = word.prefix { !(0x30...0x39).contains($0) }
      // `sha256` is a word of its own, `token2` another `token`.
      return letters.isEmpty || letters.count == word.count ? [word] : [word, Array(letters)]
    }
  }
}

/// Finds tokens of known shapes in one pass over a text.
///
/// Two bytes that begin no token, or none at which one may stand, cost one look.
struct TokenScan: Sendable {
  /// A token, and which rule it fits.
  struct Hit {
    let range: Range<Int>
    /// The rule's index.
    let rule: Int
  }

  private enum Form: Sendable {
    case shape(TokenShape)
    case webToken
    case privateKey
    case botToken
  }

  // A bit for each pair of bytes with which a token may begin.
  private var pairs = [UInt64](repeating: 0, count: 1024)
  // A bit for each hash of three bytes with which a token may begin, bots' aside: two of them are met in
  // most texts.
  private var triples = [UInt64](repeating: 0, count: 1024)
  private var hasBotToken = false
  // By the first byte, the longest prefixes first.
  private var forms = [[(form: Form, rule: Int)]](repeating: [], count: 256)
  private(set) var isEmpty = true

  init(_ rules: [Tripwire.Rule]) {
    var shapes: [(shape: TokenShape, rule: Int)] = []
    for (index, rule) in rules.enumerated() {
      switch rule.pattern {
      case .tokens(let found):
        shapes += found.filter { $0.prefix.count >= 2 }.map { ($0, index) }
      case .webToken: add(.webToken, index, Array("eyJ".utf8))
      case .privateKey: add(.privateKey, index, Array("---".utf8))
      case .botToken:
        for byte in UInt8(0x21)...0x7E { add(.botToken, index, [UInt8(ascii: ":"), byte]) }
      case .randomValues: break
      }
    }
    for (shape, index) in shapes.sorted(by: { $0.shape.prefix.count > $1.shape.prefix.count }) {
      add(.shape(shape), index, Array(shape.prefix.prefix(3)))
    }
  }

  private mutating func add(_ form: Form, _ rule: Int, _ start: [UInt8]) {
    isEmpty = false
    let pair = Int(start[0]) << 8 | Int(start[1])
    pairs[pair >> 6] |= 1 << UInt64(pair & 63)
    if case .botToken = form {
      hasBotToken = true
      if forms[Int(start[0])].contains(where: { $0.rule == rule }) { return }
    } else {
      for third in start.count > 2 ? start[2]...start[2] : 0...255 {
        let bit = Self.triple(UInt32(pair) << 8 | UInt32(third))
        triples[bit >> 6] |= 1 << UInt64(bit & 63)
      }
    }
    forms[Int(start[0])].append((form, rule))
  }

  private static func triple(_ bytes: UInt32) -> Int {
    Int(truncatingIfNeeded: ((bytes & 0xFF_FFFF) &* 0x9E37_79B1) >> 16)
  }

  /// Whether a text may hold a token: nearly all that do not are told by their bytes in threes.
  ///
  /// - Complexity: O(*n*) in the number of bytes, at a fraction of what `hits(in:)` costs.
  func mayHit(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !isEmpty, bytes.count >= 8 else { return false }
    return triples.withUnsafeBufferPointer { triples in
      var triple = UInt32(bytes[0]) << 8 | UInt32(bytes[1])
      for index in 2..<bytes.count {
        triple = triple << 8 | UInt32(bytes[index])
        let bit = Self.triple(triple)
        guard
          triples[bit >> 6] & 1 << UInt64(bit & 63) != 0
            || bytes[index - 2] == UInt8(ascii: ":") && hasBotToken
        else { continue }
        if mayBegin(bytes, at: index - 2) { return true }
      }
      return false
    }
  }

  private func mayBegin(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    forms[Int(bytes[index])].contains { form, _ in
      switch form {
      case .shape(let shape):
        bytes.count - index > shape.prefix.count
          && bytes[index..<(index + shape.prefix.count)].elementsEqual(shape.prefix)
      case .webToken, .privateKey: true
      case .botToken:
        index >= 8 && bytes[(index - 8)..<index].allSatisfy { (0x30...0x39).contains($0) }
      }
    }
  }

  /// The tokens, in order, none within another.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  func hits(in bytes: [UInt8]) -> [Hit] {
    guard !isEmpty, bytes.count >= 8 else { return [] }
    var hits: [Hit] = []
    var taken = 0
    pairs.withUnsafeBufferPointer { pairs in
      bytes.withUnsafeBufferPointer { source in
        var pair = Int(source[0])
        for index in 0..<(source.count - 1) {
          pair = (pair << 8 | Int(source[index + 1])) & 0xFFFF
          guard pairs[pair >> 6] & 1 << UInt64(pair & 63) != 0, index >= taken else { continue }
          for (form, rule) in forms[pair >> 8] {
            guard let range = match(form, in: bytes, at: index), range.lowerBound >= taken else {
              continue
            }
            hits.append(Hit(range: range, rule: rule))
            taken = range.upperBound
            break
          }
        }
      }
    }
    return hits
  }

  private func match(_ form: Form, in bytes: [UInt8], at index: Int) -> Range<Int>? {
    switch form {
    case .shape(let shape):
      // What begins with a host may stand after anything.
      guard bytes.count - index > shape.prefix.count,
        bytes[index + shape.prefix.count - 1] == shape.prefix[shape.prefix.count - 1],
        let range = shape.match(in: bytes, at: index),
        shape.keepsPrefix
          || TokenText.begins(at: index, in: bytes)
            && !TokenText.isWithinBase64(index..<range.upperBound, in: bytes)
      else { return nil }
      return range
    case .webToken: return Self.webToken(in: bytes, at: index)
    case .privateKey: return Self.privateKey(in: bytes, at: index)
    case .botToken: return Self.botToken(in: bytes, at: index)
    }
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    TokenText.isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  // MARK: JSON Web Tokens

  private static let placeholder = Array(
    Base64Text.encodeURL(Array("[redacted:".utf8)).utf8.prefix(13))

  /// Three parts, or five of an encrypted one, of which the first says how (RFC 7515 §3.1).
  private static func webToken(in bytes: [UInt8], at start: Int) -> Range<Int>? {
    guard bytes.count - start > 24, bytes[start + 2] == UInt8(ascii: "J"),
      TokenText.begins(at: start, in: bytes)
    else { return nil }
    var ends: [Int] = []
    var end = start
    while end <= bytes.count, ends.count < 5 {
      while end < bytes.count, isTokenByte(bytes[end]) { end += 1 }
      ends.append(end)
      guard end < bytes.count, bytes[end] == UInt8(ascii: ".") else { break }
      end += 1
    }
    guard ends.count >= 3, ends[0] - start >= 12,
      let header = Base64Text.decode(Array(bytes[start..<ends[0]])),
      header.firstRange(of: Array("\"alg\"".utf8)) != nil
    else { return nil }
    let last = ends.count == 5 ? ends[4] : ends[2]
    let signature = bytes[(ends[1] + 1)..<ends[2]]
    // Of a token that is redacted only the form is left.
    guard !signature.starts(with: placeholder), last - start >= 24 else { return nil }
    return start..<last
  }

  // MARK: Private keys

  // In bytes, so that a text made of beginnings takes linear time.
  private static let longestKey = 1 << 14

  private static func privateKey(in bytes: [UInt8], at start: Int) -> Range<Int>? {
    let opening = Array("-----BEGIN ".utf8)
    guard bytes[start...].starts(with: opening) else { return nil }
    let label = start + opening.count
    guard let dashes = bytes[label...].prefix(60).firstRange(of: Array("-----".utf8)),
      bytes[label..<dashes.lowerBound].firstRange(of: Array("PRIVATE KEY".utf8)) != nil
    else { return nil }
    let closing = Array("-----END ".utf8) + bytes[label..<dashes.lowerBound] + Array("-----".utf8)
    let rest = bytes[dashes.upperBound...].prefix(longestKey)
    if let end = rest.firstRange(of: closing) {
      return start..<end.upperBound
    }
    // Cut off: to the end of the string or of the text.
    let end = rest.firstIndex {
      $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&")
    }
    return start..<(end ?? rest.endIndex)
  }

  // MARK: Bots

  private static func botToken(in bytes: [UInt8], at colon: Int) -> Range<Int>? {
    guard colon >= 8, bytes.count - colon > 35, (0x30...0x39).contains(bytes[colon - 1]) else {
      return nil
    }
    var start = colon
    while start > 0, colon - start <= 10, (0x30...0x39).contains(bytes[start - 1]) { start -= 1 }
    let end = colon + 36
    guard (8...10).contains(colon - start), bytes[(colon + 1)..<end].allSatisfy(isTokenByte),
      end == bytes.count || !isTokenByte(bytes[end]),
      Randomness.isRandom(bytes[(colon + 1)..<end])
    else { return nil }
    return start..<end
  }
}

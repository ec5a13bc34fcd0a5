/// What tokens of one kind look like: a prefix, and how many of which bytes follow it.
struct TokenShape: Hashable, Sendable {
  /// What may follow the prefix.
  enum Alphabet: Hashable, Sendable {
    case upperCase
    case hexadecimal
    /// Letters, digits and these.
    case letters(and: [UInt8])

    func contains(_ byte: UInt8) -> Bool {
      switch self {
      case .upperCase: (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
      case .hexadecimal: byte.hexadecimalDigitValue != nil
      case .letters(let others): TokenText.isAlphanumeric(byte) || others.contains(byte)
      }
    }
  }

  let prefix: [UInt8]
  var alphabet: Alphabet
  /// How many bytes follow the prefix.
  let counts: ClosedRange<Int>
  /// Whether what follows has to look random, for words may have the same prefix.
  var isRandom = false
  /// Whether the prefix is no part of the secret.
  var keepsPrefix = false

  init(_ prefix: String, characters: String, counts: ClosedRange<Int>) {
    self.prefix = Array(prefix.utf8)
    alphabet = .letters(and: Array(characters.utf8))
    self.counts = counts
  }

  /// The token that begins at an offset; nil where none does.
  func match(in bytes: [UInt8], at start: Int) -> Range<Int>? {
    let first = start + prefix.count
    guard bytes.count - first >= counts.lowerBound,
      bytes[start..<first].elementsEqual(prefix)
    else { return nil }
    var end = first
    while end < bytes.count, end - first <= counts.upperBound, alphabet.contains(bytes[end]) {
      end += 1
    }
    // What ends a sentence is none of it.
    while end > first, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
    guard counts.contains(end - first),
      end == bytes.count || !TokenText.isAlphanumeric(bytes[end]),
      !isRandom || Randomness.isRandom(bytes[first..<end])
    else { return nil }
    return (keepsPrefix ? first : start)..<end
  }
}

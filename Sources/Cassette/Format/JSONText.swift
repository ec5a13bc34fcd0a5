/// JSON text under construction, as bytes.
///
/// Only what RFC 8259 demands is escaped, so that a cassette reads well after `zcat`: no solidus, no
/// character beyond ASCII.
struct JSONText {
  /// The text so far.
  var bytes: [UInt8] = []

  /// Adds text as it stands.
  mutating func raw(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  /// Adds a string with its quotes.
  mutating func string(_ value: String) {
    var value = value
    value.withUTF8 { string($0) }
  }

  /// Adds a string with its quotes; the bytes must be valid UTF-8.
  mutating func string(_ utf8: UnsafeBufferPointer<UInt8>) {
    let text = UnsafeRawBufferPointer(utf8)
    bytes.append(UInt8(ascii: "\""))
    var start = 0
    while true {
      let end = Self.endOfPlainText(in: text, from: start)
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[start..<end]))
      guard end < text.count else { break }
      escape(text[end])
      start = end + 1
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// The offset of the next quote, backslash or control character; the text's end where there is none.
  static func endOfPlainText(in text: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highBits: UInt64 = 0x8080_8080_8080_8080
    // Eight bytes at a time: subtracting borrows into the high bit of each byte that was too small, so
    // the lowest of the bits set is right, whatever the borrow does to those above.
    while text.count - index >= 8 {
      let word: UInt64 = text.littleEndian(UInt64.self, at: index)
      let quotes = word ^ (ones &* 0x22)
      let backslashes = word ^ (ones &* 0x5C)
      let found =
        ((quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
          | (word &- ones &* 0x20) & ~word) & highBits
      if found != 0 { return index + found.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < text.count {
      let byte = text[index]
      if byte < 0x20 || byte == 0x22 || byte == 0x5C { break }
      index += 1
    }
    return index
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): raw(#"\""#)
    case UInt8(ascii: "\\"): raw(#"\\"#)
    case 0x08: raw(#"\b"#)
    case 0x09: raw(#"\t"#)
    case 0x0A: raw(#"\n"#)
    case 0x0C: raw(#"\f"#)
    case 0x0D: raw(#"\r"#)
    default:
      raw(#"\u00"#)
      bytes.append(Self.digit(byte >> 4))
      bytes.append(Self.digit(byte & 0x0F))
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// Adds a number.
  mutating func integer(_ value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  /// Adds a number with at least so many digits.
  mutating func digits(_ value: Int, count: Int) {
    var divisor = 1
    for _ in 1..<count { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / divisor % 10))
      divisor /= 10
    }
  }
}

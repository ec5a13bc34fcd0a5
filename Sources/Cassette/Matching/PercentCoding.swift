/// Percent-encoding (RFC 3986 §2.1) over bytes, in the one spelling by which URLs are compared.
enum PercentCoding {
  /// Which bytes may stand unescaped in a component, as a table over all byte values.
  struct ByteSet: Sendable {
    private var table = [Bool](repeating: false, count: 256)

    init(_ characters: StaticString, and other: ByteSet? = nil) {
      if let other { table = other.table }
      characters.withUTF8Buffer { for byte in $0 { table[Int(byte)] = true } }
    }

    func contains(_ byte: UInt8) -> Bool { table[Int(byte)] }
  }

  /// RFC 3986 §2.3: escaped or not, these mean the same.
  static let unreserved = ByteSet(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
  private static let host = ByteSet("!$&'()*+,;=", and: unreserved)
  /// RFC 3986 §3.2.1, without the colon, which parts user from password.
  static let userInfo = host
  /// RFC 3986 §3.2.2, a registered name; brackets and colons of a literal address are kept too.
  static let authorityHost = ByteSet("[]:", and: host)
  /// RFC 3986 §3.3.
  static let path = ByteSet(":@/", and: host)
  /// RFC 3986 §3.4.
  static let query = ByteSet(":@/?", and: host)

  /// The one spelling of a component: RFC 3986 §6.2.2.1 and §6.2.2.2.
  ///
  /// Escapes get upper-case digits, or are undone where they stand for an unreserved byte. A byte
  /// that may not stand in the component, and a `%` that begins no escape, are escaped: that is what
  /// URL parsers do with them, some when they read and some when they send.
  static func canonical(
    _ text: ArraySlice<UInt8>, allowed: ByteSet, lowercasing: Bool = false
  ) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      if byte == UInt8(ascii: "%"), let value = escapedValue(text, at: index) {
        if unreserved.contains(value) {
          result.append(lowercasing ? value.asciiLowercased : value)
        } else {
          appendEscape(value, to: &result)
        }
        index += 3
        continue
      }
      if allowed.contains(byte) {
        result.append(lowercasing ? byte.asciiLowercased : byte)
      } else {
        appendEscape(byte, to: &result)
      }
      index += 1
    }
    return result
  }

  /// The bytes with each escape undone; a `%` that begins no escape stays as it is.
  ///
  /// In a form, but not in a URL, `plusIsSpace`.
  static func decoded(_ text: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> [UInt8] {
    guard text.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
      return Array(text)
    }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      if byte == UInt8(ascii: "%"), let value = escapedValue(text, at: index) {
        result.append(value)
        index += 3
        continue
      }
      result.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
      index += 1
    }
    return result
  }

  /// The text with every byte escaped that is not unreserved.
  static func fullyEscaped(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for byte in text {
      if unreserved.contains(byte) { result.append(byte) } else { appendEscape(byte, to: &result) }
    }
    return result
  }

  private static func escapedValue(_ text: ArraySlice<UInt8>, at index: Int) -> UInt8? {
    guard index + 2 < text.endIndex, let high = text[index + 1].hexadecimalDigitValue,
      let low = text[index + 2].hexadecimalDigitValue
    else { return nil }
    return high << 4 | low
  }

  private static func appendEscape(_ byte: UInt8, to result: inout [UInt8]) {
    result.append(UInt8(ascii: "%"))
    result.append(digit(byte >> 4))
    result.append(digit(byte & 15))
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
}

extension UInt8 {
  /// The byte, a capital ASCII letter made small.
  var asciiLowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

/// Text from outside as a message shows it: ASCII, on one line, short, nothing invisible.
package enum VisibleText {
  /// The most bytes of a value that are shown.
  static let valueLimit = 80

  /// A value in quotes; what cannot be seen is escaped as in Swift, bytes that are not UTF-8 as `\xFF`.
  static func quoted(_ bytes: some Collection<UInt8>, limit: Int = valueLimit) -> String {
    let shown = cut(bytes, limit)
    let text = "\"" + escaped(shown, quotes: true) + "\""
    return shown.count == bytes.count ? text : text + "... (\(bytes.count) bytes)"
  }

  /// A text without quotes around it, such as a URL.
  package static func plain(_ text: String, limit: Int) -> String {
    let bytes = Array(text.utf8)
    let shown = cut(bytes, limit)
    return escaped(shown, quotes: false) + (shown.count == bytes.count ? "" : "...")
  }

  /// Two values that differ, cut so that the first difference is seen in both.
  static func pair(_ left: [UInt8], _ right: [UInt8]) -> (String, String) {
    guard max(left.count, right.count) > valueLimit else { return (quoted(left), quoted(right)) }
    let common = zip(left, right).prefix { $0 == $1 }.count
    var start = max(0, common - 20)
    // Not in the middle of a character.
    while start > 0, start < left.count, left[start] & 0xC0 == 0x80 { start -= 1 }
    guard start > 0 else { return (quoted(left), quoted(right)) }
    func part(_ bytes: [UInt8]) -> String {
      "..." + quoted(bytes[min(start, bytes.count)...], limit: 40)
    }
    return (part(left), part(right))
  }

  private static func cut(_ bytes: some Collection<UInt8>, _ limit: Int) -> [UInt8] {
    guard bytes.count > limit else { return Array(bytes) }
    var shown = Array(bytes.prefix(limit + 1))
    repeat { shown.removeLast() } while (shown.last.map { $0 & 0xC0 == 0x80 } ?? false)
    return shown.last.map { $0 >= 0xC0 } ?? false ? Array(shown.dropLast()) : shown
  }

  private static func escaped(_ bytes: [UInt8], quotes: Bool) -> String {
    guard UTF8Validation.isValid(bytes) else {
      return bytes.map { byte in
        byte < 0x80 ? escaped(Unicode.Scalar(byte), quotes: quotes) : "\\x" + hexadecimal(byte)
      }.joined()
    }
    return String(decoding: bytes, as: UTF8.self).unicodeScalars
      .map { escaped($0, quotes: quotes) }.joined()
  }

  private static func escaped(_ scalar: Unicode.Scalar, quotes: Bool) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\0": "\\0"
    case "\"" where quotes, "\\" where quotes: "\\\(scalar)"
    case " "..."~": String(scalar)
    default: "\\u{" + String(scalar.value, radix: 16) + "}"
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}

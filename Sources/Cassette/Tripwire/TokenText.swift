/// Where in texts, encoded or not, a token may begin.
enum TokenText {
  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  /// Whether a word begins at an offset: after anything but a letter, a digit or `_`, or after an
  /// escape that ends in one (`%3D`, `\n`, `\u003d`); not within base64, in lines or not.
  static func begins(at index: Int, in bytes: [UInt8]) -> Bool {
    guard index > 0 else { return true }
    let last = bytes[index - 1]
    func isHexadecimal(_ range: Range<Int>) -> Bool {
      bytes[range].allSatisfy { $0.hexadecimalDigitValue != nil }
    }
    if lineBreak(before: index, in: bytes) > 0 {
      // What is listed in lines of its own may be tokens; those have neither `+` nor `/`.
      return !isWithinBase64(at: index, in: bytes, count: 60)
    }
    if isAlphanumeric(last) || last == UInt8(ascii: "_") {
      if index >= 3, bytes[index - 3] == UInt8(ascii: "%"), isHexadecimal((index - 2)..<index) {
        return true
      }
      if index >= 2, bytes[index - 2] == UInt8(ascii: "\\") {
        return "tbf".utf8.contains(last)
      }
      return index >= 6 && bytes[index - 6] == UInt8(ascii: "\\")
        && bytes[index - 5] == UInt8(ascii: "u") && isHexadecimal((index - 4)..<index)
    }
    guard last == UInt8(ascii: "+") || last == UInt8(ascii: "/") else { return true }
    // A path has other bytes now and then.
    return !isWithinBase64(at: index, in: bytes, count: 80)
  }

  /// Whether as many bytes of base64 stand before an offset, `+` or `/` among them.
  private static func isWithinBase64(at index: Int, in bytes: [UInt8], count: Int) -> Bool {
    var start = index
    var seen = 0
    var isMarked = false
    while start > 0, seen < count {
      let lineBreak = lineBreak(before: start, in: bytes)
      if lineBreak > 0 {
        start -= lineBreak
        continue
      }
      let byte = bytes[start - 1]
      guard Base64Text.values[Int(byte)] < 64 else { return false }
      isMarked = isMarked || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
      start -= 1
      seen += 1
    }
    return isMarked && seen == count
  }

  /// How many bytes of one end of a line, raw or escaped (`\n`), stand before an offset.
  private static func lineBreak(before index: Int, in bytes: [UInt8]) -> Int {
    let last = bytes[index - 1]
    if last == 0x0A || last == 0x0D { return 1 }
    let isEscape =
      index >= 2 && bytes[index - 2] == UInt8(ascii: "\\") && "nr".utf8.contains(last)
    return isEscape ? 2 : 0
  }
}

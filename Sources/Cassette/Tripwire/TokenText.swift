/// Where in texts, encoded or not, a token may begin.
enum TokenText {
  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  /// Whether a word begins at an offset: after anything but a letter, a digit or `_`, or after an
  /// escape that ends in one (`%3D`, `\n`, `\u003d`).
  static func begins(at index: Int, in bytes: [UInt8]) -> Bool {
    guard index > 0 else { return true }
    let last = bytes[index - 1]
    guard isAlphanumeric(last) || last == UInt8(ascii: "_") else { return true }
    func isHexadecimal(_ range: Range<Int>) -> Bool {
      bytes[range].allSatisfy { $0.hexadecimalDigitValue != nil }
    }
    if index >= 3, bytes[index - 3] == UInt8(ascii: "%"), isHexadecimal((index - 2)..<index) {
      return true
    }
    if index >= 2, bytes[index - 2] == UInt8(ascii: "\\") {
      return "nrtbf".utf8.contains(last)
    }
    return index >= 6 && bytes[index - 6] == UInt8(ascii: "\\")
      && bytes[index - 5] == UInt8(ascii: "u") && isHexadecimal((index - 4)..<index)
  }

  /// Whether a word is a stretch of base64, in lines or not, that only looks like one.
  ///
  /// - Complexity: O(*n*) in the length of the word.
  static func isWithinBase64(_ word: Range<Int>, in bytes: [UInt8]) -> Bool {
    guard word.lowerBound > 0, bytes[word].allSatisfy(isAlphanumeric) else { return false }
    func isMark(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/") }
    if isMark(bytes[word.lowerBound - 1]) {
      // A path has other bytes now and then.
      return isBase64(before: word.lowerBound, in: bytes, count: 80)
    }
    // What is listed in lines of its own may be tokens, and a key may stand before them.
    return lineBreak(before: word.lowerBound, in: bytes) > 0
      && word.upperBound < bytes.count && isMark(bytes[word.upperBound])
      && isBase64(before: word.lowerBound, in: bytes, count: 60)
  }

  /// Whether as many bytes of base64 stand before an offset, ends of lines apart.
  private static func isBase64(before index: Int, in bytes: [UInt8], count: Int) -> Bool {
    var start = index
    var seen = 0
    while start > 0, seen < count {
      let lineBreak = lineBreak(before: start, in: bytes)
      if lineBreak > 0 {
        start -= lineBreak
      } else if Base64Text.values[Int(bytes[start - 1])] < 64 {
        start -= 1
        seen += 1
      } else {
        return false
      }
    }
    return seen == count
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

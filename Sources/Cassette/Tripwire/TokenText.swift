/// Where in texts, encoded or not, a token may begin.
enum TokenText {
  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  /// Whether a word begins at an offset: after anything but a letter, a digit or `_`, or after an
  /// escape that ends in one (`%3D`, `\n`, `\u003d`); not within base64.
  static func begins(at index: Int, in bytes: [UInt8]) -> Bool {
    guard index > 0 else { return true }
    let last = bytes[index - 1]
    func isHexadecimal(_ range: Range<Int>) -> Bool {
      bytes[range].allSatisfy { $0.hexadecimalDigitValue != nil }
    }
    if isAlphanumeric(last) || last == UInt8(ascii: "_") {
      if index >= 3, bytes[index - 3] == UInt8(ascii: "%"), isHexadecimal((index - 2)..<index) {
        return true
      }
      if index >= 2, bytes[index - 2] == UInt8(ascii: "\\") {
        return "nrtbf".utf8.contains(last)
      }
      return index >= 6 && bytes[index - 6] == UInt8(ascii: "\\")
        && bytes[index - 5] == UInt8(ascii: "u") && isHexadecimal((index - 4)..<index)
    }
    guard last == UInt8(ascii: "+") || last == UInt8(ascii: "/") else { return true }
    // A path has other bytes now and then.
    var start = index
    while start > 0, index - start < 80, Base64Text.values[Int(bytes[start - 1])] < 64 {
      start -= 1
    }
    return index - start < 80
  }
}

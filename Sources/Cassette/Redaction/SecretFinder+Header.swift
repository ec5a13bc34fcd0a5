extension SecretFinder {
  /// Reads the value of a header field.
  mutating func headerField(_ name: String) {
    let all = 0..<bytes.count
    if let entry = entry(Array(name.utf8)[...], at: .headerFields) {
      secretValue(all, entry)
      return
    }
    switch SecretNames.folded(Array(name.utf8)[...]) {
    case Self.location, Self.contentLocation, Self.referer:
      // These may be relative, so that nothing but the field says that they are URLs.
      url(trimmed(all))
    case Self.link:
      links(all)
    default:
      text(all)
    }
  }

  private static let location = Array("location".utf8)
  private static let contentLocation = Array("contentlocation".utf8)
  private static let referer = Array("referer".utf8)
  private static let link = Array("link".utf8)

  /// The URLs of a Link field, each in angle brackets (RFC 8288 §3).
  private mutating func links(_ range: Range<Int>) {
    var index = range.lowerBound
    while let open = first("<", in: index..<range.upperBound) {
      let close = first(">", in: open..<range.upperBound) ?? range.upperBound
      url((open + 1)..<close)
      index = close
    }
  }

  /// The values of cookies, whose names and attributes stay (RFC 6265 §4).
  ///
  /// - Parameters:
  ///   - range: The pairs.
  ///   - areSet: Whether they are those of Set-Cookie: only the first pair is a cookie, and several
  ///     fields may have been joined by commas.
  mutating func cookies(_ range: Range<Int>, areSet: Bool) {
    var index = range.lowerBound
    var isAttribute = false
    while index < range.upperBound {
      let end = cookieEnd(from: index, to: range.upperBound, areSet: areSet)
      if !isAttribute {
        let pair = index..<end
        let value = first("=", in: pair).map { ($0 + 1)..<end } ?? pair
        cookie(unquoted(trimmed(value)))
      }
      isAttribute = areSet && end < range.upperBound && bytes[end] == UInt8(ascii: ";")
      index = end + 1
    }
  }

  private mutating func cookie(_ value: Range<Int>) {
    guard !value.isEmpty else { return }
    add(Found(range: value, label: "cookie", value: Array(bytes[value])))
  }

  /// The end of a pair: a semicolon, or a comma after which another cookie begins.
  private func cookieEnd(from start: Int, to end: Int, areSet: Bool) -> Int {
    var index = start
    while index < end {
      if bytes[index] == UInt8(ascii: ";") { return index }
      if areSet, bytes[index] == UInt8(ascii: ","), cookieBegins(at: index + 1, to: end) {
        return index
      }
      index += 1
    }
    return end
  }

  // A date's comma is followed by a day and a space, never by a name and an equals sign.
  private func cookieBegins(at start: Int, to end: Int) -> Bool {
    var index = start
    while index < end, bytes[index] == 0x20 { index += 1 }
    let name = index
    while index < end, Self.isTokenCharacter(bytes[index]) { index += 1 }
    return index > name && index < end && bytes[index] == UInt8(ascii: "=")
  }

  /// Whether a byte may stand in a token (RFC 9110 §5.6.2).
  static func isTokenCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
    default: false
    }
  }
}

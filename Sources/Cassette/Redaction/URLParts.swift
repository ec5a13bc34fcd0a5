/// Where in a URL, absolute or relative, its parts stand (RFC 3986 §4.1).
///
/// Lenient: whatever the bytes are, each belongs to a part or is a delimiter.
struct URLParts {
  /// An item of a query: `NAME=VALUE`, or a name alone.
  struct Item {
    let name: Range<Int>
    /// After the equals sign; nil where there is none.
    let value: Range<Int>?
  }

  private(set) var scheme: Range<Int>?
  private(set) var user: Range<Int>?
  private(set) var password: Range<Int>?
  /// Host and port.
  private(set) var hostAndPort: Range<Int>?
  private(set) var path: Range<Int>
  private(set) var query: Range<Int>?
  private(set) var fragment: Range<Int>?

  init(_ bytes: [UInt8], in range: Range<Int>) {
    func first(_ byte: UInt8, _ range: Range<Int>) -> Int? { bytes[range].firstIndex(of: byte) }
    var rest = range
    if let hash = first(UInt8(ascii: "#"), rest) {
      fragment = (hash + 1)..<rest.upperBound
      rest = rest.lowerBound..<hash
    }
    if let mark = first(UInt8(ascii: "?"), rest) {
      query = (mark + 1)..<rest.upperBound
      rest = rest.lowerBound..<mark
    }
    path = rest
    let schemeEnd = bytes[rest].firstIndex { !Self.isSchemeCharacter($0) } ?? rest.upperBound
    if schemeEnd > rest.lowerBound, schemeEnd < rest.upperBound,
      bytes[schemeEnd] == UInt8(ascii: ":")
    {
      scheme = rest.lowerBound..<schemeEnd
      path = (schemeEnd + 1)..<rest.upperBound
    }
    guard bytes[path].starts(with: "//".utf8) else { return }
    let start = path.lowerBound + 2
    let end = first(UInt8(ascii: "/"), start..<path.upperBound) ?? path.upperBound
    path = end..<path.upperBound
    guard let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) else {
      hostAndPort = start..<end
      return
    }
    hostAndPort = (at + 1)..<end
    let colon = first(UInt8(ascii: ":"), start..<at)
    user = start..<(colon ?? at)
    password = colon.map { ($0 + 1)..<at }
  }

  static func isSchemeCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
    default: false
    }
  }

  /// The items of a query or of a form, between ampersands.
  static func items(_ bytes: [UInt8], in range: Range<Int>) -> [Item] {
    bytes[range].split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: true).map { item in
      // A URL in HTML has its ampersands escaped.
      let start = item.startIndex + (item.starts(with: "amp;".utf8) ? 4 : 0)
      let equals = item[start...].firstIndex(of: UInt8(ascii: "="))
      return Item(
        name: start..<(equals ?? item.endIndex), value: equals.map { ($0 + 1)..<item.endIndex })
    }
  }

  /// Where a fragment's items begin, if it has any: after a `?`, or at once.
  static func itemsOfFragment(_ bytes: [UInt8], in range: Range<Int>) -> Range<Int>? {
    if let mark = bytes[range].firstIndex(of: UInt8(ascii: "?")) {
      return (mark + 1)..<range.upperBound
    }
    return bytes[range].contains(UInt8(ascii: "=")) ? range : nil
  }

  /// The host without its port, lower case.
  static func host(of url: String) -> [UInt8] {
    let bytes = Array(url.utf8)
    guard let range = URLParts(bytes, in: 0..<bytes.count).hostAndPort else { return [] }
    let text = bytes[range].map(SecretNames.lowered)
    if text.first == UInt8(ascii: "["), let close = text.firstIndex(of: UInt8(ascii: "]")) {
      return Array(text[...close])
    }
    return Array(text.prefix { $0 != UInt8(ascii: ":") })
  }
}

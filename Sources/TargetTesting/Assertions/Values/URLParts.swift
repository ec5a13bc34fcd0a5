/// The parts of a URL as they stand in it (RFC 3986, appendix B); any text has some.
struct URLParts {
  var scheme: [UInt8]?
  var userInfo: [UInt8]?
  var host: [UInt8]?
  var port: [UInt8]?
  var path: [UInt8] = []
  var query: [UInt8]?
  var fragment: [UInt8]?

  /// - Complexity: O(*n*) in the text's length.
  init(_ url: String) {
    var rest = Array(url.utf8)[...]
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
      fragment = Array(rest[(hash + 1)...])
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = Array(rest[(mark + 1)...])
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(of: UInt8(ascii: ":")), colon > 0,
      !rest[..<colon].contains(UInt8(ascii: "/"))
    {
      scheme = Array(rest[..<colon])
      rest = rest[(colon + 1)...]
    }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      setAuthority(rest[..<end])
      rest = rest[end...]
    }
    path = Array(rest)
  }

  private mutating func setAuthority(_ authority: ArraySlice<UInt8>) {
    var rest = authority
    if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
      userInfo = Array(rest[..<at])
      rest = rest[(at + 1)...]
    }
    // The colons of an IPv6 address stand in brackets.
    let literalEnd = rest.lastIndex(of: UInt8(ascii: "]")) ?? rest.startIndex
    if let colon = rest[literalEnd...].lastIndex(of: UInt8(ascii: ":")) {
      port = Array(rest[(colon + 1)...])
      rest = rest[..<colon]
    }
    host = Array(rest)
  }

  /// A part other than the query that differs, and `expected A, got B`.
  struct Difference {
    let part: String
    let text: String
  }

  /// The parts that differ, the query aside. Paths are compared in one form of percent-encoding.
  func differences(to got: URLParts) -> [Difference] {
    var differences: [Difference] = []
    func compare(_ part: String, _ expected: [UInt8]?, _ got: [UInt8]?, isSecret: Bool = false) {
      guard expected != got else { return }
      let shown = { (bytes: [UInt8]?) in
        guard let bytes else { return "missing" }
        return isSecret
          ? "\"[redacted:user_info]\"" : VisibleText.quoted(DisplayRedaction.bytes(bytes))
      }
      differences.append(
        Difference(part: part, text: VisibleText.expected(shown(expected), got: shown(got))))
    }
    compare("scheme", scheme, got.scheme)
    compare("user-info", userInfo, got.userInfo, isSecret: true)
    compare("host", host, got.host)
    compare("port", port, got.port)
    if PercentEncoding.normalizedPath(path) != PercentEncoding.normalizedPath(got.path) {
      compare("path", path, got.path)
    }
    compare("fragment", fragment, got.fragment)
    return differences
  }
}

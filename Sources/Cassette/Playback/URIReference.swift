/// A reference to a resource, absolute or relative, and how it is resolved (RFC 3986 §4.1, §5).
///
/// The components keep their bytes as they are spelled; comparing them is `TargetURI`'s.
struct URIReference: Hashable, Sendable {
  private var scheme: ArraySlice<UInt8>?
  private var authority: ArraySlice<UInt8>?
  private var path: ArraySlice<UInt8>
  private var query: ArraySlice<UInt8>?
  private var fragment: ArraySlice<UInt8>?

  /// Takes a reference apart. Whatever the text, each byte belongs to a component or is a delimiter.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  init(_ text: String) {
    var rest = Array(text.utf8)[...]
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
      fragment = rest[(hash + 1)...]
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      query = rest[(mark + 1)...]
      rest = rest[..<mark]
    }
    let schemeEnd = rest.firstIndex { !URLParts.isSchemeCharacter($0) } ?? rest.endIndex
    if schemeEnd > rest.startIndex, schemeEnd < rest.endIndex, rest[schemeEnd] == UInt8(ascii: ":")
    {
      scheme = rest[..<schemeEnd]
      rest = rest[(schemeEnd + 1)...]
    }
    if rest.starts(with: "//".utf8) {
      let start = rest.startIndex + 2
      let end = rest[start...].firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = rest[start..<end]
      rest = rest[end...]
    }
    path = rest
  }

  /// What this reference refers to, seen from a base (RFC 3986 §5.2.2).
  ///
  /// A fragment that it has not is the base's (RFC 9110 §10.2.2).
  ///
  /// - Complexity: O(*n*) in the bytes of both.
  func resolved(against base: URIReference) -> URIReference {
    var target = self
    target.fragment = fragment ?? base.fragment
    if scheme == nil {
      target.scheme = base.scheme
      if authority == nil {
        target.authority = base.authority
        if path.isEmpty {
          target.path = base.path
          target.query = query ?? base.query
          return target
        }
        if path.first != UInt8(ascii: "/") { target.path = base.merged(with: path) }
      }
    }
    target.path = TargetURI.removingDotSegments(Array(target.path))[...]
    return target
  }

  /// RFC 3986 §5.2.3.
  private func merged(with relative: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let slash = UInt8(ascii: "/")
    if authority != nil, path.isEmpty { return [slash] + relative }
    guard let last = path.lastIndex(of: slash) else { return relative }
    return path[...last] + relative
  }

  /// Whether this is an absolute URL of HTTP's (RFC 9110 §4.2).
  var isHTTP: Bool {
    guard let scheme, !(authority ?? []).isEmpty else { return false }
    let name = scheme.map(\.asciiLowercased)
    return name == Array("http".utf8) || name == Array("https".utf8)
  }

  /// The reference as text (RFC 3986 §5.3).
  var text: String {
    var bytes: [UInt8] = []
    if let scheme { bytes += scheme + ":".utf8 }
    if let authority { bytes += "//".utf8 + authority }
    bytes += path
    if let query { bytes += "?".utf8 + query }
    if let fragment { bytes += "#".utf8 + fragment }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// A URL taken apart by RFC 3986, each component in the one spelling by which it is compared.
///
/// What is made equal is what RFC 3986 §6.2.2 and §6.2.3 license, and no more:
/// - scheme and host are compared in small letters, escapes with capital digits, escapes of unreserved
///   bytes undone, bytes that may not stand where they do escaped (`t[]=1` is `t%5B%5D=1`);
/// - dot segments are removed, `:80` of http and `:443` of https, and an empty port;
/// - an empty path of http or https is `/`; the fragment, which never reaches a server, is dropped.
///
/// What stays different: `/p?` and `/p`, `flag` and `flag=`, `%20` and `+` in a query (only in a form is
/// `+` a space), a reserved byte and its escape, capital and small letters of path and query. An
/// internationalised name is not turned into its ASCII form, and IPv6 addresses are not reformatted.
///
/// A text that cannot be taken apart is `isBroken`: its bytes, all of them, are its `path`.
package struct TargetURI: Hashable, Sendable {
  /// The scheme in small letters; nil for a relative reference.
  package private(set) var scheme: [UInt8]?
  /// The user's name; nil where the URL has no user-info, which is not an empty one.
  package private(set) var user: [UInt8]?
  /// The password; nil where the user-info has no colon.
  package private(set) var password: [UInt8]?
  /// The host in small letters; nil where the URL has no authority.
  package private(set) var host: [UInt8]?
  /// The port without leading zeros; nil where it is the scheme's own or not there.
  package private(set) var port: [UInt8]?
  /// The path.
  package private(set) var path: [UInt8]
  /// The query; nil where there is no `?`, which is not an empty one.
  package private(set) var query: [UInt8]?
  /// Whether the text is no URL.
  package private(set) var isBroken = false

  /// Takes a URL apart. Whatever the text, this gives something that can be compared.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package init(_ text: some Sequence<UInt8>) {
    let bytes = Array(text)
    path = bytes
    if let parsed = Self.parse(bytes[...]) { self = parsed } else { isBroken = true }
  }

  /// Takes a URL apart.
  package init(_ text: String) { self.init(text.utf8) }

  private init() { path = [] }

  private static func parse(_ text: ArraySlice<UInt8>) -> TargetURI? {
    var uri = TargetURI()
    var rest = text.prefix { $0 != UInt8(ascii: "#") }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      uri.query = PercentCoding.canonical(rest[(mark + 1)...], allowed: PercentCoding.query)
      rest = rest[..<mark]
    }
    if let colon = rest.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }),
      rest[colon] == UInt8(ascii: ":")
    {
      guard let scheme = scheme(rest[..<colon]) else { return nil }
      uri.scheme = scheme
      rest = rest[(colon + 1)...]
    }
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      guard uri.takeAuthority(rest[..<end]) else { return nil }
      rest = rest[end...]
    }
    uri.path = PercentCoding.canonical(rest, allowed: PercentCoding.path)
    // A relative reference's leading dots mean something until it is resolved (RFC 3986 §5.2).
    if uri.scheme != nil || uri.host != nil { uri.path = removingDotSegments(uri.path) }
    if uri.path.isEmpty, uri.isHTTP, uri.host != nil { uri.path = [UInt8(ascii: "/")] }
    return uri
  }

  private static let http = Array("http".utf8)
  private static let https = Array("https".utf8)
  private static let httpPort = Array("80".utf8)
  private static let httpsPort = Array("443".utf8)

  private var isHTTP: Bool { scheme == Self.http || scheme == Self.https }

  /// RFC 3986 §3.1.
  private static func scheme(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let scheme = text.map(\.asciiLowercased)
    guard let first = scheme.first, (0x61...0x7A).contains(first) else { return nil }
    let isValid = scheme.allSatisfy { byte in
      switch byte {
      case 0x61...0x7A, 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): true
      default: false
      }
    }
    return isValid ? scheme : nil
  }

  /// RFC 3986 §3.2. A second `@` belongs to the user-info, as browsers read it.
  private mutating func takeAuthority(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
      let colon = rest[..<at].firstIndex(of: UInt8(ascii: ":"))
      user = PercentCoding.canonical(rest[..<(colon ?? at)], allowed: PercentCoding.userInfo)
      if let colon {
        password = PercentCoding.canonical(
          rest[(colon + 1)..<at], allowed: PercentCoding.userInfo)
      }
      rest = rest[(at + 1)...]
    }
    var hostEnd = rest.endIndex
    if rest.first == UInt8(ascii: "[") {
      guard let close = rest.firstIndex(of: UInt8(ascii: "]")) else { return false }
      hostEnd = close + 1
    } else if let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      hostEnd = colon
    }
    host = PercentCoding.canonical(
      rest[..<hostEnd], allowed: PercentCoding.authorityHost, lowercasing: true)
    guard hostEnd < rest.endIndex else { return true }
    guard rest[hostEnd] == UInt8(ascii: ":") else { return false }
    let digits = rest[(hostEnd + 1)...]
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
    guard !digits.isEmpty else { return true }
    let number = digits.drop { $0 == UInt8(ascii: "0") }
    port = number.isEmpty ? [UInt8(ascii: "0")] : Array(number)
    if port == defaultPort { port = nil }
    return true
  }

  /// The port that the scheme has of itself.
  var defaultPort: [UInt8]? {
    switch scheme {
    case Self.http: Self.httpPort
    case Self.https: Self.httpsPort
    default: nil
    }
  }

  /// RFC 3986 §5.2.4, segment by segment, so that the time is linear.
  static func removingDotSegments(_ path: [UInt8]) -> [UInt8] {
    guard path.contains(UInt8(ascii: ".")) else { return path }
    let slash = UInt8(ascii: "/")
    let isAbsolute = path.first == slash
    let segments = path.split(separator: slash, omittingEmptySubsequences: false)
      .dropFirst(isAbsolute ? 1 : 0)
    var kept: [ArraySlice<UInt8>] = []
    for (offset, segment) in segments.enumerated() {
      let isLast = offset == segments.count - 1
      if segment.elementsEqual(".".utf8) {
        if isLast { kept.append([]) }
      } else if segment.elementsEqual("..".utf8) {
        _ = kept.popLast()
        if isLast { kept.append([]) }
      } else {
        kept.append(segment)
      }
    }
    return (isAbsolute ? [slash] : []) + Array(kept.joined(separator: [slash]))
  }
}

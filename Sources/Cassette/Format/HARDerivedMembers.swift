/// What HAR repeats of header fields and URLs in members of its own.
///
/// Written for other readers, never read back: header fields and URL win.
enum HARDerivedMembers {
  /// A cookie as HAR 1.2 describes it.
  struct Cookie {
    var name: ArraySlice<UInt8>
    var value: ArraySlice<UInt8>
    /// `Path` and `Domain`, the attributes that HAR takes as they stand.
    var attributes: [(name: StaticString, value: ArraySlice<UInt8>)] = []
    /// `HttpOnly` and `Secure`.
    var flags: [StaticString] = []
  }

  /// The pairs of a `Cookie` field (RFC 6265 §4.2.1).
  static func cookies(inCookie value: String) -> [Cookie] {
    Array(value.utf8).split(separator: UInt8(ascii: ";")).compactMap { pair in
      let pair = trimmed(pair)
      guard !pair.isEmpty else { return nil }
      let (name, value) = halves(of: pair, at: UInt8(ascii: "="))
      return Cookie(name: trimmed(name), value: trimmed(value ?? []))
    }
  }

  /// The cookies of a `Set-Cookie` field (RFC 6265 §4.1.1), of several where a transport joined them.
  static func cookies(inSetCookie value: String) -> [Cookie] {
    unfolded(Array(value.utf8)).compactMap { text in
      var pieces = text.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)[...]
      guard let first = pieces.popFirst(), !trimmed(first).isEmpty else { return nil }
      let (name, value) = halves(of: trimmed(first), at: UInt8(ascii: "="))
      var cookie = Cookie(name: trimmed(name), value: trimmed(value ?? []))
      for piece in pieces {
        let (key, content) = halves(of: trimmed(piece), at: UInt8(ascii: "="))
        let name = trimmed(key)
        if matches(name, "path") { cookie.attributes.append(("path", trimmed(content ?? []))) }
        if matches(name, "domain") { cookie.attributes.append(("domain", trimmed(content ?? []))) }
        if matches(name, "httponly") { cookie.flags.append("httpOnly") }
        if matches(name, "secure") { cookie.flags.append("secure") }
      }
      return cookie
    }
  }

  /// Parts a joined field at each comma that a cookie's name and `=` follow, which no date does.
  private static func unfolded(_ text: [UInt8]) -> [ArraySlice<UInt8>] {
    var result: [ArraySlice<UInt8>] = []
    var start = 0
    for (index, byte) in text.enumerated() where byte == UInt8(ascii: ",") {
      let rest = text[(index + 1)...]
      let end = rest.firstIndex { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") }
      let next = trimmed(rest[..<(end ?? rest.endIndex)])
      guard let sign = next.firstIndex(of: UInt8(ascii: "=")), sign > next.startIndex,
        next[..<sign].allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: "\"") })
      else { continue }
      result.append(text[start..<index])
      start = index + 1
    }
    result.append(text[start...])
    return result
  }

  /// The items of a URL's query, percent-decoded where that is possible.
  static func queryItems(of url: String) -> [(name: [UInt8], value: [UInt8])] {
    let bytes = Array(url.utf8)
    let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
    guard let mark = bytes[..<end].firstIndex(of: UInt8(ascii: "?")) else { return [] }
    return bytes[(mark + 1)..<end].split(separator: UInt8(ascii: "&")).map { item in
      let (name, value) = halves(of: item, at: UInt8(ascii: "="))
      return (percentDecoded(name), percentDecoded(value ?? []))
    }
  }

  /// The size of a request's head as its fields and URL spell it, up to the empty line and with it.
  static func headersSize(of request: Cassette.Request) -> Int {
    let target = HARDerivedMembers.targetByteCount(of: request.url)
    return request.method.utf8.count + 1 + target + 1 + request.httpVersion.utf8.count + 2
      + size(of: request.headerFields)
  }

  /// The size of a response's head as its fields spell it, up to the empty line and with it.
  static func headersSize(of response: Cassette.Response) -> Int {
    var digits = JSONText()
    digits.integer(response.status)
    return response.httpVersion.utf8.count + 1 + digits.bytes.count + 1
      + response.statusText.utf8.count + 2 + size(of: response.headerFields)
  }

  private static func size(of fields: Cassette.HeaderFields) -> Int {
    fields.reduce(2) { $0 + $1.name.utf8.count + 2 + $1.value.utf8.count + 2 }
  }

  /// The size of the path and the query (RFC 9112 §3.2.1).
  private static func targetByteCount(of url: String) -> Int {
    let bytes = url.utf8
    let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
    var start = bytes.startIndex
    if let colon = bytes[..<end].firstIndex(of: UInt8(ascii: ":")),
      bytes[colon..<end].starts(with: "://".utf8)
    {
      let authority = bytes.index(colon, offsetBy: 3)
      start =
        bytes[authority..<end].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
        ?? end
    }
    return max(1, bytes.distance(from: start, to: end))
  }

  /// The size that a response's content had on the wire; -1 where a content coding hides it.
  static func bodySize(of response: Cassette.Response, contentByteCount: Int) -> Int {
    guard contentByteCount > 0, response.headerFields.first(named: "content-encoding") != nil else {
      return contentByteCount
    }
    let length = response.headerFields.first(named: "content-length") ?? ""
    return Int(length).map { $0 >= 0 ? $0 : -1 } ?? -1
  }

  /// The URL without user-info and fragment, and with `...` in the place of its query.
  ///
  /// Text that browsers mend and then take for a URL counts: slashes too many or too few, and `\`.
  static func withoutSecrets(_ url: String) -> String {
    let bytes = Array(url.utf8)
    let isSlash: (UInt8) -> Bool = { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    let end =
      bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? bytes.endIndex
    let hasQuery = end < bytes.endIndex && bytes[end] == UInt8(ascii: "?")
    var result = bytes[..<end]
    let colon = result.firstIndex { $0 == UInt8(ascii: ":") || isSlash($0) }
    let scheme = colon.map { result[$0] == UInt8(ascii: ":") ? $0 + 1 : 0 } ?? 0
    let authority = result[scheme...].firstIndex { !isSlash($0) } ?? result.endIndex
    let path = result[authority...].firstIndex(where: isSlash) ?? result.endIndex
    if let at = result[authority..<path].lastIndex(of: UInt8(ascii: "@")) {
      result.removeSubrange(authority...at)
    }
    return String(decoding: result, as: UTF8.self) + (hasQuery ? "?..." : "")
  }

  static func percentDecoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    guard text.contains(UInt8(ascii: "%")) else { return Array(text) }
    var result: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == UInt8(ascii: "%"), index + 2 < text.endIndex,
        let high = text[index + 1].hexadecimalDigitValue,
        let low = text[index + 2].hexadecimalDigitValue
      {
        result.append(high << 4 | low)
        index += 3
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return UTF8Validation.isValid(result) ? result : Array(text)
  }

  private static func halves(
    of text: ArraySlice<UInt8>, at separator: UInt8
  ) -> (ArraySlice<UInt8>, ArraySlice<UInt8>?) {
    guard let index = text.firstIndex(of: separator) else { return (text, nil) }
    return (text[..<index], text[(index + 1)...])
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    let start = text.firstIndex { !isSpace($0) } ?? text.endIndex
    let end = text[start...].lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
    return text[start..<end]
  }

  private static func matches(_ text: ArraySlice<UInt8>, _ name: StaticString) -> Bool {
    name.withUTF8Buffer { $0.elementsEqual(text.lazy.map { ($0 | 0x20) }) }
  }
}

extension Cassette.HeaderFields {
  /// The first value of that name, given in lower case, found without making a key of each name.
  func first(named name: StaticString) -> String? {
    first { Self.isEqual($0.name, name) }?.value
  }

  /// Whether a field's name is that name, given in lower case.
  static func isEqual(_ fieldName: String, _ name: StaticString) -> Bool {
    guard fieldName.utf8.count == name.utf8CodeUnitCount else { return false }
    return name.withUTF8Buffer { wanted in
      zip(fieldName.utf8, wanted).allSatisfy { byte, letter in
        byte == letter || ((0x41...0x5A).contains(byte) && byte | 0x20 == letter)
      }
    }
  }
}

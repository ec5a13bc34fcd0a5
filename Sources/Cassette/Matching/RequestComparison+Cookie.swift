extension RequestComparison {
  /// Compares the values of the cookies of a name, in order (RFC 6265 §4.2).
  mutating func cookie(_ name: String) -> Difference? {
    let placeholders = places.headers[Self.cookieField]
    let live = Self.values(of: name, in: asked.request.headerFields)
    let kept = Self.values(of: name, in: recorded.headerFields)
    for index in 0..<max(live.count, kept.count) {
      let sent = index < live.count ? live[index] : nil
      let recorded = index < kept.count ? kept[index] : nil
      if let sent, let recorded, isEqual(sent, recorded, placeholders) { continue }
      // A cookie is a secret by what it is.
      return difference(
        "cookie", VisibleText.quoted(name.utf8), sent, recorded, placeholders: placeholders ?? [])
    }
    return nil
  }

  /// Compares only whether there is a cookie of that name.
  func cookiePresence(_ name: String) -> Difference? {
    let live = !Self.values(of: name, in: asked.request.headerFields).isEmpty
    let kept = !Self.values(of: name, in: recorded.headerFields).isEmpty
    guard live != kept else { return nil }
    return Difference(
      part: "cookie", path: VisibleText.quoted(name.utf8), sent: live ? "a value" : nil,
      recorded: kept ? "a value" : nil)
  }

  private static let cookieField = Array("cookie".utf8)

  /// The values of the cookies of a name, which is case-sensitive, without the quotes that may stand
  /// around one. What is no pair is passed over, as RFC 6265 §5.2 has it of names.
  private static func values(of name: String, in fields: Cassette.HeaderFields) -> [[UInt8]] {
    fields.values(of: "Cookie").flatMap { field in
      Array(field.utf8).split(separator: UInt8(ascii: ";")).compactMap { pair -> [UInt8]? in
        guard let sign = pair.firstIndex(of: UInt8(ascii: "=")),
          pair[..<sign].trimmingWhiteSpace().elementsEqual(name.utf8)
        else { return nil }
        let value = pair[(sign + 1)...].trimmingWhiteSpace()
        let isQuoted = value.count > 1 && value.first == 0x22 && value.last == 0x22
        return Array(isQuoted ? value.dropFirst().dropLast() : value)
      }
    }
  }
}

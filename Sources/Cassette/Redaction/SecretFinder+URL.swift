extension SecretFinder {
  /// Reads a URL, absolute or relative: its user-info, its query, and a fragment of the same form.
  mutating func url(_ range: Range<Int>) {
    let parts = URLParts(bytes, in: range)
    if let user = parts.user { userInfo(user, parts.password) }
    path(parts.path)
    if let query = parts.query { items(query, at: .queryItems) }
    if let fragment = parts.fragment,
      let query = URLParts.itemsOfFragment(bytes, in: fragment)
    {
      items(query, at: .queryItems)
    }
  }

  /// Reads what is in a path by accident or as its parameters (RFC 3986 §3.3): `/a%3Ftoken=x`, which
  /// is a query that was added to a path and so escaped, and `/a;token=x`.
  private mutating func path(_ range: Range<Int>) {
    // A `%3D` is an equals sign too.
    guard bytes[range].contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "%") })
    else { return }
    let raw = Array(bytes[range])
    if let decoded = DecodedText(raw).percentDecoded() {
      readInner(decoded, from: range.lowerBound) { $0.pathItems(0..<$0.bytes.count) }
    } else {
      pathItems(range)
    }
  }

  private mutating func pathItems(_ range: Range<Int>) {
    var rest = range
    if let mark = first("?", in: range) {
      items((mark + 1)..<range.upperBound, at: [.queryItems, .formFields])
      rest = range.lowerBound..<mark
    }
    let delimiters = Array("/;,&".utf8)
    var start = rest.lowerBound
    while start < rest.upperBound {
      let end =
        bytes[start..<rest.upperBound].firstIndex(where: delimiters.contains) ?? rest.upperBound
      if let equals = first("=", in: start..<end), equals + 1 < end, equals - start < 200 {
        let name = DecodedText.formDecoded(Array(bytes[start..<equals])).bytes
        // Escaped twice.
        let last = name.lastIndex { [0x3F, 0x26, 0x3B].contains($0) }
        let isItem =
          last != nil
          || start > range.lowerBound && bytes[start - 1] != UInt8(ascii: "/")
            && bytes[start - 1] != UInt8(ascii: ",")
        // A folder may be called `key=5`; a name that is a secret's everywhere is one here too.
        if let entry = fieldEntry(
          name[((last ?? -1) + 1)...], at: isItem ? [.queryItems, .formFields] : .jsonFields),
          entry.companions.isEmpty
        {
          secretValue(
            DecodedText.formDecoded(Array(bytes[(equals + 1)..<end])), from: equals + 1, entry)
        }
      }
      start = end + 1
    }
  }

  private mutating func userInfo(_ user: Range<Int>, _ password: Range<Int>?) {
    guard names.coversUserInfo(host: host) else { return }
    func decoded(_ range: Range<Int>) -> [UInt8] {
      let raw = Array(bytes[range])
      return DecodedText(raw).percentDecoded()?.bytes ?? raw
    }
    let secretUser = decoded(user)
    let secretPassword = password.map(decoded) ?? []
    if !user.isEmpty {
      add(
        Found(
          range: user, label: "user", value: secretUser, style: .userInfo,
          spreads: Self.isCredential(user: secretUser, password: secretPassword)))
    }
    if let password, !password.isEmpty {
      add(Found(range: password, label: "password", value: secretPassword, style: .userInfo))
      // URLSession sends these as Basic credentials; a server may show them decoded.
      add(
        Found(
          range: nil, label: "authorization",
          value: secretUser + [UInt8(ascii: ":")] + secretPassword))
    }
  }

  /// Reads the items of a query or of a form.
  mutating func items(_ range: Range<Int>, at place: RedactionRules.Places) {
    let items = URLParts.items(bytes, in: range)
    for item in items {
      guard let value = item.value, !value.isEmpty else { continue }
      let text = DecodedText.formDecoded(Array(bytes[value]))
      if let entry = fieldEntry(item.name, at: place),
        entry.companions.isEmpty || hasCompanion(entry, in: items)
      {
        secretValue(text, from: value.lowerBound, entry)
      } else if value.count > 3 {
        readInner(text, from: value.lowerBound) { $0.innerText() }
      }
    }
  }

  private func hasCompanion(_ entry: SecretNames.Entry, in items: [URLParts.Item]) -> Bool {
    items.contains { item in
      let name = DecodedText.formDecoded(Array(bytes[item.name])).bytes
      return entry.companions.contains(SecretNames.folded(name[...]))
    }
  }

  private func fieldEntry(
    _ name: Range<Int>, at place: RedactionRules.Places
  ) -> SecretNames.Entry? {
    guard name.count < 200 else { return nil }
    return fieldEntry(DecodedText.formDecoded(Array(bytes[name])).bytes[...], at: place)
  }

  /// The entry of a form field's name, or of the last name in its brackets: `user[password]`.
  func fieldEntry(
    _ name: ArraySlice<UInt8>, at place: RedactionRules.Places
  ) -> SecretNames.Entry? {
    if let entry = entry(name, at: place) { return entry }
    var name = name
    while name.last == UInt8(ascii: "]"), let open = name.lastIndex(of: UInt8(ascii: "[")) {
      let inner = name[(open + 1)..<(name.endIndex - 1)]
      let isIndex = inner.allSatisfy { (0x30...0x39).contains($0) }
      if !isIndex { return entry(inner, at: place) }
      // `password[]` is a list of them, and `password[0]` one of these.
      name = name[..<open]
      if name.last != UInt8(ascii: "]") { return entry(name, at: place) }
    }
    return nil
  }

  /// Reads a value that may itself be a URL, JSON, or a text with URLs in it.
  mutating func innerText() {
    let all = 0..<bytes.count
    guard let byte = bytes.first else { return }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if !json(from: 0) { text(all) }
    case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"):
      if bytes.contains(UInt8(ascii: "=")) || bytes.contains(UInt8(ascii: "@")) { url(all) }
    default:
      text(all)
    }
  }

  /// Reads a text for people: the absolute URLs in it, and values after their names.
  ///
  /// - Parameters:
  ///   - range: The text.
  ///   - namesToo: Whether values are looked for outside of URLs.
  mutating func text(_ range: Range<Int>, namesToo: Bool = true) {
    guard SecretScan.mayFindAnything(in: bytes[range]) else { return }
    var index = range.lowerBound
    var urls: [Range<Int>] = []
    defer { if namesToo { namedValues(range, skipping: urls) } }
    while let colon = first(":", in: index..<range.upperBound) {
      index = colon + 1
      guard bytes[index..<range.upperBound].starts(with: "//".utf8) else { continue }
      var start = colon
      while start > range.lowerBound, URLParts.isSchemeCharacter(bytes[start - 1]) { start -= 1 }
      guard start < colon else { continue }
      let end = urlEnd(from: colon, opening: start > range.lowerBound ? bytes[start - 1] : 0)
      let stop = min(end, range.upperBound)
      url(start..<stop)
      urls.append((start - range.lowerBound)..<(stop - range.lowerBound))
      index = stop
    }
  }

  private mutating func namedValues(_ range: Range<Int>, skipping urls: [Range<Int>]) {
    let text = range.count == bytes.count ? bytes : Array(bytes[range])
    for secret in SecretScan.secrets(
      in: text, for: .recording, names: names, host: host, skipping: urls)
    {
      guard let entry = secret.entry else { continue }
      let start = range.lowerBound + secret.whole.lowerBound
      let raw = DecodedText(Array(text[secret.whole]))
      secretValue(secret.isQuoted ? raw.unescaped() ?? raw : raw, from: start, entry)
    }
  }

  /// Where a URL in a text ends; what encloses it ends it too.
  private func urlEnd(from start: Int, opening: UInt8) -> Int {
    let closing: UInt8? =
      switch opening {
      case UInt8(ascii: "'"): UInt8(ascii: "'")
      case UInt8(ascii: "("): UInt8(ascii: ")")
      case UInt8(ascii: "["): UInt8(ascii: "]")
      default: nil
      }
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      if byte <= 0x20 || byte == 0x7F || byte == closing { break }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
        || byte == UInt8(ascii: "`") || byte == UInt8(ascii: "\\")
      {
        break
      }
      end += 1
    }
    // A sentence's full stop is none of the URL's.
    while end > start, [0x2E, 0x2C, 0x3B, 0x3A, 0x21].contains(bytes[end - 1]) { end -= 1 }
    return end
  }
}

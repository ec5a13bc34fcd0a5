extension MatchSubject {
  /// A hash of what a request and each recording with these blanks that it matches have in common.
  ///
  /// It is made with the process's own seed, and is never stored.
  ///
  /// - Returns: The hash; nil for a request that a recording may match whatever the hash.
  /// - Complexity: O(*n* log *n*) in the bytes of URL and content.
  func hash(leavingOut blanks: Blanks) -> UInt32? {
    // All of a broken URL is its path, and is compared so.
    guard !uri.isBroken else { return nil }
    var hasher = Hasher()
    hasher.feed(Array(request.method.utf8))
    hasher.feed(uri.scheme)
    hasher.feed(uri.host)
    hasher.feed(uri.port)
    hasher.feed(path: uri.path, blanks.path)
    let items = NamedValue.queryItems(uri.query)
    hasher.combine(items.count)
    if blanks.places.rawQuery == nil {
      for item in NamedValue.sortedByName(items) {
        hasher.feed(item.name)
        let isBlank = blanks.places.query(named: item.name) != nil
        hasher.feed(isBlank ? item.value.map { _ in [] } : item.value)
      }
    }
    guard blanks.isContentBlank || feed(content, blanks.places, to: &hasher) else { return nil }
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  private func feed(
    _ content: RequestContent, _ places: RedactedPlaces, to hasher: inout Hasher
  ) -> Bool {
    if let sections = content.sections {
      hasher.combine(1)
      hasher.combine(sections.count)
      for section in sections { hasher.feed(section, places) }
      return true
    }
    if let json = content.json {
      hasher.combine(2)
      hasher.feed(json, places.json)
      return true
    }
    let bytes = content.bytes ?? []
    if !places.json.isEmpty, let first = bytes.first(where: { !$0.isJSONSpace }),
      first.opensJSONText
    {
      return false
    }
    hasher.combine(3)
    for field in NamedValue.sortedByName(NamedValue.formFields(bytes)) {
      hasher.feed(field.name)
      if places.form(named: field.name) == nil { hasher.feed(field.value) }
    }
    return true
  }

  /// A hash that all recordings have that match this request without a wildcard, or whose wildcards
  /// stand for their own text; nil where there is none.
  ///
  /// - Complexity: O(*n* log *n*) in the bytes of URL and content.
  var hashOfEqual: Int? {
    guard !uri.isBroken, content.digest == nil else { return nil }
    var hasher = Hasher()
    hasher.feed(Array(request.method.utf8))
    // Placeholders have more than one spelling in a URL.
    hasher.feed(PercentCoding.decoded(uri.path[...]))
    var sum = 0
    for item in NamedValue.queryItems(uri.query) {
      var hasher = Hasher()
      hasher.feed(PercentCoding.decoded(item.name[...]))
      hasher.feed(item.value.map { PercentCoding.decoded($0[...]) })
      sum &+= hasher.finalize()
    }
    hasher.combine(sum)
    guard feed(content, RedactedPlaces(), to: &hasher) else { return nil }
    return hasher.finalize()
  }
}

extension Cassette.Interaction {
  /// The `hashOfEqual` of the requests that this recording matches without a wildcard; nil where there is
  /// none, or where a redacted place in JSON may hold no text: a number there is a wildcard that binds
  /// nothing.
  var hashOfEqual: Int? {
    let side = built == nil ? "request.body" : "built.body"
    let mayBindNothing = redactions.contains {
      $0.place.hasPrefix(side) && $0.place.utf8.contains(UInt8(ascii: "/"))
        || $0.place.hasPrefix(side) && $0.place.hasSuffix("json")
    }
    return mayBindNothing ? nil : MatchSubject(matched).hashOfEqual
  }
}

extension Hasher {
  /// Feeds bytes and their number; nil differs from no bytes.
  mutating func feed(_ bytes: [UInt8]?) {
    combine(bytes?.count ?? -1)
    bytes?.withUnsafeBytes { combine(bytes: $0) }
  }

  fileprivate mutating func feed(path: [UInt8], _ ends: Blanks.PathEnds?) {
    guard let ends else {
      feed(path)
      return
    }
    let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    for segment in segments.prefix(ends.leading) { feed(Array(segment)) }
    for segment in segments.suffix(ends.trailing) { feed(Array(segment)) }
  }

  fileprivate mutating func feed(_ section: MultipartParser.Section, _ places: RedactedPlaces) {
    let listed = section.name.flatMap { places.parts[$0.repairedUTF8] }
    feed(section.name)
    feed(listed?.fileName == nil ? section.fileName : section.fileName.map { _ in [] })
    feed(section.contentType)
    combine(section.otherLines)
    if listed?.value == nil, listed?.json.isEmpty ?? true { feed(section.value) }
  }

  /// Of a value at a place only its kind counts.
  fileprivate mutating func feed(_ value: JSONValue, _ places: JSONPlaces?) {
    guard let places, !places.isEmpty else {
      combine(value)
      return
    }
    switch value {
    case .array(let elements):
      combine(1)
      combine(elements.count)
      for (index, element) in elements.enumerated() { feed(element, places.element(index)) }
    case .object(let members):
      combine(2)
      combine(members.count)
      for member in members {
        feed(member.key)
        feed(member.value, places.member(member.key))
      }
    case .null: combine(3)
    case .bool: if places.here == nil { combine(value) } else { combine(4) }
    case .number: if places.here == nil { combine(value) } else { combine(5) }
    case .string: if places.here == nil { combine(value) } else { combine(6) }
    }
  }
}

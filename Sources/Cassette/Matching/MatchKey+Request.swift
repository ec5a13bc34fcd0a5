extension MatchKey {
  /// The key of a request.
  ///
  /// - Parameters:
  ///   - request: The request as matching compares it.
  ///   - redactions: The places replaced in it, none for a live request. A hash that covers one is 0.
  ///   - side: Which of the places are the request's: those of `request` or of `built`.
  /// - Complexity: O(*n* log *n*) in the bytes of URL and content.
  package init(
    _ request: Cassette.Request, redactions: [Cassette.Redaction] = [], side: String = "request"
  ) {
    let uri = TargetURI(request.url)
    self.init(
      method: request.method, uri: uri, content: RequestContent(request),
      places: RedactedPlaces(redactions, side: side))
  }

  /// The key of a recorded interaction: of the request that matching compares.
  package init(_ interaction: Cassette.Interaction) {
    self.init(
      interaction.matched, redactions: interaction.redactions,
      side: interaction.built == nil ? "request" : "built")
  }

  init(method: String, uri: TargetURI, content: RequestContent, places: RedactedPlaces) {
    var hash = FNV1a()
    hash.combine(Array(method.utf8), uri.scheme, uri.host, uri.port, uri.path)
    let coversPlace =
      places.hasUnknown || places.path != nil || (uri.isBroken && !places.allInURL.isEmpty)
    let route = coversPlace ? 0 : max(hash.value, 1)
    guard !coversPlace, !places.isInQuery, !places.isInContent, !content.hasDigest else {
      self.init(route: route, full: 0)
      return
    }
    hash.combine(query: uri.query)
    hash.combine(content)
    self.init(route: route, full: max(hash.value, 1))
  }

  /// The hash of a route.
  static func route(
    method: [UInt8], scheme: [UInt8]?, host: [UInt8]?, port: [UInt8]?, path: [UInt8]
  ) -> UInt32 {
    var hash = FNV1a()
    hash.combine(method, scheme, host, port, path)
    return max(hash.value, 1)
  }
}

extension FNV1a {
  fileprivate mutating func combine(
    _ method: [UInt8], _ scheme: [UInt8]?, _ host: [UInt8]?, _ port: [UInt8]?, _ path: [UInt8]
  ) {
    combine(method)
    combine(scheme)
    combine(host)
    combine(port)
    combine(path)
  }

  fileprivate mutating func combine(query: [UInt8]?) {
    combine(UInt8(query == nil ? 0 : 1))
    for item in NamedValue.sortedByName(NamedValue.queryItems(query)) {
      combine(item.name)
      combine(item.value)
    }
  }

  /// Feeds content whatever its type says, for the type does not count: one request may have a type
  /// that the other lacks. Content that is neither JSON nor parts is taken for a form: coarse, but equal
  /// where the bytes are.
  fileprivate mutating func combine(_ content: RequestContent) {
    if let sections = content.sections {
      combine(UInt8(1))
      for section in sections {
        combine(section.name)
        combine(section.fileName)
        combine(section.contentType)
        for line in section.otherLines { combine(line) }
        combine(section.value)
      }
      return
    }
    if let json = content.json {
      combine(UInt8(3))
      combine(json)
      return
    }
    combine(UInt8(4))
    for field in NamedValue.sortedByName(NamedValue.formFields(content.bytes ?? [])) {
      combine(field.name)
      combine(field.value)
    }
  }

  private mutating func combine(_ value: JSONValue) {
    switch value {
    case .null: combine(UInt8(5))
    case .bool(let value): combine(UInt8(value ? 7 : 6))
    case .number(let number):
      combine(UInt8(number.isNegative ? 9 : 8))
      combine(number.digits)
      if let exponent = number.exponent { combine(number: exponent) }
    case .string(let bytes):
      combine(UInt8(10))
      combine(bytes)
    case .array(let elements):
      combine(UInt8(11))
      for element in elements { combine(element) }
      combine(number: elements.count)
    case .object(let members):
      combine(UInt8(12))
      for member in members {
        combine(member.key)
        combine(member.value)
      }
      combine(number: members.count)
    }
  }
}

extension Cassette.VolatileFields {
  /// Whether two interactions are the same but for these fields, for when and how long, for how far a
  /// progress block had counted, and for whether a cache had the answer.
  ///
  /// - Complexity: O(*n* log *n*) in the size of both.
  package func isSame(_ new: Cassette.Interaction, as old: Cassette.Interaction) -> Bool {
    guard new.target == old.target, new.redactions == old.redactions,
      new.notes.elementsEqual(old.notes, by: ExactText.isSame),
      new.tags.elementsEqual(old.tags, by: ExactText.isSame),
      (new.built == nil) == (old.built == nil), new.attempts.count == old.attempts.count
    else { return false }
    // A placeholder is only the same where its text is.
    let isExact = !new.redactions.isEmpty
    func isSameRequest(_ new: Cassette.Request, _ old: Cassette.Request) -> Bool {
      guard ExactText.isSame(new.httpVersion, old.httpVersion),
        Self.isSameTarget(new, old, isExact: isExact)
      else { return false }
      if Self.differsInBoundary(new, old) {
        let type = Array("content-type".utf8)
        return fields(new.headerFields, without: type) == fields(old.headerFields, without: type)
      }
      return fields(new.headerFields) == fields(old.headerFields)
        && Self.isSameContent(new.body, old.body, asJSON: true, paths: [])
    }
    if let new = new.built, let old = old.built, !isSameRequest(new, old) { return false }
    return isSameRequest(new.request, old.request) && isSame(new.outcome, old.outcome)
      && zip(new.attempts, old.attempts).allSatisfy { new, old in
        isSameRequest(new.request, old.request) && isSame(new.outcome, old.outcome)
      }
  }

  private func fields(
    _ fields: Cassette.HeaderFields, without other: [UInt8]? = nil
  ) -> [Cassette.HeaderFields.Field] {
    fields.filter { field in
      let name = Cassette.HeaderFields.canonical(field.name)
      return name != other && !headerFields.contains(String(decoding: name, as: UTF8.self))
    }
  }

  /// Method and URL: as texts, or as matching compares them.
  private static func isSameTarget(
    _ new: Cassette.Request, _ old: Cassette.Request, isExact: Bool
  ) -> Bool {
    if ExactText.isSame(new.method, old.method), ExactText.isSame(new.url, old.url) { return true }
    guard !isExact else { return false }
    let recorded = Cassette.Interaction(
      request: .init(method: old.method, url: old.url), outcome: .response(.init(status: 0)))
    return RequestMatcher.default.differences(
      between: .init(method: new.method, url: new.url), and: recorded
    ).isEmpty
  }

  /// Whether both are multipart content of the same parts, in boundaries that are made up each time.
  private static func differsInBoundary(_ new: Cassette.Request, _ old: Cassette.Request) -> Bool {
    guard case .bytes(let newData) = new.body, case .bytes(let oldData) = old.body,
      let newType = new.headerFields["Content-Type"].map(MediaType.init),
      let oldType = old.headerFields["Content-Type"].map(MediaType.init),
      let newBoundary = newType.multipartBoundary, let oldBoundary = oldType.multipartBoundary,
      newBoundary != oldBoundary, newType.isSame(butForBoundary: oldType),
      let newParts = MultipartParser.sections(Array(newData), boundary: newBoundary)
    else { return false }
    return newParts == MultipartParser.sections(Array(oldData), boundary: oldBoundary)
  }

  private static func isSameContent(
    _ new: Cassette.Body, _ old: Cassette.Body, asJSON: Bool, paths: [[[UInt8]]]
  ) -> Bool {
    switch (new, old) {
    case (.sideFile(let new), .sideFile(let old)):
      // Where it lies is named after the cassette.
      return new.byteCount == old.byteCount && ExactText.isSame(new.sha256, old.sha256)
    case (.bytes(let newData), .bytes(let oldData)) where newData != oldData:
      guard asJSON, let new = JSONValue(Array(newData)), let old = JSONValue(Array(oldData)) else {
        return false
      }
      return new.blanking(paths[...]) == old.blanking(paths[...])
    default:
      return new == old
    }
  }

  private func isSame(_ new: Cassette.Outcome, _ old: Cassette.Outcome) -> Bool {
    guard new.failure == old.failure, (new.response == nil) == (old.response == nil) else {
      return false
    }
    guard var new = new.response, var old = old.response else { return true }
    let paths = jsonPaths.map(Self.tokens)
    guard Self.isSameContent(new.body, old.body, asJSON: !paths.isEmpty, paths: paths) else {
      return false
    }
    // Another value may have another length.
    let isOtherText = new.body != old.body
    let length = isOtherText ? Array("content-length".utf8) : nil
    guard fields(new.headerFields, without: length) == fields(old.headerFields, without: length)
    else { return false }
    (new.headerFields, old.headerFields, new.body, old.body) = ([:], [:], .empty, .empty)
    return new == old
  }

  /// The keys and numbers on the way to a place.
  static func tokens(_ pointer: String) -> [[UInt8]] {
    Array(pointer.utf8).split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .dropFirst().map(JSONPlaces.unescaped)
  }
}

extension JSONValue {
  /// The value with null at each of the places.
  fileprivate func blanking(_ paths: ArraySlice<[[UInt8]]>) -> JSONValue {
    guard !paths.isEmpty else { return self }
    if paths.contains(where: \.isEmpty) { return .null }
    func below(_ key: [UInt8]) -> [[[UInt8]]] {
      paths.filter { $0[0] == key || $0[0] == [UInt8(ascii: "*")] }.map { Array($0.dropFirst()) }
    }
    switch self {
    case .array(let elements):
      return .array(
        elements.enumerated().map { index, element in
          element.blanking(below(Array(String(index).utf8))[...])
        })
    case .object(let members):
      return .object(
        members.map { Member(key: $0.key, value: $0.value.blanking(below($0.key)[...])) })
    case .null, .bool, .number, .string:
      return self
    }
  }
}

extension RequestComparison {
  /// Compares the values of a field; several of one name mean their list (RFC 9110 §5.3).
  mutating func header(_ name: String) -> Difference? {
    let listed = places.headers[Cassette.HeaderFields.canonical(name)]
    let live = Self.value(asked.request.headerFields.values(of: name))
    let kept = Self.value(recorded.headerFields.values(of: name))
    if let live, let kept {
      if isEqual(live, kept, listed) { return nil }
    } else if live == nil, kept == nil {
      return nil
    }
    return difference("header", Self.path(name), live, kept, placeholders: listed)
  }

  /// Compares only whether there is a field of that name.
  func headerPresence(_ name: String) -> Difference? {
    let live = asked.request.headerFields[name] != nil
    let kept = recorded.headerFields[name] != nil
    guard live != kept else { return nil }
    return Difference(
      part: "header", path: Self.path(name), sent: live ? "a value" : nil,
      recorded: kept ? "a value" : nil)
  }

  private static func path(_ name: String) -> String { VisibleText.quoted(name.utf8) }

  private static func value(_ values: [String]) -> [UInt8]? {
    values.isEmpty ? nil : Array(values.map { Array($0.utf8) }.joined(separator: ", ".utf8))
  }
}

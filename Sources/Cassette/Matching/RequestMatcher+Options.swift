// What is left out of the parts that a matcher has, also of those of the request as sent.
extension RequestMatcher {
  /// This matcher with some items of the query left out on both sides, wherever they stand.
  ///
  /// - Parameter names: Their names, decoded: `tags[]`, not `tags%5B%5D`.
  /// - Returns: The matcher that leaves them out.
  public func ignoringQuery(_ names: String...) -> RequestMatcher { ignoringQuery(names) }

  func ignoringQuery(_ names: [String]) -> RequestMatcher {
    changing(".ignoringQuery(\(Self.list(names)))") { kind in
      guard case .query(var rule) = kind else { return }
      rule.ignored.formUnion(names.map { Array($0.utf8) })
      kind = .query(rule)
    }
  }

  /// This matcher with the values of some items of the query left out; both sides must have as many of them.
  ///
  /// - Parameter names: The names of the items, decoded.
  /// - Returns: The matcher that leaves them out.
  public func ignoringQueryValues(_ names: String...) -> RequestMatcher {
    ignoringQueryValues(names)
  }

  func ignoringQueryValues(_ names: [String]) -> RequestMatcher {
    changing(".ignoringQueryValues(\(Self.list(names)))") { kind in
      guard case .query(var rule) = kind else { return }
      rule.freeValues.formUnion(names.map { Array($0.utf8) })
      kind = .query(rule)
    }
  }

  /// This matcher with some places in JSON content left out on both sides, whatever stands there, if anything.
  ///
  /// Content that is no JSON is compared as without it.
  ///
  /// - Parameter pointers: RFC 6901 pointers such as `/id` or `/items/*/updated_at`, in which `*` is any member
  ///   or element: as in ``Cassette/Cassette/VolatileFields``.
  /// - Returns: The matcher that leaves them out.
  public func ignoringJSON(_ pointers: String...) -> RequestMatcher { ignoringJSON(pointers) }

  func ignoringJSON(_ pointers: [String]) -> RequestMatcher {
    let paths = pointers.map { Cassette.VolatileFields.tokens($0)[...] }
    return changingBody(".ignoringJSON(\(Self.list(pointers)))") { $0.json.ignored += paths }
  }

  /// This matcher with numbers in JSON content compared by that rule.
  public func comparingNumbers(_ rule: NumberRule) -> RequestMatcher {
    changingBody(".comparingNumbers(\(rule))") { $0.json.numbers = rule }
  }

  /// This matcher with some fields of a form's content left out on both sides.
  ///
  /// - Parameter names: The names of the fields, decoded.
  /// - Returns: The matcher that leaves them out.
  public func ignoringFormFields(_ names: String...) -> RequestMatcher {
    ignoringFormFields(names)
  }

  func ignoringFormFields(_ names: [String]) -> RequestMatcher {
    changingBody(".ignoringFormFields(\(Self.list(names)))") {
      $0.ignoredFields.formUnion(names.map { Array($0.utf8) })
    }
  }

  /// This matcher with some parts of multipart content left out on both sides.
  ///
  /// - Parameter names: The names of the parts' form fields.
  /// - Returns: The matcher that leaves them out.
  public func ignoringParts(_ names: String...) -> RequestMatcher { ignoringParts(names) }

  func ignoringParts(_ names: [String]) -> RequestMatcher {
    changingBody(".ignoringParts(\(Self.list(names)))") {
      $0.ignoredParts.formUnion(names.map { Array($0.utf8) })
    }
  }

  /// This matcher with what is in some parts of multipart content left out, such as a file's content; the
  /// parts must be there on both sides, with equal file names and types.
  ///
  /// - Parameter names: The names of the parts' form fields.
  /// - Returns: The matcher that leaves them out.
  public func ignoringPartContents(_ names: String...) -> RequestMatcher {
    ignoringPartContents(names)
  }

  func ignoringPartContents(_ names: [String]) -> RequestMatcher {
    changingBody(".ignoringPartContents(\(Self.list(names)))") {
      $0.freeParts.formUnion(names.map { Array($0.utf8) })
    }
  }

  /// This matcher with text content (`text/…`) compared by its lines: how they end, white space before that,
  /// and empty ones at the end of the text do not count.
  ///
  /// Each side is read as the `charset` of its type says: UTF-8, which is that of a type without one,
  /// US-ASCII, ISO-8859-1 or UTF-16. Text in another is compared as bytes.
  public func comparingTextByLines() -> RequestMatcher {
    changingBody(".comparingTextByLines()") { $0.comparesLines = true }
  }

  private func changingBody(
    _ option: String, _ change: (inout BodyRule) -> Void
  ) -> RequestMatcher {
    changing(option) { kind in
      guard case .body(var rule) = kind else { return }
      change(&rule)
      kind = .body(rule)
    }
  }

  private static func list(_ names: [String]) -> String {
    names.map { VisibleText.quoted($0.utf8, limit: .max) }.joined(separator: ", ")
  }
}

/// What of content counts, by its form.
struct BodyRule: Sendable {
  /// How values of JSON are compared.
  var json = JSONRule()
  /// The decoded names of form fields that do not count.
  var ignoredFields: Set<[UInt8]> = []
  /// The names of parts that do not count.
  var ignoredParts: Set<[UInt8]> = []
  /// The names of parts whose content does not count.
  var freeParts: Set<[UInt8]> = []
  /// Whether the ends of lines and white space before them do not count in a text.
  var comparesLines = false

  /// Whether contents that are equal by this rule are equal by the default one.
  var isWhole: Bool {
    json.ignored.isEmpty && !json.numbers.isTolerant && ignoredFields.isEmpty
      && ignoredParts.isEmpty && freeParts.isEmpty && !comparesLines
  }
}

/// What of a JSON value counts.
struct JSONRule: Sendable {
  /// The tokens on the way to each place that does not count; `*` is any member or element.
  var ignored: [ArraySlice<[UInt8]>] = []
  /// How numbers are compared.
  var numbers = RequestMatcher.NumberRule.byValue

  /// Whether the value itself does not count.
  var isIgnored: Bool { ignored.contains(where: \.isEmpty) }

  /// The rule for the member or element of that name.
  func below(_ token: @autoclosure () -> [UInt8]) -> JSONRule {
    guard !ignored.isEmpty else { return self }
    let token = token()
    var rule = self
    rule.ignored = ignored.filter { $0.first == token || $0.first == Self.any }
      .map { $0.dropFirst() }
    return rule
  }

  private static let any = [UInt8(ascii: "*")]
}

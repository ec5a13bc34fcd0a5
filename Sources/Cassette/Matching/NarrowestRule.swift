/// A matcher loosened by its own options until a recording answers a request, by as little as they can.
///
/// Of each part that differs one place after another is left out: the value of a query's item or the item, a
/// place in JSON, a form's field, a part's content or the part. The whole part goes where that is not enough.
struct NarrowestRule {
  /// The most places of one part that are left out one by one.
  private static let placeLimit = 4

  private var queryValues: [String] = []
  private var queryItems: [String] = []
  private var pointers: [String] = []
  private var fields: [String] = []
  private var partContents: [String] = []
  private var parts: [String] = []
  private var comparesLines = false
  private var removed: [RequestMatcher.Part] = []

  /// The matcher by which a recording answers a request; nil where it does already, and where that takes
  /// leaving out what makes a request the request that it is.
  ///
  /// - Complexity: A dozen comparisons at most, the last of which has found no difference.
  static func rule(
    from matcher: RequestMatcher, for asked: MatchSubject, _ recorded: Cassette.Interaction,
    concealing: RedactedPlaces
  ) -> RequestMatcher? {
    var steps = NarrowestRule()
    var rule = matcher
    for round in 0..<12 {
      let differences = rule.differences(
        between: asked, and: recorded, concealing: concealing)
      guard !differences.isEmpty else { return round == 0 ? nil : rule }
      for difference in differences {
        guard steps.leaveOut(difference, of: matcher) else { return nil }
      }
      rule = steps.applied(to: matcher)
    }
    return nil
  }

  private mutating func leaveOut(
    _ difference: RequestMatcher.Difference, of matcher: RequestMatcher
  ) -> Bool {
    let isOnBothSides = difference.sent != nil && difference.recorded != nil
    let isDone =
      switch difference.detail {
      case .query(let name): leaveOutItem(name, isOnBothSides: isOnBothSides)
      case .json(let pointer): add(pointer, to: \.pointers)
      case .field(let name): add(name, to: \.fields)
      case .partContent(let name): add(name, to: \.partContents)
      case .part(let name): add(name, to: \.parts)
      case .lineEnds: !comparesLines
      case nil: false
      }
    if difference.detail == .lineEnds { comparesLines = true }
    return isDone || remove(difference, of: matcher)
  }

  private mutating func add(
    _ name: String, to list: WritableKeyPath<NarrowestRule, [String]>
  ) -> Bool {
    guard self[keyPath: list].count < Self.placeLimit,
      !self[keyPath: list].contains(where: { $0.utf8.elementsEqual(name.utf8) })
    else { return false }
    self[keyPath: list].append(name)
    return true
  }

  private mutating func leaveOutItem(_ name: String, isOnBothSides: Bool) -> Bool {
    func isSame(_ other: String) -> Bool { other.utf8.elementsEqual(name.utf8) }
    let isValueLeftOut = queryValues.contains(where: isSame)
    queryValues.removeAll(where: isSame)
    guard queryValues.count + queryItems.count < Self.placeLimit else { return false }
    return add(name, to: isOnBothSides && !isValueLeftOut ? \.queryValues : \.queryItems)
  }

  private mutating func remove(
    _ difference: RequestMatcher.Difference, of matcher: RequestMatcher
  ) -> Bool {
    let part = matcher.parts.first { part in
      guard case .sent(let inner) = part.kind else {
        return !difference.isOfSent && part.isLoose && part.isNamed(by: difference)
      }
      return difference.isOfSent && inner.isLoose && inner.isNamed(by: difference)
    }
    guard let part, !removed.contains(where: { $0.identity == part.identity }) else {
      return false
    }
    removed.append(part)
    if difference.part == "query" { (queryValues, queryItems) = ([], []) }
    if difference.part == "body" {
      (pointers, fields, partContents, parts, comparesLines) = ([], [], [], [], false)
    }
    return true
  }

  private func applied(to matcher: RequestMatcher) -> RequestMatcher {
    var rule = matcher
    if !queryValues.isEmpty { rule = rule.ignoringQueryValues(queryValues) }
    if !queryItems.isEmpty { rule = rule.ignoringQuery(queryItems) }
    if !pointers.isEmpty { rule = rule.ignoringJSON(pointers) }
    if !fields.isEmpty { rule = rule.ignoringFormFields(fields) }
    if !partContents.isEmpty { rule = rule.ignoringPartContents(partContents) }
    if !parts.isEmpty { rule = rule.ignoringParts(parts) }
    if comparesLines { rule = rule.comparingTextByLines() }
    return removed.isEmpty ? rule : rule.removing(removed)
  }
}

extension RequestMatcher.Part {
  /// Whether leaving it out is advice worth giving.
  fileprivate var isLoose: Bool {
    switch kind {
    case .port, .userInfo, .query, .cookie, .cookiePresence, .body, .bodyBytes, .bodySHA256,
      .header, .headerPresence, .targetType, .targetCase:
      true
    case .method, .scheme, .host, .path, .sent, .custom: false
    }
  }

  fileprivate func isNamed(by difference: RequestMatcher.Difference) -> Bool {
    switch kind {
    case .port: difference.part == "port"
    case .userInfo: difference.part == "user" || difference.part == "password"
    case .query: difference.part == "query"
    case .body, .bodyBytes, .bodySHA256: difference.part == "body"
    case .header(let name), .headerPresence(let name):
      difference.part == "header" && difference.path == VisibleText.quoted(name.utf8)
    case .cookie(let name), .cookiePresence(let name):
      difference.part == "cookie" && difference.path == VisibleText.quoted(name.utf8)
    case .targetType: difference.part == "target type"
    case .targetCase: difference.part == "target case"
    case .method, .scheme, .host, .path, .sent, .custom: false
    }
  }
}

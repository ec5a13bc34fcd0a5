// What is left of a part that another one of its kind replaces.
extension RequestMatcher.Part {
  /// This part with what options of a matcher leave out of another one of its kind.
  func keepingOptions(of other: RequestMatcher.Part) -> RequestMatcher.Part {
    switch (kind, other.kind) {
    case (.query(let rule), .query(let old)):
      RequestMatcher.Part(kind: .query(rule.keepingOptions(of: old)))
    case (.body(let rule), .body(let old)):
      RequestMatcher.Part(kind: .body(rule.keepingOptions(of: old)))
    case (.sent(let part), .sent(let old)):
      RequestMatcher.Part(kind: .sent(part.keepingOptions(of: old)))
    default:
      self
    }
  }
}

extension QueryRule {
  fileprivate func keepingOptions(of other: QueryRule) -> QueryRule {
    var result = self
    result.ignored.formUnion(other.ignored)
    result.freeValues.formUnion(other.freeValues)
    return result
  }
}

extension BodyRule {
  fileprivate func keepingOptions(of other: BodyRule) -> BodyRule {
    var result = self
    result.json.ignored += other.json.ignored
    if json.numbers.isByValue { result.json.numbers = other.json.numbers }
    result.ignoredFields.formUnion(other.ignoredFields)
    result.ignoredParts.formUnion(other.ignoredParts)
    result.freeParts.formUnion(other.freeParts)
    result.comparesLines = comparesLines || other.comparesLines
    return result
  }
}

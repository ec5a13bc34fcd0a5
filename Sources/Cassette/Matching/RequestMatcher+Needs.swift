extension RequestMatcher {
  /// How the candidates of a request are found.
  enum LookUp {
    /// By the hash of the whole default key.
    case key
    /// By the hash of the route.
    case route
    /// By looking at all.
    case none
  }

  /// How the candidates of a request are found.
  ///
  /// - Complexity: O(*p*) in the number of parts, and the bytes of the path where there are templates.
  func lookUp(for request: MatchSubject) -> LookUp {
    lookUp { templates in
      // A path that fits none of them has to be the recorded one.
      !request.uri.isBroken && templates.contains { $0.fits(request.uri.path) }
    }
  }

  /// How the candidates of every request are found; nil where that is another for some.
  var fixedLookUp: LookUp? {
    let isFixed = parts.allSatisfy { part in
      if case .path(let templates) = part.kind { templates.isEmpty } else { true }
    }
    return isFixed ? lookUp { _ in false } : nil
  }

  /// - Parameter isFree: Whether the path may be another than the request's by one of the templates.
  /// - Returns: What finds all recordings that may match.
  private func lookUp(isFree: ([PathTemplate]) -> Bool) -> LookUp {
    var found = 0
    for part in parts {
      switch part.kind {
      case .method: found |= 1
      case .scheme: found |= 2
      case .host: found |= 4
      case .port: found |= 8
      case .path(let templates): found |= templates.isEmpty || !isFree(templates) ? 16 : 0
      case .query(let rule): found |= rule.isWhole ? 32 : 0
      // Equal bytes are equal in any form, but where only one side can be read as parts.
      case .body(let rule): found |= rule.isWhole ? 64 : 0
      default: break
      }
    }
    guard found & 31 == 31 else { return .none }
    return found == 127 ? .key : .route
  }

  /// Whether it compares method, scheme, host, port and path, so that the route's hash finds candidates.
  package var usesWholeRoute: Bool {
    if case .none = lookUp(isFree: { _ in true }) { false } else { true }
  }

  /// Whether it compares all that the default key's hash covers, so that this finds candidates.
  package var usesDefaultKey: Bool {
    if case .key = lookUp(isFree: { _ in true }) { true } else { false }
  }

  /// Whether the content of a request may count: what is only streamed has to be read to compare it.
  package var comparesContent: Bool { parts.contains { $0.comparesContent } }

  /// Whether the content of a request as sent may count.
  package var comparesContentSent: Bool {
    parts.contains { if case .sent(let part) = $0.kind { part.comparesContent } else { false } }
  }

  /// Whether any part is of the request as sent.
  package var comparesSent: Bool {
    parts.contains { if case .sent = $0.kind { true } else { false } }
  }

  /// Whether it looks at targets.
  var comparesTarget: Bool {
    parts.contains { part in
      switch part.kind {
      case .targetType, .targetCase: true
      default: false
      }
    }
  }

  /// Whether it has parts of the user's own, of which nobody knows what they look at.
  package var hasCustomParts: Bool { parts.contains { $0.isCustom } }
}

extension RequestMatcher.Part {
  fileprivate var comparesContent: Bool {
    switch kind {
    case .body, .bodyBytes, .bodySHA256, .custom: true
    case .sent(let part): part.comparesContent
    default: false
    }
  }

  fileprivate var isCustom: Bool {
    switch kind {
    case .custom: true
    case .sent(let part): part.isCustom
    default: false
    }
  }
}

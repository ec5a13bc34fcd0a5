extension RequestComparison {
  mutating func method() -> Difference? {
    let (live, kept) = (asked.request.method, recorded.method)
    guard !live.utf8.elementsEqual(kept.utf8) else { return nil }
    return Difference(
      part: "method", sent: VisibleText.plain(live, limit: 40),
      recorded: VisibleText.plain(kept, limit: 40))
  }

  mutating func scheme() -> Difference? {
    asked.uri.scheme == recordedURI.scheme
      ? nil : difference("scheme", nil, asked.uri.scheme, recordedURI.scheme)
  }

  mutating func host() -> Difference? {
    asked.uri.host == recordedURI.host
      ? nil : difference("host", nil, asked.uri.host, recordedURI.host)
  }

  mutating func port() -> Difference? {
    guard asked.uri.port != recordedURI.port else { return nil }
    func shown(_ uri: TargetURI) -> String? {
      (uri.port ?? uri.defaultPort).map {
        VisibleText.plain(String(decoding: $0, as: UTF8.self), limit: 20)
      }
    }
    return Difference(
      part: "port", sent: shown(asked.uri), recorded: shown(recordedURI))
  }

  mutating func userInfo() -> Difference? {
    let form = TextForm.component(PercentCoding.userInfo)
    return optional("user", asked.uri.user, recordedURI.user, places.user, form)
      ?? optional("password", asked.uri.password, recordedURI.password, places.password, form)
  }

  private mutating func optional(
    _ part: String, _ live: [UInt8]?, _ recorded: [UInt8]?, _ placeholders: [[UInt8]]?,
    _ form: TextForm
  ) -> Difference? {
    if let live, let recorded {
      if isEqual(live, recorded, placeholders, form) { return nil }
    } else if live == nil, recorded == nil {
      return nil
    }
    // User-info is a secret by what it is.
    return difference(part, nil, live, recorded, placeholders: placeholders ?? [])
  }

  /// Compares the paths, which may be equal, or both fit one of the templates.
  mutating func path(templates: [PathTemplate]) -> Difference? {
    let isBroken = asked.uri.isBroken || recordedURI.isBroken
    let listed = isBroken && !places.allInURL.isEmpty ? places.allInURL : places.path
    let form = recordedURI.isBroken ? TextForm.plain : .component(PercentCoding.path)
    if isEqual(asked.uri.path, recordedURI.path, listed, form) { return nil }
    let (live, kept) = (asked.uri, recordedURI)
    if !templates.isEmpty, !isBroken {
      let spellings = Self.spellings(places.path ?? [], form)
      let isSame = templates.contains { $0.fits(live.path) && $0.fits(kept.path, spellings) }
      if isSame { return nil }
    }
    var result = difference("path", nil, live.path, kept.path, placeholders: listed)
    guard !templates.isEmpty else { return result }
    result.sent? += templates.contains { $0.fits(live.path) } ? " of a template" : " of no template"
    return result
  }

  /// Compares the items that count.
  mutating func query(_ rule: QueryRule) -> Difference? {
    let places = places
    return fields(
      rule.items(asked.uri.query), rule.items(recordedURI.query),
      FieldForm(
        part: "query", noun: "item", text: .component(PercentCoding.query),
        raw: places.rawQuery, named: { places.query(named: $0) }, freeValues: rule.freeValues,
        allowsFurther: rule.allowsFurther))
  }
}

extension RequestComparison {
  /// What a list of names and values is: a query's items or a form's fields.
  struct FieldForm {
    var part: String
    var noun: String
    var text: TextForm
    /// The placeholders that may stand anywhere in the list, also in names.
    var raw: [[UInt8]]?
    /// The placeholders at the values of a name.
    var named: ([UInt8]) -> [[UInt8]]?
    /// The decoded names of those whose values do not count.
    var freeValues: Set<[UInt8]> = []
    /// Whether there may be more in the live list, of names that the recorded one lacks.
    var allowsFurther = false

    /// The placeholders at the value of an item.
    func placeholders(_ name: [UInt8]) -> [[UInt8]]? {
      guard let raw else { return named(name) }
      return raw + (named(name) ?? [])
    }
  }

  /// Compares two lists: for each name its values in order, the order of different names aside.
  ///
  /// - Complexity: O(*n*) in the number of items, but O(*n* · *w*) where *w* recorded names hold
  ///   placeholders.
  mutating func fields(
    _ asked: [NamedValue], _ recorded: [NamedValue], _ form: FieldForm
  ) -> Difference? {
    var wild: [NamedValue] = []
    var exact = recorded
    if let raw = form.raw, !raw.isEmpty {
      wild = recorded.filter { holds(raw, $0.name, form.text) }
      exact = recorded.filter { !holds(raw, $0.name, form.text) }
    }
    var live = Dictionary(grouping: asked.indices, by: { asked[$0].name })
    let groups = Dictionary(grouping: exact.indices, by: { exact[$0].name })
    for index in exact.indices {
      let name = exact[index].name
      guard let group = groups[name], group.first == index else { continue }
      let mine = live.removeValue(forKey: name) ?? []
      for position in 0..<max(mine.count, group.count) {
        let sent = position < mine.count ? asked[mine[position]] : nil
        let kept = position < group.count ? exact[group[position]] : nil
        if !isEqual(sent, kept, form) { return difference(sent, kept, form) }
      }
    }
    for index in asked.indices where live[asked[index].name] != nil {
      guard let match = wild.firstIndex(where: { fits(asked[index], $0, form) }) else {
        if form.allowsFurther { continue }
        return difference(asked[index], nil, form)
      }
      let kept = wild.remove(at: match)
      _ = isEqual(asked[index].name, kept.name, form.raw, form.text)
      _ = isEqual(asked[index], kept, form)
    }
    return wild.first.map { difference(nil, $0, form) }
  }

  private func holds(_ raw: [[UInt8]], _ name: [UInt8], _ text: TextForm) -> Bool {
    var trial = self
    // A pattern that has a wildcard is met by more than itself.
    let count = trial.bindings.count
    return trial.isEqual(name, name, raw, text) && trial.bindings.count > count
  }

  private func fits(_ sent: NamedValue, _ kept: NamedValue, _ form: FieldForm) -> Bool {
    var trial = self
    return trial.isEqual(sent.name, kept.name, form.raw, form.text)
      && trial.isEqual(sent, kept, form)
  }

  /// Whether the values are equal; the names are taken to be.
  private mutating func isEqual(
    _ sent: NamedValue?, _ kept: NamedValue?, _ form: FieldForm
  ) -> Bool {
    guard let sent, let kept else { return false }
    guard let live = sent.value, let value = kept.value else { return sent.value == kept.value }
    return isEqual(live, value, form.placeholders(kept.name), form.text)
  }

  private func difference(
    _ sent: NamedValue?, _ kept: NamedValue?, _ form: FieldForm
  ) -> Difference {
    func decoded(_ bytes: [UInt8]) -> [UInt8] {
      switch form.text {
      case .plain: bytes
      case .component: PercentCoding.decoded(bytes[...])
      }
    }
    let name = kept?.name ?? sent?.name ?? []
    let isNameSecret = kept == nil && form.raw != nil
    var result = difference(
      form.part,
      "\(form.noun) \(isNameSecret ? Self.concealed : VisibleText.quoted(decoded(name)))",
      sent?.value.map(decoded), kept?.value.map(decoded), placeholders: form.placeholders(name))
    // Spellings that mean different things may decode to one text, as `+` and `%2B` do.
    if let left = sent?.value, let right = kept?.value, result.sent == result.recorded {
      (result.sent, result.recorded) = VisibleText.pair(left, right)
    }
    if sent != nil, sent?.value == nil { result.sent = "no value" }
    if kept != nil, kept?.value == nil { result.recorded = "no value" }
    if form.freeValues.contains(decoded(name)) {
      if sent != nil { result.sent = "a value" }
      if kept != nil { result.recorded = "a value" }
    }
    if !isNameSecret, UTF8Validation.isValid(decoded(name)) {
      let name = String(decoding: decoded(name), as: UTF8.self)
      result.detail = form.part == "query" ? .query(name) : .field(name)
    }
    return result
  }
}

// On which terms a run saves, for whoever saves its journal after a crash: ids of rules, names, places
// and filters as code, or CASSETTE_ONLY, gives them; never what was recorded, and no variable's value that
// is a secret.

extension JournalHeader {
  /// Adds the members that say so, as far as anything differs from the defaults.
  func writeTerms(to json: inout JSONText) {
    tripwire.writeDifferences(to: &json)
    if !selection.isEmpty {
      json.raw(#","only":"#)
      json.array(selection) { json, filter in
        json.raw(#"{"kind":"#)
        json.string(filter.member.kind)
        json.raw(#","pattern":"#)
        json.string(filter.member.pattern)
        json.raw("}")
      }
    }
    if allowsOnlyFailures { json.raw(#","onlyFailures":true"#) }
  }

  /// Reads them. What another version has put there is passed over: the default is the stricter.
  ///
  /// - Throws: `CassetteError.damagedJournal` for a filter of a kind that is unknown: entries would be
  ///   lost that should stay, or stay that should go.
  mutating func readTerms(_ document: JSONDocument, path: String) throws(CassetteError) {
    let root = document.root
    if let object = document.member("tripwire", of: root) {
      tripwire = Tripwire.default.differing(object, of: document)
    }
    for node in document.elements(document.member("only", of: root)) {
      guard let kind = document.member("kind", of: node).flatMap({ document.string($0) }),
        let pattern = document.member("pattern", of: node).flatMap({ document.string($0) }),
        let filter = CallFilter(kind: kind, pattern: pattern)
      else { throw .damagedJournal(path: path, line: 1, reason: "a filter of calls is unknown") }
      selection.append(filter)
    }
    if case .bool(true) = document.member("onlyFailures", of: root)?.kind {
      allowsOnlyFailures = true
    }
  }
}

extension Tripwire {
  /// Adds a member that tells how these rules differ from the default ones; none where they do not.
  ///
  /// The shapes of tokens are left out: what they find was replaced before it came into the journal.
  fileprivate func writeDifferences(to json: inout JSONText) {
    let standard = Tripwire.default.rules
    let removed = standard.filter { !rules.contains($0) }
    let added = rules.compactMap { rule -> (id: String, names: SuspiciousNames)? in
      guard case .randomValues(let names) = rule.pattern, !standard.contains(rule) else {
        return nil
      }
      return (rule.id, names)
    }
    guard !removed.isEmpty || !added.isEmpty || !allowances.isEmpty else { return }
    json.raw(#","tripwire":{"without":"#)
    json.strings(removed.count == standard.count ? ["*"] : removed.map(\.id))
    json.raw(#","random":"#)
    json.array(added) { json, rule in
      json.raw(#"{"id":"#)
      json.string(rule.id)
      json.raw(#","words":"#)
      json.strings(rule.names.sortedWords)
      json.raw(#","exceptions":"#)
      json.strings(rule.names.sortedExceptions)
      json.raw("}")
    }
    json.raw(#","allow":"#)
    json.array(allowances) { json, allowance in
      json.raw(#"{"rule":"#)
      json.string(allowance.rule)
      json.raw(#","place":"#)
      json.string(allowance.place)
      json.raw("}")
    }
    json.raw("}")
  }

  /// These rules with the differences of such a member.
  fileprivate func differing(_ object: JSONNode, of document: JSONDocument) -> Tripwire {
    func member(_ name: StaticString, _ node: JSONNode) -> String? {
      document.member(name, of: node).flatMap { document.string($0) }
    }
    func strings(_ name: StaticString, _ node: JSONNode) -> [String] {
      document.elements(document.member(name, of: node)).compactMap { document.string($0) }
    }
    var result = self
    for id in strings("without", object) {
      result = id.utf8.elementsEqual("*".utf8) ? Tripwire([]) : result.removing(id: id)
    }
    for rule in document.elements(document.member("random", of: object)) {
      guard let id = member("id", rule) else { continue }
      result = result.adding(
        .randomValues(
          id: id, words: strings("words", rule), exceptions: strings("exceptions", rule)))
    }
    for allowance in document.elements(document.member("allow", of: object)) {
      guard let rule = member("rule", allowance), let place = member("place", allowance) else {
        continue
      }
      result.allowances.append(.init(rule: rule, place: place))
    }
    return result
  }
}

extension JSONText {
  /// Adds an array of strings.
  fileprivate mutating func strings(_ values: [String]) {
    array(values) { json, value in json.string(value) }
  }

  /// Adds an array, each of its elements by the closure.
  fileprivate mutating func array<Value>(
    _ values: [Value], _ add: (inout JSONText, Value) -> Void
  ) {
    raw("[")
    for (index, value) in values.enumerated() {
      if index > 0 { raw(",") }
      add(&self, value)
    }
    raw("]")
  }
}

extension JSONDocument {
  /// The elements of an array; none of another value, or of none.
  fileprivate func elements(_ node: JSONNode?) -> [JSONNode] {
    if case .array(let elements) = node?.kind { elements } else { [] }
  }
}

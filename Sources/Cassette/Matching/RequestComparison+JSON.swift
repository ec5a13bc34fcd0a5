extension RequestComparison {
  /// One step into a JSON value.
  enum JSONStep {
    case member([UInt8])
    case element(Int)
  }

  /// Compares two values by structure: members in any order, numbers by the rule.
  ///
  /// - Complexity: O(*n*) in the size of both.
  mutating func json(
    _ live: JSONValue, _ kept: JSONValue, _ places: JSONPlaces?, _ rule: JSONRule = JSONRule(),
    _ path: inout [JSONStep]
  ) -> Difference? {
    switch (live, kept) {
    case (.array(let mine), .array(let theirs)):
      for index in 0..<max(mine.count, theirs.count) {
        path.append(.element(index))
        if let difference = step(
          index < mine.count ? mine[index] : nil, index < theirs.count ? theirs[index] : nil,
          places?.element(index), rule.below(Array(String(index).utf8)), &path)
        {
          return difference
        }
        path.removeLast()
      }
      return nil
    case (.object(let mine), .object(let theirs)):
      return members(mine, theirs, places, rule, &path)
    default:
      return isEqual(live, kept, places, rule) ? nil : difference(live, kept, places, path)
    }
  }

  private mutating func step(
    _ live: JSONValue?, _ kept: JSONValue?, _ places: JSONPlaces?, _ rule: JSONRule,
    _ path: inout [JSONStep]
  ) -> Difference? {
    if rule.isIgnored { return nil }
    guard let live, let kept else { return difference(live, kept, places, path) }
    return json(live, kept, places, rule, &path)
  }

  /// Both are sorted by key.
  private mutating func members(
    _ mine: [JSONValue.Member], _ theirs: [JSONValue.Member], _ places: JSONPlaces?,
    _ rule: JSONRule, _ path: inout [JSONStep]
  ) -> Difference? {
    var (left, right) = (0, 0)
    while left < mine.count || right < theirs.count {
      let isSent =
        right == theirs.count
        || (left < mine.count && !theirs[right].key.lexicographicallyPrecedes(mine[left].key))
      let isKept = !isSent || (right < theirs.count && mine[left].key == theirs[right].key)
      let key = isSent ? mine[left].key : theirs[right].key
      path.append(.member(key))
      if let difference = step(
        isSent ? mine[left].value : nil, isKept ? theirs[right].value : nil,
        places?.member(key), rule.below(key), &path)
      {
        return difference
      }
      path.removeLast()
      if isSent { left += 1 }
      if isKept { right += 1 }
    }
    return nil
  }

  /// Compares two values of which at least one is a leaf.
  private mutating func isEqual(
    _ live: JSONValue, _ kept: JSONValue, _ places: JSONPlaces?, _ rule: JSONRule
  ) -> Bool {
    let wildcards = places?.here ?? []
    switch (live, kept) {
    case (.string(let mine), .string(let theirs)):
      return isEqual(mine, theirs, wildcards + (self.places.body ?? []), .plain)
    case (.number, .number), (.bool, .bool):
      guard let placeholder = wildcards.first else {
        guard case .number(let mine) = live, case .number(let theirs) = kept else {
          return live == kept
        }
        return rule.numbers.isEqual(mine, theirs)
      }
      // The whole leaf is the wildcard; what it stands for is still of the leaf's kind.
      if live == kept {
        bind(placeholder, placeholder[...])
      } else {
        bind(placeholder, Array(Self.shown(live, limit: .max).utf8)[...])
      }
      return true
    default:
      return live == kept
    }
  }

  private func difference(
    _ live: JSONValue?, _ kept: JSONValue?, _ places: JSONPlaces?, _ path: [JSONStep]
  ) -> Difference {
    var shown = (live.map { Self.shown($0) }, kept.map { Self.shown($0) })
    if case .string(let mine) = live, case .string(let theirs) = kept {
      shown = VisibleText.pair(mine, theirs)
    }
    if live != nil, places?.here != nil { shown.0 = Self.concealed }
    var result = Difference(
      part: "body", path: "at " + Self.shown(path), sent: shown.0, recorded: shown.1)
    result.detail = Self.pointer(to: path).map { .json($0) }
    return result
  }

  /// The pointer of a place with `*` for every element; nil for the whole value, and where a key is no text.
  private static func pointer(to path: [JSONStep]) -> String? {
    guard !path.isEmpty else { return nil }
    var pointer = ""
    for step in path {
      switch step {
      case .element: pointer += "/*"
      case .member(let key):
        guard UTF8Validation.isValid(key) else { return nil }
        pointer += "/"
        for scalar in String(decoding: key, as: UTF8.self).unicodeScalars {
          switch scalar {
          case "~": pointer += "~0"
          case "/": pointer += "~1"
          default: pointer.unicodeScalars.append(scalar)
          }
        }
      }
    }
    return pointer
  }

  private static func shown(_ path: [JSONStep]) -> String {
    var text = "$"
    for step in path {
      switch step {
      case .element(let index): text += "[\(index)]"
      case .member(let key):
        let isName =
          !key.isEmpty && key.count <= 40
          && key.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
            default: false
            }
          }
        text +=
          isName
          ? "." + String(decoding: key, as: UTF8.self) : "[\(VisibleText.quoted(key, limit: 40))]"
      }
    }
    return text
  }

  private static func shown(_ value: JSONValue, limit: Int = VisibleText.valueLimit) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let number): shown(number, limit: limit)
    case .string(let bytes): VisibleText.quoted(bytes, limit: limit)
    case .array(let elements):
      elements.isEmpty ? "[]" : "an array of \(elements.count)"
    case .object(let members):
      members.isEmpty ? "{}" : "an object of \(members.count)"
    }
  }

  private static func shown(_ number: JSONNumber, limit: Int) -> String {
    if !number.spelling.isEmpty {
      return cut(String(decoding: number.spelling, as: UTF8.self), limit)
    }
    guard !number.digits.isEmpty else { return "0" }
    let sign = number.isNegative ? "-" : ""
    let digits = String(decoding: number.digits, as: UTF8.self)
    guard let exponent = number.exponent else { return sign + cut(digits, limit) + "e..." }
    let count = number.digits.count
    switch exponent {
    case 0: return sign + cut(digits, limit)
    case 1...18: return sign + cut(digits + String(repeating: "0", count: exponent), limit)
    case -18..<0:
      let padded = String(repeating: "0", count: max(0, 1 - exponent - count)) + digits
      return sign + cut(padded.dropLast(-exponent) + "." + padded.suffix(-exponent), limit)
    default: return sign + cut(digits, limit) + "e\(exponent)"
    }
  }

  private static func cut(_ digits: some StringProtocol, _ limit: Int) -> String {
    digits.utf8.count <= limit ? String(digits) : digits.prefix(limit) + "..."
  }
}

/// A query's items, decoded, in order, repeats kept.
struct QueryItems {
  /// `name=value`, or `name` alone.
  struct Item: Hashable {
    let name: [UInt8]
    /// Nil where there is no `=`.
    let value: [UInt8]?

    /// The value as messages show it.
    var shownValue: String {
      guard let value else { return "no value" }
      return DisplayRedaction.replacement(for: value, named: name, at: .queryItem)
        .map { VisibleText.quoted($0) } ?? VisibleText.quoted(DisplayRedaction.bytes(value))
    }

    /// The item as messages show it.
    var shown: String {
      VisibleText.quoted(name) + (value == nil ? "" : "=" + shownValue)
    }
  }

  /// A name whose values are not as expected.
  struct Difference {
    let name: [UInt8]
    let expected: [Item]
    let got: [Item]

    /// `expected "2", got missing`.
    var text: String { VisibleText.expected(Self.values(expected), got: Self.values(got)) }

    private static func values(_ items: [Item]) -> String {
      items.isEmpty ? "missing" : items.map(\.shownValue).joined(separator: ", ")
    }
  }

  let items: [Item]

  private init(items: [Item]) {
    self.items = items
  }

  /// The items of a query as it stands in a URL. A `+` stays one, as RFC 3986 has it.
  init(_ query: some Collection<UInt8>) {
    items = query.split(separator: UInt8(ascii: "&")).map { item in
      guard let equals = item.firstIndex(of: UInt8(ascii: "=")) else {
        return Item(name: PercentEncoding.decoded(item), value: nil)
      }
      return Item(
        name: PercentEncoding.decoded(item[..<equals]),
        value: PercentEncoding.decoded(item[item.index(after: equals)...]))
    }
  }

  /// The items that a caller expects, given decoded.
  init(_ pairs: KeyValuePairs<String, String?>) {
    items = pairs.map { Item(name: Array($0.key.utf8), value: $0.value.map { Array($0.utf8) }) }
  }

  /// The names whose values differ, sorted; with `exactly`, names that are not expected differ too.
  ///
  /// The order of one name's values counts.
  /// - Complexity: O(*n* log *n*) in the number of items.
  func differences(to got: QueryItems, exactly: Bool) -> [Difference] {
    let expectedByName = Dictionary(grouping: items, by: \.name)
    let gotByName = Dictionary(grouping: got.items, by: \.name)
    var names = Set(expectedByName.keys)
    if exactly { names.formUnion(gotByName.keys) }
    return names.sorted { $0.lexicographicallyPrecedes($1) }.compactMap { name in
      let (expected, got) = (expectedByName[name] ?? [], gotByName[name] ?? [])
      return expected == got ? nil : Difference(name: name, expected: expected, got: got)
    }
  }

  /// These and the items of all other names that there are: what a caller expects who does not mind
  /// others.
  func adding(othersOf got: QueryItems) -> QueryItems {
    let names = Set(items.map(\.name))
    return QueryItems(items: items + got.items.filter { !names.contains($0.name) })
  }

  /// The items as lines of a diff, sorted by name.
  var lines: [DiffLine] {
    items.enumerated()
      .sorted {
        $0.element.name == $1.element.name
          ? $0.offset < $1.offset : $0.element.name.lexicographicallyPrecedes($1.element.name)
      }
      .map { _, item in
        DiffLine(identity: item.name + [0x3D] + (item.value ?? [0]), shown: item.shown)
      }
  }
}

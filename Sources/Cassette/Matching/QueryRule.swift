/// Which items of a query count. Names are decoded.
struct QueryRule: Sendable {
  /// The names of those that count; nil for all.
  var only: [String]?
  /// The names of those that do not count at all.
  var ignored: Set<[UInt8]> = []
  /// The names of those that have to be there, whatever their values.
  var freeValues: Set<[UInt8]> = []
  /// Whether items may be sent of names that the recording lacks.
  var allowsFurther = false
  private var onlyBytes: Set<[UInt8]>?

  init(only: [String]? = nil, allowsFurther: Bool = false) {
    self.only = only
    self.allowsFurther = allowsFurther
    onlyBytes = only.map { Set($0.map { Array($0.utf8) }) }
  }

  /// Whether all of the query counts.
  var isWhole: Bool {
    only == nil && ignored.isEmpty && freeValues.isEmpty && !allowsFurther
  }

  /// The items that count; none of `freeValues` has its value.
  func items(_ query: [UInt8]?) -> [NamedValue] {
    let items = NamedValue.queryItems(query)
    guard onlyBytes != nil || !ignored.isEmpty || !freeValues.isEmpty else { return items }
    return items.compactMap { item in
      let name = PercentCoding.decoded(item.name[...])
      guard onlyBytes?.contains(name) ?? true, !ignored.contains(name) else { return nil }
      return freeValues.contains(name) ? NamedValue(name: item.name, value: nil) : item
    }
  }
}

/// A name and a value: a query's item or a form's field.
///
/// Among such the order of different names is an accident of a client's dictionary and carries nothing,
/// while the order of equal names does: the first or the last wins, or they make a list.
struct NamedValue: Hashable, Sendable {
  var name: [UInt8]
  /// Nil where no `=` follows the name.
  var value: [UInt8]?

  /// The items of a query in canonical spelling; none where there is no query, one where it is empty.
  static func queryItems(_ query: [UInt8]?) -> [NamedValue] {
    guard let query else { return [] }
    return query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { item in
      guard let sign = item.firstIndex(of: UInt8(ascii: "=")) else {
        return NamedValue(name: Array(item), value: nil)
      }
      return NamedValue(name: Array(item[..<sign]), value: Array(item[(sign + 1)...]))
    }
  }

  /// The fields of `application/x-www-form-urlencoded` content, decoded as the URL Standard's parser
  /// does: `+` is a space, no `=` is an empty value, empty fields are no fields.
  static func formFields(_ content: [UInt8]) -> [NamedValue] {
    content.split(separator: UInt8(ascii: "&")).map { field in
      let sign = field.firstIndex(of: UInt8(ascii: "="))
      return NamedValue(
        name: PercentCoding.decoded(field[..<(sign ?? field.endIndex)], plusIsSpace: true),
        value: sign.map { PercentCoding.decoded(field[($0 + 1)...], plusIsSpace: true) } ?? [])
    }
  }

  /// The items by name, those of one name in their order.
  ///
  /// - Complexity: O(*n* log *n*) in the number of items.
  static func sortedByName(_ items: [NamedValue]) -> [NamedValue] {
    items.enumerated().sorted { left, right in
      left.element.name == right.element.name
        ? left.offset < right.offset
        : left.element.name.lexicographicallyPrecedes(right.element.name)
    }.map(\.element)
  }
}

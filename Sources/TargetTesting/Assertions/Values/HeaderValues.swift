/// Header fields by name without regard to case (RFC 9110 §5.1).
struct HeaderValues {
  /// A name as it was written, and its values.
  struct Field {
    let name: String
    /// More than one where the dictionary has the name in several spellings.
    let values: [String]

    /// The values as messages show them.
    var shown: String {
      values.map { HeaderValues.shown($0, named: name) }.joined(separator: ", ")
    }
  }

  private let fields: [[UInt8]: Field]

  private init(fields: [[UInt8]: Field]) {
    self.fields = fields
  }

  init(_ dictionary: [String: String]) {
    fields = Dictionary(grouping: dictionary) { Self.folded($0.key) }.mapValues { spellings in
      let sorted = spellings.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      return Field(name: sorted[0].key, values: sorted.map(\.value))
    }
  }

  /// The names, folded and sorted.
  var names: [[UInt8]] { fields.keys.sorted { $0.lexicographicallyPrecedes($1) } }

  subscript(folded name: [UInt8]) -> Field? { fields[name] }

  /// The field of that name.
  subscript(name: String) -> Field? { fields[Self.folded(name)] }

  /// Whether both have the same values, byte for byte.
  static func areEqual(_ first: Field?, _ second: Field?) -> Bool {
    let (first, second) = (first?.values ?? [], second?.values ?? [])
    return first.count == second.count
      && zip(first, second).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
  }

  /// These and the fields of all other names that there are: what a caller expects who does not mind
  /// others.
  func adding(othersOf got: HeaderValues) -> HeaderValues {
    HeaderValues(fields: fields.merging(got.fields) { expected, _ in expected })
  }

  /// The fields as lines of a diff, sorted by name.
  var lines: [DiffLine] {
    names.flatMap { name -> [DiffLine] in
      guard let field = fields[name] else { return [] }
      return field.values.map { value in
        DiffLine(
          identity: name + Array(": \(value)".utf8),
          shown: VisibleText.bare(name) + ": " + Self.shown(value, named: field.name))
      }
    }
  }

  private static func folded(_ name: String) -> [UInt8] {
    name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  private static func shown(_ value: String, named name: String) -> String {
    DisplayRedaction.replacement(for: value.utf8, named: name.utf8, at: .headerField)
      .map { VisibleText.quoted($0) } ?? VisibleText.quoted(DisplayRedaction.text(value))
  }
}

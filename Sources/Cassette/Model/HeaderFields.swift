extension Cassette {
  /// The header fields of a message: ordered, with duplicates, each name spelled as it came.
  ///
  /// Names are compared without regard to ASCII case (RFC 9110 §5.1). The order of equal names carries
  /// meaning (RFC 9110 §5.3) and is kept; `Set-Cookie` values are never joined (RFC 6265 §3).
  public struct HeaderFields: Hashable, Sendable, RandomAccessCollection {
    /// One header field.
    public struct Field: Hashable, Sendable {
      /// The field's name, as spelled by its sender.
      public var name: String
      /// The field's value, without the white space around it.
      public var value: String

      /// A header field of that name and value.
      public init(name: String, value: String) {
        self.name = name
        self.value = value
      }
    }

    private var fields: [Field]

    /// The header fields, in the order given.
    public init(_ fields: [Field] = []) {
      self.fields = fields
    }

    /// The entries of a dictionary, sorted by lower-cased name and then by name.
    ///
    /// A dictionary's own order varies from one process to the next, and would dirty a cassette.
    ///
    /// - Complexity: O(*n* log *n*) in the number of fields.
    public init(sorting dictionary: [String: String]) {
      self = Self(dictionary.map { Field(name: $0.key, value: $0.value) }).sortedByName()
    }

    /// The fields sorted by lower-cased name and then by name; fields of one name keep their order.
    ///
    /// - Complexity: O(*n* log *n*) in the number of fields.
    public func sortedByName() -> Self {
      let sorted = fields.enumerated()
        .map { (key: Self.canonical($0.element.name), offset: $0.offset, field: $0.element) }
        .sorted { left, right in
          if left.key != right.key { return left.key.lexicographicallyPrecedes(right.key) }
          let (leftName, rightName) = (left.field.name.utf8, right.field.name.utf8)
          if !leftName.elementsEqual(rightName) {
            return leftName.lexicographicallyPrecedes(rightName)
          }
          return left.offset < right.offset
        }
      return Self(sorted.map(\.field))
    }

    /// Always 0.
    public var startIndex: Int { fields.startIndex }
    /// The number of fields.
    public var endIndex: Int { fields.endIndex }

    /// The field at that position.
    public subscript(position: Int) -> Field {
      get { fields[position] }
      set { fields[position] = newValue }
    }

    /// The first value of that name, without regard to case; setting replaces all values of the name.
    ///
    /// Setting nil removes the name. A new name is added at the end.
    ///
    /// - Complexity: O(*n*) in the number of fields.
    public subscript(name: String) -> String? {
      get {
        let wanted = Self.canonical(name)
        return fields.first { Self.canonical($0.name) == wanted }?.value
      }
      set {
        let wanted = Self.canonical(name)
        let first = fields.firstIndex { Self.canonical($0.name) == wanted }
        let spelled = first.map { fields[$0].name } ?? name
        fields.removeAll { Self.canonical($0.name) == wanted }
        if let newValue {
          fields.insert(Field(name: spelled, value: newValue), at: first ?? fields.endIndex)
        }
      }
    }

    /// All values of that name, without regard to case, in order.
    public func values(of name: String) -> [String] {
      let wanted = Self.canonical(name)
      return fields.filter { Self.canonical($0.name) == wanted }.map(\.value)
    }

    /// Adds a field at the end, beside those of the same name.
    public mutating func append(name: String, value: String) {
      fields.append(Field(name: name, value: value))
    }

    /// The bytes by which two names are the same name: ASCII letters lower-cased, all else untouched.
    package static func canonical(_ name: String) -> [UInt8] {
      name.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }
  }
}

extension Cassette.HeaderFields: ExpressibleByDictionaryLiteral {
  /// The fields of the literal in its order; a name may occur twice.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { Field(name: $0.0, value: $0.1) })
  }
}

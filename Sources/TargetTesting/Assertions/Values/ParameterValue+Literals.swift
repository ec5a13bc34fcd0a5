extension ParameterValue {
  // Not a `nil` literal: `x ? value : nil` would silently mean this one instead of an Optional's.
  /// JSON's `null`, which is `NSNull()` in Swift.
  public static let null = ParameterValue(.null, typeName: "NSNull")
}

extension ParameterValue: ExpressibleByBooleanLiteral {
  /// A Boolean.
  public init(booleanLiteral value: Bool) { self.init(.bool(value), typeName: "Bool") }
}

extension ParameterValue: ExpressibleByIntegerLiteral {
  /// A number.
  public init(integerLiteral value: Int) { self = .number("\(value)", typeName: "Int") }
}

extension ParameterValue: ExpressibleByFloatLiteral {
  /// A number.
  public init(floatLiteral value: Double) { self.init(value) }
}

extension ParameterValue: ExpressibleByStringLiteral {
  /// A string.
  public init(stringLiteral value: String) {
    self.init(.string(Array(value.utf8)), typeName: "String")
  }
}

extension ParameterValue: ExpressibleByArrayLiteral {
  /// An array.
  public init(arrayLiteral elements: ParameterValue...) {
    self.init(.array(elements), typeName: "Array")
  }
}

extension ParameterValue: ExpressibleByDictionaryLiteral {
  /// An object. A key that occurs twice is kept twice, and so equals nothing that has it once.
  public init(dictionaryLiteral elements: (String, ParameterValue)...) {
    self = .object(
      elements.map { Member(key: Array($0.0.utf8), value: $0.1) }, typeName: "Dictionary")
  }
}

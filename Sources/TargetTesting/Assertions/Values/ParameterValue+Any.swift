import Foundation

#if canImport(Darwin)
import CoreFoundation
#endif

extension ParameterValue {
  // Each level takes room on the stack.
  private static let maximumDepth = 128

  /// Any value that parameters may hold.
  ///
  /// Dictionaries with string keys become objects, arrays arrays, `Data` bytes; what is none of these,
  /// nor Boolean, number, string or `NSNull`, is known by its type and by how it describes itself. What
  /// is nested more than 128 levels deep is not looked at, and passes for equal.
  /// - Parameter value: A value, boxed or optional or not.
  /// - Complexity: O(*n*) in the size of the value.
  public init(_ value: Any) {
    self.init(value, depth: 0)
  }

  private init(_ value: Any, depth: Int) {
    if let value = value as? ParameterValue {
      self = value
      return
    }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional {
      if let child = mirror.children.first {
        self.init(child.value, depth: depth)
      } else {
        self.init(.other("Optional"), typeName: "\(type(of: value))", text: "nil")
      }
      return
    }
    if let scalar = Self.scalar(value) {
      self = scalar
    } else if depth == Self.maximumDepth {
      self.init(.other("nested too deep"), typeName: "\(type(of: value))", text: "...")
    } else if let dictionary = value as? [String: Any] {
      self = .object(
        dictionary.map {
          Member(key: Array($0.key.utf8), value: ParameterValue($0.value, depth: depth + 1))
        }, typeName: "Dictionary")
    } else if let array = value as? [Any] {
      self.init(.array(array.map { ParameterValue($0, depth: depth + 1) }), typeName: "Array")
    } else {
      self = Self.other(value, mirror)
    }
  }

  // By the dynamic type and not by casts alone: on Apple's platforms an NSNumber is a Bool to `as?`.
  private static func scalar(_ value: Any) -> ParameterValue? {
    let type = type(of: value)
    let typeName = "\(type)"
    if type is NSNumber.Type, let number = value as? NSNumber {
      return isBoolean(number)
        ? ParameterValue(.bool(number.boolValue), typeName: "NSNumber")
        : finiteNumber("\(number)", typeName: "NSNumber")
    }
    if type == Bool.self, let value = value as? Bool {
      return ParameterValue(.bool(value), typeName: typeName)
    }
    switch value {
    case let value as any BinaryInteger: return finiteNumber("\(value)", typeName: typeName)
    case let value as any BinaryFloatingPoint: return finiteNumber("\(value)", typeName: typeName)
    case let value as Decimal: return finiteNumber("\(value)", typeName: typeName)
    case let value as String:
      return ParameterValue(.string(Array(value.utf8)), typeName: "String")
    case let value as Data: return ParameterValue(.data(value), typeName: "Data")
    case is NSNull: return ParameterValue(.null, typeName: "NSNull")
    default: return nil
    }
  }

  private static func isBoolean(_ number: NSNumber) -> Bool {
    #if canImport(Darwin)
    CFGetTypeID(number) == CFBooleanGetTypeID()
    #else
    // There, only a Boolean is a C char: an Int8 is widened.
    number.objCType.pointee == CChar(UInt8(ascii: "c"))
    #endif
  }

  /// A number, or another value where the text is that of none: `inf`, `nan`.
  private static func finiteNumber(_ text: String, typeName: String) -> ParameterValue {
    let isNumber = text.utf8.contains { (0x30...0x39).contains($0) } && Double(text) != nil
    return isNumber
      ? .number(text, typeName: typeName)
      : ParameterValue(.other("\(typeName) \(text)"), typeName: typeName, text: text)
  }

  private static func other(_ value: Any, _ mirror: Mirror) -> ParameterValue {
    let typeName = "\(type(of: value))"
    var text = String(describing: value)
    var identity = text
    if let date = value as? Date {
      // A date's description leaves out what is below a second.
      text = ValueDescription.text(date)
      identity = "\(date.timeIntervalSinceReferenceDate)"
    } else if value is any Sequence,
      !(value is any CustomStringConvertible) || value is any SetAlgebra
    {
      // The order of a set's elements varies.
      text = mirror.children.map { "\($0.value)" }.sorted().joined(separator: ", ")
      text = "[\(text)]"
      identity = text
    } else if mirror.displayStyle == .class, !(value is any CustomStringConvertible) {
      // Two objects that tell nothing of themselves are not to pass for equal.
      identity += " \(UInt(bitPattern: ObjectIdentifier(value as AnyObject)))"
    }
    return ParameterValue(
      .other("\(typeName) \(identity)"), typeName: typeName, text: DisplayRedaction.text(text))
  }
}

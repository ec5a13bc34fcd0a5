import Cassette
import Foundation

/// A value within parameters or JSON, that can be compared and shown.
///
/// A Boolean is never a number, 1 equals 1.0, a string is not an integer; strings are equal when
/// their bytes are; `nil` is not `NSNull`. Literals stand for themselves, other values go through
/// ``init(_:)``.
public struct ParameterValue: Sendable {
  indirect enum Kind: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string([UInt8])
    case data(Data)
    case array([ParameterValue])
    /// Sorted by key; a JSON text may have one key twice.
    case object([Member])
    /// Anything else, known by its type and text.
    case other(String)
  }

  struct Member: Hashable, Sendable {
    let key: [UInt8]
    let value: ParameterValue
  }

  let kind: Kind
  /// The Swift type's name; nil where the value comes from JSON. Not compared.
  let typeName: String?
  /// How a number or another value reads. Not compared.
  let text: String

  init(_ kind: Kind, typeName: String?, text: String = "") {
    self.kind = kind
    self.typeName = typeName
    self.text = text
  }

  static func object(_ members: [Member], typeName: String?) -> ParameterValue {
    let sorted = members.enumerated().sorted {
      $0.element.key == $1.element.key
        ? $0.offset < $1.offset : $0.element.key.lexicographicallyPrecedes($1.element.key)
    }
    return ParameterValue(.object(sorted.map(\.element)), typeName: typeName)
  }

  static func number(_ text: String, typeName: String?) -> ParameterValue {
    ParameterValue(.number(JSONNumber(Array(text.utf8)[...])), typeName: typeName, text: text)
  }
}

extension ParameterValue: Hashable {
  /// Whether both are the same value; the types of numbers do not count.
  ///
  /// - Complexity: O(*n*) in the size of the values.
  public static func == (lhs: ParameterValue, rhs: ParameterValue) -> Bool { lhs.kind == rhs.kind }

  /// Feeds the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

extension ParameterValue: CustomStringConvertible {
  /// The value and its type: `2 (Int)`, `"2" (String)`; of arrays and objects the number of elements.
  public var description: String { shown(withType: true) }

  /// The value in one line of ASCII.
  func shown(withType: Bool) -> String {
    let plain: String
    switch kind {
    case .null: return "null"
    case .bool(let value): plain = value ? "true" : "false"
    case .number: plain = text
    case .string(let bytes): plain = VisibleText.quoted(DisplayRedaction.bytes(bytes))
    case .data(let data): plain = data.count == 1 ? "1 byte" : "\(data.count) bytes"
    case .array(let elements):
      return elements.isEmpty ? "[] (empty array)" : "an array of \(elements.count)"
    case .object(let members):
      return members.isEmpty ? "{} (no keys)" : "an object with \(Self.keyCount(members.count))"
    case .other: plain = VisibleText.bare(text)
    }
    guard withType, let typeName else { return plain }
    return "\(plain) (\(VisibleText.bare(typeName)))"
  }

  static func keyCount(_ count: Int) -> String { count == 1 ? "1 key" : "\(count) keys" }

  /// The number of keys of an object, for one-line summaries.
  var keyCountText: String {
    guard case .object(let members) = kind else { return shown(withType: false) }
    return Self.keyCount(members.count)
  }
}

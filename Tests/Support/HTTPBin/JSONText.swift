import Foundation

/// A JSON value whose text comes out as httpbin writes it: sorted names, two spaces, ASCII only.
indirect enum JSONText {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONText])
  case object([(name: String, value: JSONText)])

  /// The value that a JSON text holds, or nil where the bytes are no JSON.
  init?(parsing bytes: [UInt8]) {
    guard
      let value = try? JSONSerialization.jsonObject(
        with: Data(bytes), options: [.fragmentsAllowed])
    else { return nil }  // httpbin too takes "no JSON" for an answer, whatever the cause.
    self.init(value)
  }

  private init(_ value: Any) {
    switch value {
    case let text as String: self = .string(text)
    case let values as [Any]: self = .array(values.map { JSONText($0) })
    case let members as [String: Any]:
      self = .object(members.map { ($0.key, JSONText($0.value)) })
    case let number as NSNumber:
      let isBool = String(cString: number.objCType) == "c"
      self = isBool ? .bool(number.boolValue) : .number(number.stringValue)
    default: self = .null
    }
  }

  /// One value as text, several as an array, as httpbin shows repeated names.
  static func grouped(_ pairs: [(name: String, value: String)]) -> JSONText {
    var order: [[UInt8]] = []
    var values: [[UInt8]: [JSONText]] = [:]
    for pair in pairs {
      let key = Array(pair.name.utf8)
      if values[key] == nil { order.append(key) }
      values[key, default: []].append(.string(pair.value))
    }
    return .object(
      order.map { key in
        let all = values[key, default: []]
        return (String(decoding: key, as: UTF8.self), all.count == 1 ? all[0] : .array(all))
      })
  }

  /// The text with a line break at its end.
  var text: String { written(indent: "") + "\n" }

  private func written(indent: String) -> String {
    let inner = indent + "  "
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .number(let text): return text
    case .string(let text): return Self.quoted(text)
    case .array(let values):
      if values.isEmpty { return "[]" }
      let lines = values.map { inner + $0.written(indent: inner) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members):
      if members.isEmpty { return "{}" }
      let lines = members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        .map { "\(inner)\(Self.quoted($0.name)): \($0.value.written(indent: inner))" }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for unit in text.utf16 {
      switch unit {
      case 0x22: result += "\\\""
      case 0x5c: result += "\\\\"
      case 0x0a: result += "\\n"
      case 0x0d: result += "\\r"
      case 0x09: result += "\\t"
      case 0x20..<0x7f: result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      default:
        let digits = String(unit, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return result + "\""
  }
}

/// A strict parser for RFC 8259 that builds nodes with ranges.
struct JSONParser {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let maximumDepth: Int
  private let maximumCount: Int
  private var count = 0
  private var index = 0

  static func parse(
    _ bytes: [UInt8], maximumDepth: Int, maximumCount: Int
  ) throws(JSONError) -> JSONNode {
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<JSONNode, JSONError> in
      var parser = JSONParser(
        bytes: buffer, maximumDepth: maximumDepth, maximumCount: maximumCount)
      do throws(JSONError) {
        return .success(try parser.document())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private init(bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int, maximumCount: Int) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
    self.maximumCount = maximumCount
  }

  private mutating func document() throws(JSONError) -> JSONNode {
    if let offset = UTF8Validation.firstInvalidOffset(in: bytes) {
      throw JSONError(offset: offset, reason: "invalid UTF-8")
    }
    skipWhiteSpace()
    let root = try value(depth: 0)
    skipWhiteSpace()
    guard index == bytes.count else { throw unexpected("text after the value") }
    return root
  }

  private func unexpected(_ reason: String) -> JSONError {
    JSONError(offset: index, reason: index < bytes.count ? reason : "unexpected end")
  }

  private mutating func skipWhiteSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x0A, 0x0D, 0x09: index += 1
      default: return
      }
    }
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSONNode {
    guard index < bytes.count else { throw unexpected("") }
    count += 1
    guard count <= maximumCount else { throw unexpected("more than \(maximumCount) values") }
    let start = index
    let kind: JSONNode.Kind
    switch bytes[index] {
    case UInt8(ascii: "{"):
      kind = .object(try members(depth: depth + 1))
    case UInt8(ascii: "["):
      kind = .array(try elements(depth: depth + 1))
    case UInt8(ascii: "\""):
      kind = .string(isEscaped: try string())
    case UInt8(ascii: "t"):
      try literal("true")
      kind = .bool(true)
    case UInt8(ascii: "f"):
      try literal("false")
      kind = .bool(false)
    case UInt8(ascii: "n"):
      try literal("null")
      kind = .null
    default:
      try number()
      kind = .number
    }
    return JSONNode(kind: kind, range: start..<index)
  }

  private mutating func members(depth: Int) throws(JSONError) -> [JSONNode.Member] {
    guard depth <= maximumDepth else { throw unexpected("nesting deeper than \(maximumDepth)") }
    index += 1
    var members: [JSONNode.Member] = []
    skipWhiteSpace()
    if take(UInt8(ascii: "}")) { return members }
    while true {
      skipWhiteSpace()
      guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
        throw unexpected("expected a key")
      }
      let start = index
      let isEscaped = try string()
      let keyRange = start..<index
      skipWhiteSpace()
      guard take(UInt8(ascii: ":")) else { throw unexpected("expected ':'") }
      skipWhiteSpace()
      let value = try value(depth: depth)
      members.append(JSONNode.Member(keyRange: keyRange, isKeyEscaped: isEscaped, value: value))
      skipWhiteSpace()
      if take(UInt8(ascii: "}")) { return members }
      guard take(UInt8(ascii: ",")) else { throw unexpected("expected ',' or '}'") }
    }
  }

  private mutating func elements(depth: Int) throws(JSONError) -> [JSONNode] {
    guard depth <= maximumDepth else { throw unexpected("nesting deeper than \(maximumDepth)") }
    index += 1
    var elements: [JSONNode] = []
    skipWhiteSpace()
    if take(UInt8(ascii: "]")) { return elements }
    while true {
      skipWhiteSpace()
      elements.append(try value(depth: depth))
      skipWhiteSpace()
      if take(UInt8(ascii: "]")) { return elements }
      guard take(UInt8(ascii: ",")) else { throw unexpected("expected ',' or ']'") }
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func literal(_ text: StaticString) throws(JSONError) {
    let matches = text.withUTF8Buffer { wanted in
      index + wanted.count <= bytes.count
        && wanted.indices.allSatisfy { bytes[index + $0] == wanted[$0] }
    }
    guard matches else { throw unexpected("expected a value") }
    index += text.utf8CodeUnitCount
  }

  /// Passes a string; whether it has escapes.
  private mutating func string() throws(JSONError) -> Bool {
    index += 1
    var isEscaped = false
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\""):
        index += 1
        return isEscaped
      case UInt8(ascii: "\\"):
        isEscaped = true
        index += 1
        try escape()
      case ..<0x20:
        throw unexpected("a control character in a string")
      default:
        index += 1
      }
    }
    throw unexpected("")
  }

  private mutating func escape() throws(JSONError) {
    guard index < bytes.count else { throw unexpected("") }
    switch bytes[index] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      index += 1
    case UInt8(ascii: "u"):
      index += 1
      for _ in 0..<4 {
        guard index < bytes.count, bytes[index].hexadecimalDigitValue != nil else {
          throw unexpected("expected four hexadecimal digits")
        }
        index += 1
      }
    default:
      throw unexpected("an unknown escape")
    }
  }

  private mutating func number() throws(JSONError) {
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits("expected a value") }
    if take(UInt8(ascii: ".")) { try digits("expected a digit") }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits("expected a digit")
    }
  }

  private mutating func digits(_ reason: String) throws(JSONError) {
    let start = index
    while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
    guard index > start else { throw unexpected(reason) }
  }
}

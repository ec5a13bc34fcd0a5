/// A JSON text (RFC 8259) and where in it each value stands.
///
/// Foundation's parsers lose what a cassette needs: the text of numbers, duplicate keys, the order of
/// members, and the range of each value, by which it can be replaced with all bytes around it kept.
/// Strings are unescaped only when asked for.
package struct JSONDocument: Sendable {
  /// The whole text, UTF-8.
  package let bytes: [UInt8]
  /// The outermost value.
  package let root: JSONNode

  /// Parses exactly one JSON value with white space around it.
  ///
  /// - Parameters:
  ///   - bytes: The text. A byte order mark is an error, as RFC 8259 §8.1 allows.
  ///   - maximumDepth: How deep arrays and objects may nest.
  ///   - maximumCount: How many values there may be, each of which takes much more memory than text.
  /// - Throws: `JSONError` with the offset of the first byte that does not fit.
  /// - Complexity: O(*n*) in the number of bytes.
  package init(
    _ bytes: [UInt8], maximumDepth: Int = 512, maximumCount: Int = .max
  ) throws(JSONError) {
    self.bytes = bytes
    root = try JSONParser.parse(
      bytes, maximumDepth: maximumDepth, maximumCount: maximumCount)
  }

  /// The text of a value as it stands in the document.
  package func source(of node: JSONNode) -> ArraySlice<UInt8> { bytes[node.range] }

  /// The bytes of a string, unescaped; nil where the value is not a string.
  ///
  /// A lone surrogate becomes its three-byte generalised UTF-8 form, so that different strings stay
  /// different.
  package func stringBytes(_ node: JSONNode) -> [UInt8]? {
    guard case .string(let isEscaped) = node.kind else { return nil }
    return Self.unescape(
      bytes[(node.range.lowerBound + 1)..<(node.range.upperBound - 1)], isEscaped)
  }

  /// The string; nil where the value is not a string. A lone surrogate becomes U+FFFD.
  package func string(_ node: JSONNode) -> String? {
    stringBytes(node).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The value as an integer; nil where it is no number, has a fraction or does not fit.
  package func integer(_ node: JSONNode) -> Int? {
    guard case .number = node.kind else { return nil }
    return Int(String(decoding: source(of: node), as: UTF8.self))
      ?? JSONNumber(source(of: node)).integer
  }

  /// The value as a binary floating-point number; nil where it is no number.
  package func double(_ node: JSONNode) -> Double? {
    guard case .number = node.kind else { return nil }
    return Double(String(decoding: source(of: node), as: UTF8.self))
  }

  /// The value of the last member of that name; nil where the value is no object or has none.
  package func member(_ name: StaticString, of node: JSONNode) -> JSONNode? {
    guard case .object(let members) = node.kind else { return nil }
    return name.withUTF8Buffer { wanted in
      members.last { member in
        member.isKeyEscaped
          ? key(member).elementsEqual(wanted)
          : bytes[(member.keyRange.lowerBound + 1)..<(member.keyRange.upperBound - 1)]
            .elementsEqual(wanted)
      }?.value
    }
  }

  /// The bytes of a member's key, unescaped.
  package func key(_ member: JSONNode.Member) -> [UInt8] {
    Self.unescape(
      bytes[(member.keyRange.lowerBound + 1)..<(member.keyRange.upperBound - 1)],
      member.isKeyEscaped)
  }

  private static func unescape(_ text: ArraySlice<UInt8>, _ isEscaped: Bool) -> [UInt8] {
    guard isEscaped else { return Array(text) }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        index += 1
        continue
      }
      let kind = text[index + 1]
      index += 2
      switch kind {
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"):
        var unit = hexadecimal(text, at: index)
        index += 4
        if (0xD800..<0xDC00).contains(unit), index + 6 <= text.endIndex,
          text[index] == UInt8(ascii: "\\"), text[index + 1] == UInt8(ascii: "u")
        {
          let low = hexadecimal(text, at: index + 2)
          if (0xDC00..<0xE000).contains(low) {
            unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
            index += 6
          }
        }
        appendGeneralisedUTF8(unit, to: &result)
      default: result.append(kind)
      }
    }
    return result
  }

  // The parser has seen that four hexadecimal digits stand there.
  private static func hexadecimal(_ text: ArraySlice<UInt8>, at index: Int) -> UInt32 {
    text[index..<(index + 4)].reduce(0) { $0 << 4 | UInt32($1.hexadecimalDigitValue ?? 0) }
  }

  private static func appendGeneralisedUTF8(_ scalar: UInt32, to result: inout [UInt8]) {
    switch scalar {
    case ..<0x80:
      result.append(UInt8(scalar))
    case ..<0x800:
      result.append(UInt8(0xC0 | scalar >> 6))
      result.append(UInt8(0x80 | scalar & 0x3F))
    case ..<0x10000:
      result.append(UInt8(0xE0 | scalar >> 12))
      result.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      result.append(UInt8(0x80 | scalar & 0x3F))
    default:
      result.append(UInt8(0xF0 | scalar >> 18))
      result.append(UInt8(0x80 | scalar >> 12 & 0x3F))
      result.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      result.append(UInt8(0x80 | scalar & 0x3F))
    }
  }
}

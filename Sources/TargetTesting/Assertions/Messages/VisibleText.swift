/// Text of others, as ASCII in which everything can be seen.
enum VisibleText {
  /// How much of a value line 1 shows.
  static let maximumValueByteCount = 160

  /// The bytes in double quotes.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  static func quoted(_ bytes: some Sequence<UInt8>) -> String {
    "\"" + escaped(Array(bytes), escapingQuotes: true) + "\""
  }

  /// The text in double quotes.
  static func quoted(_ text: String) -> String { quoted(text.utf8) }

  /// The bytes without quotes unless there are none; a space at either end is escaped, so that it is
  /// seen.
  static func bare(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    guard !bytes.isEmpty else { return "\"\"" }
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") }
    let headCount = bytes.prefix(while: isSpace).count
    let tailCount = bytes[headCount...].reversed().prefix(while: isSpace).count
    return String(repeating: "\\u{20}", count: headCount)
      + escaped(Array(bytes[headCount..<(bytes.count - tailCount)]), escapingQuotes: false)
      + String(repeating: "\\u{20}", count: tailCount)
  }

  /// The text without quotes.
  static func bare(_ text: String) -> String { bare(text.utf8) }

  /// `expected A, got B`, both shortened around the first byte in which they differ.
  ///
  /// What differs may still be shown the same, where a secret was replaced: that is said.
  static func expected(_ expected: String, got: String) -> String {
    if expected.utf8.elementsEqual(got.utf8) {
      let shown = clipped(expected, to: maximumValueByteCount)
      return "expected \(shown), got another \(shown)"
    }
    let pair = clipped(expected, got, to: maximumValueByteCount)
    return "expected \(pair.0), got \(pair.1)"
  }

  /// As much of an ASCII text as fits into that many bytes, the byte at the offset among it, with `...`
  /// for the rest.
  static func clipped(_ text: String, to limit: Int, around offset: Int = 0) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count > limit else { return text }
    let start = max(0, min(offset - limit / 4, bytes.count - limit))
    let end = start + limit
    return (start > 0 ? "..." : "") + String(decoding: bytes[start..<end], as: UTF8.self)
      + (end < bytes.count ? "..." : "")
  }

  /// As much of two texts as fits around the first byte in which they differ.
  static func clipped(_ first: String, _ second: String, to limit: Int) -> (String, String) {
    let common = zip(first.utf8, second.utf8).prefix { $0 == $1 }.count
    return (
      clipped(first, to: limit, around: common), clipped(second, to: limit, around: common)
    )
  }

  private static func escaped(_ bytes: [UInt8], escapingQuotes: Bool) -> String {
    var result = ""
    result.reserveCapacity(bytes.count)
    var parser = Unicode.UTF8.ForwardParser()
    var input = bytes.makeIterator()
    var offset = 0
    scan: while true {
      switch parser.parseScalar(from: &input) {
      case .valid(let encoded):
        offset += encoded.count
        append(Unicode.UTF8.decode(encoded), to: &result, escapingQuotes: escapingQuotes)
      case .error(let length):
        for byte in bytes[offset..<(offset + length)] {
          result += "\\x{" + String(byte, radix: 16) + "}"
        }
        offset += length
      case .emptyInput:
        break scan
      }
    }
    return result
  }

  private static func append(
    _ scalar: Unicode.Scalar, to result: inout String, escapingQuotes: Bool
  ) {
    switch scalar {
    case "\\": result += "\\\\"
    case "\"" where escapingQuotes: result += "\\\""
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case " "..."~": result.unicodeScalars.append(scalar)
    default: result += "\\u{" + String(scalar.value, radix: 16) + "}"
    }
  }
}

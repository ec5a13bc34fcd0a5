/// Finds what looks like a named secret in a text of any kind: `name=value`, `name: value`,
/// `"name": "value"` and the user-info of a URL.
enum SecretScan {
  /// A value and what is shown in its place.
  struct Secret {
    let range: Range<Int>
    let replacement: String
  }

  /// The secrets, in order, none within another.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  static func secrets(in bytes: [UInt8]) -> [Secret] {
    var secrets: [Secret] = []
    var index = 0
    while index < bytes.count {
      if let range = userInfo(in: bytes, at: index) {
        secrets.append(Secret(range: range, replacement: "[redacted:user_info]"))
        index = range.upperBound
        continue
      }
      guard isNameByte(bytes[index]) else {
        index += 1
        continue
      }
      let end = bytes[index...].firstIndex { !isNameByte($0) } ?? bytes.count
      if let secret = secret(in: bytes, name: index..<end) {
        secrets.append(secret)
        index = secret.range.upperBound
      } else {
        index = end
      }
    }
    return secrets
  }

  private static func secret(in bytes: [UInt8], name: Range<Int>) -> Secret? {
    var index = name.upperBound
    if index < bytes.count, isQuote(bytes[index]) { index += 1 }
    index = skippingSpaces(in: bytes, from: index)
    guard index < bytes.count else { return nil }
    let separator = bytes[index]
    guard separator == UInt8(ascii: "=") || separator == UInt8(ascii: ":") else { return nil }
    let start = skippingSpaces(in: bytes, from: index + 1)
    guard start < bytes.count else { return nil }
    let place: DisplayRedaction.Place =
      separator == UInt8(ascii: "=") ? .queryItem : .field
    let name = PercentEncoding.decoded(bytes[name])
    guard DisplayRedaction.label(of: name, at: place) != nil else { return nil }
    let range = value(in: bytes, from: start, after: separator)
    let replacement = DisplayRedaction.replacement(
      for: bytes[range], named: name, at: place)
    return replacement.map { Secret(range: range, replacement: $0) }
  }

  private static func value(
    in bytes: [UInt8], from start: Int, after separator: UInt8
  ) -> Range<Int> {
    let first = bytes[start]
    if isQuote(first) {
      var end = start + 1
      while end < bytes.count, bytes[end] != first, !isLineEnd(bytes[end]) {
        let isEscape =
          bytes[end] == UInt8(ascii: "\\") && end + 1 < bytes.count && !isLineEnd(bytes[end + 1])
        end += isEscape ? 2 : 1
      }
      return (start + 1)..<min(end, bytes.count)
    }
    let ends: (UInt8) -> Bool
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      ends = isLineEnd
    } else if separator == UInt8(ascii: ":") {
      ends = { isLineEnd($0) || isQuote($0) || "},]".utf8.contains($0) }
    } else {
      ends = { isLineEnd($0) || isQuote($0) || "&;, <>)".utf8.contains($0) }
    }
    return start..<(bytes[start...].firstIndex(where: ends) ?? bytes.count)
  }

  /// The user-info that starts here, after `//` and before `@`.
  private static func userInfo(in bytes: [UInt8], at index: Int) -> Range<Int>? {
    let slash = UInt8(ascii: "/")
    guard index >= 3, bytes[index - 1] == slash, bytes[index - 2] == slash,
      bytes[index - 3] == UInt8(ascii: ":")
    else { return nil }
    let end = bytes[index...].firstIndex {
      isLineEnd($0) || isQuote($0) || "/?# <>".utf8.contains($0)
    }
    guard let at = bytes[index..<(end ?? bytes.count)].lastIndex(of: UInt8(ascii: "@")), at > index
    else { return nil }
    return index..<at
  }

  private static func skippingSpaces(in bytes: [UInt8], from index: Int) -> Int {
    bytes[min(index, bytes.count)...].firstIndex { $0 != UInt8(ascii: " ") } ?? bytes.count
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "%"):
      true
    default: false
    }
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}

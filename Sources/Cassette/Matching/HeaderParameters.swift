/// The parameters of a field's value: `; name=value; name="quoted value"` (RFC 9110 §5.6.6).
enum HeaderParameters {
  /// The parameters in order, names in small letters. What cannot be read is passed over.
  ///
  /// In a quoted value only `\"` is taken for an escape: clients put names with a backslash there as
  /// they are.
  static func parse(_ text: ArraySlice<UInt8>) -> [(name: [UInt8], value: [UInt8])] {
    var result: [(name: [UInt8], value: [UInt8])] = []
    var index = text.startIndex
    while index < text.endIndex {
      let sign = text[index...].firstIndex {
        $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ";")
      }
      guard let sign else { break }
      guard text[sign] == UInt8(ascii: "=") else {
        index = sign + 1
        continue
      }
      let name = text[index..<sign].trimmingWhiteSpace().map(\.asciiLowercased)
      var start = sign + 1
      while start < text.endIndex, text[start] == 0x20 || text[start] == 0x09 { start += 1 }
      if start < text.endIndex, text[start] == UInt8(ascii: "\"") {
        var value: [UInt8] = []
        index = start + 1
        while index < text.endIndex, text[index] != UInt8(ascii: "\"") {
          if text[index] == UInt8(ascii: "\\"), index + 1 < text.endIndex,
            text[index + 1] == UInt8(ascii: "\"")
          {
            index += 1
          }
          value.append(text[index])
          index += 1
        }
        result.append((name, value))
        index = text[index...].firstIndex(of: UInt8(ascii: ";")).map { $0 + 1 } ?? text.endIndex
      } else {
        let end = text[start...].firstIndex(of: UInt8(ascii: ";")) ?? text.endIndex
        result.append((name, Array(text[start..<end].trimmingWhiteSpace())))
        index = min(end + 1, text.endIndex)
      }
    }
    return result
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without spaces and tabs at either end.
  func trimmingWhiteSpace() -> ArraySlice<UInt8> {
    let start = firstIndex { $0 != 0x20 && $0 != 0x09 } ?? endIndex
    let end = lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? start
    return self[start..<end]
  }
}

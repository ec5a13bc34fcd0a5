/// The parts of a multipart body that came as bytes (RFC 2046 §5.1.1), and where they stand.
struct MultipartText {
  /// One part.
  struct Part {
    /// The name of its form field (RFC 7578 §4.2); empty where it has none.
    let name: String
    /// The value of its Content-Type field.
    let contentType: String?
    /// Its header fields.
    let header: Range<Int>
    /// Its content.
    let value: Range<Int>
  }

  /// The parts between delimiters, in order; a part without an empty line after its fields is none.
  ///
  /// - Complexity: O(*n*).
  static func parts(of bytes: [UInt8], boundary: [UInt8]) -> [Part] {
    let delimiter = Array("--".utf8) + boundary
    var starts: [Range<Int>] = []
    var index = 0
    while let dash = bytes[index...].firstIndex(of: UInt8(ascii: "-")) {
      let isDelimiter = bytes[dash...].starts(with: delimiter)
      index = dash + (isDelimiter ? delimiter.count : 1)
      if isDelimiter { starts.append(dash..<index) }
    }
    return starts.indices.compactMap { position in
      let end =
        position + 1 < starts.count ? starts[position + 1].lowerBound : bytes.count
      return part(bytes, starts[position].upperBound..<end)
    }
  }

  private static func part(_ bytes: [UInt8], _ range: Range<Int>) -> Part? {
    let emptyLine = Array("\r\n\r\n".utf8)
    var index = range.lowerBound
    while index < range.upperBound, !bytes[index..<range.upperBound].starts(with: emptyLine) {
      index += 1
    }
    let start = index + emptyLine.count
    guard start <= range.upperBound else { return nil }
    var end = range.upperBound
    // The line's end before a delimiter belongs to that.
    if end - 2 >= start, bytes[end - 2] == 0x0D, bytes[end - 1] == 0x0A { end -= 2 }
    let header = String(decoding: bytes[range.lowerBound..<index], as: UTF8.self)
    let type = Array("content-type:".utf8)
    let contentType = bytes[range.lowerBound..<index].split(separator: 0x0A)
      .first { $0.prefix(type.count).map(SecretNames.lowered) == type }
      .map { String(decoding: $0.dropFirst(type.count), as: UTF8.self) }
    return Part(
      name: BodyKind.parameter("name", of: header) ?? "", contentType: contentType,
      header: range.lowerBound..<index, value: start..<end)
  }
}

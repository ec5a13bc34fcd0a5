/// Text content as lines, so that neither their ends nor white space before these count.
enum TextContent {
  /// The lines in UTF-8, without their ends, without spaces and tabs before these, and without empty
  /// ones at the end of the text.
  ///
  /// - Parameters:
  ///   - bytes: The content.
  ///   - type: Its type, whose `charset` says how it is to be read: UTF-8 (as also without one), US-ASCII,
  ///     ISO-8859-1 or UTF-16.
  /// - Returns: The lines; nil where the bytes cannot be read so.
  /// - Complexity: O(*n*) in the number of bytes.
  static func lines(_ bytes: [UInt8], _ type: MediaType?) -> [[UInt8]]? {
    guard let text = decoded(bytes, type) else { return nil }
    var lines: [[UInt8]] = []
    var start = text.startIndex
    while start <= text.endIndex {
      let end = text[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.endIndex
      lines.append(Array(trimmingEnd(text[start..<end])))
      guard end < text.endIndex else { break }
      let isPair = text[end] == 0x0D && end + 1 < text.endIndex && text[end + 1] == 0x0A
      start = end + (isPair ? 2 : 1)
    }
    while lines.last?.isEmpty ?? false { lines.removeLast() }
    return lines
  }

  private static func trimmingEnd(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let end = line.lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? line.startIndex
    return line[..<end]
  }

  private static func decoded(_ bytes: [UInt8], _ type: MediaType?) -> [UInt8]? {
    let charset = type?.parameter("charset").map { $0.map(\.asciiLowercased) }
    let name = charset.map { String(decoding: $0, as: UTF8.self) } ?? "utf-8"
    switch name {
    case "utf-8", "utf8", "us-ascii", "ascii":
      let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
      return UTF8Validation.isValid(text) ? text : nil
    case "iso-8859-1", "latin1":
      return bytes.flatMap { Array(String(Unicode.Scalar($0)).utf8) }
    case "utf-16", "utf-16le", "utf-16be":
      return utf16(bytes, isBigEndian: name != "utf-16le")
    default:
      return nil
    }
  }

  /// RFC 2781 §4.3: a byte order mark tells the order, else it is the network's.
  private static func utf16(_ bytes: [UInt8], isBigEndian: Bool) -> [UInt8]? {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    var (rest, isBigEndian) = (bytes[...], isBigEndian)
    if rest.starts(with: [0xFE, 0xFF]) {
      (rest, isBigEndian) = (rest.dropFirst(2), true)
    } else if rest.starts(with: [0xFF, 0xFE]) {
      (rest, isBigEndian) = (rest.dropFirst(2), false)
    }
    let units = stride(from: rest.startIndex, to: rest.endIndex, by: 2).map { index in
      let (first, second) = (UInt16(rest[index]), UInt16(rest[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    var iterator = units.makeIterator()
    var decoder = UTF16()
    var text: [UInt8] = []
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): text.append(contentsOf: Array(String(scalar).utf8))
      case .emptyInput: return text
      case .error: return nil
      }
    }
  }
}

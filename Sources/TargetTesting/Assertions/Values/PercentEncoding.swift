/// Percent-encoding (RFC 3986 §2.1) on bytes.
enum PercentEncoding {
  /// The bytes with each `%XX` decoded; a `%` that is not followed by two digits stays.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  static func decoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let bytes = Array(bytes)
    guard bytes.contains(UInt8(ascii: "%")) else { return bytes }
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if let byte = byte(in: bytes, at: index) {
        result.append(byte)
        index += 3
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return result
  }

  /// The bytes of a path in the one form in which they are compared: upper-case digits, what need not
  /// be encoded decoded, what must be encoded.
  static func normalizedPath(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let bytes = Array(bytes)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let encoded = byte(in: bytes, at: index)
      let byte = encoded ?? bytes[index]
      index += encoded == nil ? 1 : 3
      if isUnreserved(byte) || encoded == nil && "/:@!$&'()*+,;=".utf8.contains(byte) {
        result.append(byte)
      } else {
        let digits = Array("0123456789ABCDEF".utf8)
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return result
  }

  private static func byte(in bytes: [UInt8], at index: Int) -> UInt8? {
    guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
      let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2])
    else { return nil }
    return high << 4 | low
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46, 0x61...0x66: (byte | 0x20) - 0x61 + 10
    default: nil
    }
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-._~".utf8.contains(byte)
    }
  }
}

/// Whether bytes are UTF-8 (RFC 3629), without making a String of them.
package enum UTF8Validation {
  /// Whether the bytes are valid UTF-8 throughout.
  ///
  /// - Complexity: O(*n*).
  package static func isValid(_ bytes: some Collection<UInt8>) -> Bool {
    if let result = bytes.withContiguousStorageIfAvailable({ firstInvalidOffset(in: $0) == nil }) {
      return result
    }
    return Array(bytes).withUnsafeBufferPointer { firstInvalidOffset(in: $0) == nil }
  }

  /// The offset of the first byte that begins no valid sequence; nil where all is valid.
  ///
  /// - Complexity: O(*n*).
  static func firstInvalidOffset(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let raw = UnsafeRawBufferPointer(bytes)
    var index = 0
    while index < bytes.count {
      // Most text is ASCII: eight bytes at a time.
      while index + 8 <= bytes.count,
        raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
      {
        index += 8
      }
      guard index < bytes.count else { return nil }
      let byte = bytes[index]
      if byte < 0x80 {
        index += 1
        continue
      }
      let length: Int
      var second: ClosedRange<UInt8> = 0x80...0xBF
      switch byte {
      case 0xC2...0xDF: length = 2
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: length = 3
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      case 0xF1...0xF3: length = 4
      default: return index
      }
      guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return index }
      for offset in 2..<max(length, 2) where !(0x80...0xBF).contains(bytes[index + offset]) {
        return index
      }
      index += length
    }
    return nil
  }
}

extension UInt8 {
  /// The value of an ASCII hexadecimal digit of either case; nil for any other byte.
  package var hexadecimalDigitValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x37
    case 0x61...0x66: self - 0x57
    default: nil
    }
  }
}

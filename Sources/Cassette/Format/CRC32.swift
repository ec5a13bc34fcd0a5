import CZlib

/// The CRC-32 of gzip (RFC 1952 §8).
enum CRC32 {
  /// The checksum of the bytes, or of earlier bytes with these after them.
  ///
  /// - Complexity: O(*n*).
  static func of(_ bytes: UnsafeRawBufferPointer, continuing start: UInt32 = 0) -> UInt32 {
    guard let base = bytes.bindMemory(to: UInt8.self).baseAddress else { return start }
    var result = UInt(start)
    var offset = 0
    // zlib counts in 32 bits.
    while offset < bytes.count {
      let count = min(bytes.count - offset, 1 << 30)
      result = UInt(crc32(uLong(result), base + offset, uInt(count)))
      offset += count
    }
    return UInt32(truncatingIfNeeded: result)
  }

  /// The checksum of the bytes.
  static func of(_ bytes: [UInt8]) -> UInt32 { bytes.withUnsafeBytes { of($0) } }
}

/// The 32-bit FNV-1a hash (Fowler, Noll and Vo), fed piece by piece.
///
/// It is stored in files, so it must never change. Each piece is followed by its length, so that the
/// same bytes split otherwise hash otherwise.
struct FNV1a: Sendable {
  private(set) var value: UInt32 = 0x811C_9DC5

  /// Feeds one byte.
  mutating func combine(_ byte: UInt8) {
    value = (value ^ UInt32(byte)) &* 0x0100_0193
  }

  /// Feeds bytes and their number; nil differs from no bytes.
  mutating func combine(_ bytes: [UInt8]?) {
    guard let bytes else {
      combine(UInt8(0xFF))
      return
    }
    var hash = value
    bytes.withUnsafeBufferPointer { bytes in
      for byte in bytes { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    }
    value = hash
    combine(number: bytes.count)
  }

  /// Feeds a number as eight bytes, the lowest first.
  mutating func combine(number: Int) {
    var rest = UInt64(bitPattern: Int64(number))
    for _ in 0..<8 {
      combine(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }
}

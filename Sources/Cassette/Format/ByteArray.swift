import Foundation

extension [UInt8] {
  /// Adds a number as gzip and BGZF write them: the least byte first.
  mutating func append<Number: FixedWidthInteger>(littleEndian value: Number) {
    var rest = value
    for _ in 0..<(Number.bitWidth / 8) {
      append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// As `withUnsafeBytes`, with errors of a known type.
  func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeBytes { (buffer) -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try body(buffer)) } catch { return .failure(error) }
    }.get()
  }

  /// As `withUnsafeMutableBytes`, with errors of a known type.
  mutating func withMutableBytes<Result, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeMutableBytes { (buffer) -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try body(buffer)) } catch { return .failure(error) }
    }.get()
  }
}

extension UnsafeRawBufferPointer {
  /// The number at that offset, least byte first; the caller has checked that it lies within.
  func littleEndian<Number: FixedWidthInteger>(_: Number.Type, at offset: Int) -> Number {
    Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  /// The offset of the first byte of that value.
  func firstOffset(of byte: UInt8) -> Int? {
    guard let baseAddress, let found = memchr(baseAddress, Int32(byte), count) else { return nil }
    return UnsafeRawPointer(found) - baseAddress
  }

  /// The offset of the first place, from an offset on, where the bytes stand.
  func firstOffset(of wanted: [UInt8], from start: Int) -> Int? {
    var index = start
    while index + wanted.count <= count,
      let found = UnsafeRawBufferPointer(rebasing: self[index...]).firstOffset(of: wanted[0])
    {
      index += found
      guard index + wanted.count <= count else { return nil }
      if self[index..<(index + wanted.count)].elementsEqual(wanted) { return index }
      index += 1
    }
    return nil
  }
}

/// Numbers of 32 bits, one an entry, kept as an index holds them: the least byte first.
///
/// A column that was read shares its bytes with the others of its index, so that opening a cassette
/// copies none of them.
struct NumberColumn: Sendable, Equatable, RandomAccessCollection {
  private var bytes: [UInt8]
  private let start: Int
  private(set) var count: Int

  /// The numbers, in their order.
  init(_ numbers: some Sequence<UInt32> = []) {
    (bytes, start, count) = ([], 0, 0)
    for number in numbers { append(number) }
  }

  /// So many numbers of bytes that hold them from an offset on; the caller has checked that they do.
  init(_ bytes: [UInt8], at start: Int, count: Int) {
    (self.bytes, self.start, self.count) = (bytes, start, count)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> UInt32 {
    precondition(index >= 0 && index < count, "an entry that is none")
    return bytes.withUnsafeBytes { $0.littleEndian(UInt32.self, at: start + 4 * index) }
  }

  /// Adds a number at the end of a column that was not read.
  mutating func append(_ number: UInt32) {
    precondition(start == 0 && bytes.count == 4 * count, "a column that shares its bytes")
    bytes.append(littleEndian: number)
    count += 1
  }

  /// The bytes of all numbers.
  var encoded: ArraySlice<UInt8> { bytes[start..<(start + 4 * count)] }

  static func == (left: Self, right: Self) -> Bool { left.encoded == right.encoded }

  /// The places of a number and those of 0, each ascending; the same places where it is 0.
  ///
  /// - Complexity: O(*n*), less than a nanosecond an entry.
  func places(of number: UInt32) -> (equal: [Int], zeros: [Int]) {
    var equal: [Int] = []
    var zeros: [Int] = []
    func take(_ found: UInt32, at index: Int) {
      if found == number { equal.append(index) }
      if found == 0 { zeros.append(index) }
    }
    bytes.withUnsafeBytes { bytes in
      // Eight at a time, as they stand: rarely is one of them what is looked for.
      let (wanted, zero) = (SIMD8(repeating: number.littleEndian), SIMD8<UInt32>(repeating: 0))
      var index = 0
      while index + 8 <= count {
        let eight = bytes.loadUnaligned(
          fromByteOffset: start + 4 * index, as: SIMD8<UInt32>.self)
        if any((eight .== wanted) .| (eight .== zero)) {
          for lane in 0..<8 { take(UInt32(littleEndian: eight[lane]), at: index + lane) }
        }
        index += 8
      }
      while index < count {
        take(bytes.littleEndian(UInt32.self, at: start + 4 * index), at: index)
        index += 1
      }
    }
    return (equal, zeros)
  }
}

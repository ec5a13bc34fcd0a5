import Foundation

/// A place in a line of valid UTF-8, and what may be passed or read there.
///
/// The line must outlive it.
struct OwnLineCursor: ~Copyable {
  private let line: UnsafeRawBufferPointer
  private var index = 0
  /// Room for strings with escapes; the line's size is enough for any of them.
  private var scratch: UnsafeMutableRawBufferPointer?

  init(_ line: UnsafeRawBufferPointer) { self.line = line }

  deinit { scratch?.deallocate() }

  /// Whether all is passed.
  var isAtEnd: Bool { index == line.count }

  /// Passes that text, if it stands there.
  mutating func passes(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard line.count - index >= count, let base = line.baseAddress,
      memcmp(base + index, text.utf8Start, count) == 0
    else { return false }
    index += count
    return true
  }

  /// Passes that text, which must stand there.
  mutating func pass(_ text: StaticString) throws(OwnLineDecoder.OtherForm) {
    guard passes(text) else { throw .init() }
  }

  /// Reads a number that is whole, and no longer than any Int.
  mutating func integer() throws(OwnLineDecoder.OtherForm) -> Int {
    let isNegative = passes("-")
    let start = index
    var result = 0
    while index < line.count, (0x30...0x39).contains(line[index]) {
      result = result &* 10 &+ Int(line[index] & 0x0F)
      index += 1
    }
    // Eighteen digits always fit. A zero has neither a sign nor digits after it.
    guard (1...18).contains(index - start), line[start] != 0x30 || index - start == 1 && !isNegative
    else { throw .init() }
    return isNegative ? -result : result
  }

  /// Reads a point in time as `Timestamp` writes it, without its quotes: milliseconds since 1970.
  mutating func timestamp() throws(OwnLineDecoder.OtherForm) -> Int {
    guard line.count - index >= Timestamp.byteCount,
      let milliseconds = Timestamp.milliseconds(
        ofOwnForm: UnsafeRawBufferPointer(
          rebasing: line[index..<(index + Timestamp.byteCount)]))
    else { throw .init() }
    index += Timestamp.byteCount
    return milliseconds
  }

  /// Reads a string with its quotes.
  mutating func string() throws(OwnLineDecoder.OtherForm) -> String {
    String(decoding: try text(), as: UTF8.self)
  }

  /// Passes a string with its quotes.
  mutating func passString() throws(OwnLineDecoder.OtherForm) {
    try pass("\"")
    while true {
      index = endOfPlainText(from: index)
      if passes("\"") { return }
      _ = try escapedByte()
    }
  }

  /// Reads a string with its quotes: its bytes, there until the next call.
  mutating func text() throws(OwnLineDecoder.OtherForm) -> UnsafeRawBufferPointer {
    try pass("\"")
    let start = index
    index = endOfPlainText(from: index)
    if passes("\"") { return UnsafeRawBufferPointer(rebasing: line[start..<(index - 1)]) }
    let output = scratch ?? .allocate(byteCount: line.count, alignment: 16)
    scratch = output
    var count = 0
    var plainStart = start
    while true {
      let plain = UnsafeRawBufferPointer(rebasing: line[plainStart..<index])
      UnsafeMutableRawBufferPointer(rebasing: output[count...]).copyMemory(from: plain)
      count += plain.count
      if passes("\"") { return UnsafeRawBufferPointer(rebasing: output[..<count]) }
      output[count] = try escapedByte()
      count += 1
      plainStart = index
      index = endOfPlainText(from: index)
    }
  }

  /// Passes an escape, one of those that `JSONText` writes; the byte that it stands for.
  private mutating func escapedByte() throws(OwnLineDecoder.OtherForm) -> UInt8 {
    guard line.count - index >= 2, line[index] == UInt8(ascii: "\\") else { throw .init() }
    let letter = line[index + 1]
    index += 2
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): return letter
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "u"):
      try pass("00")
      guard line.count - index >= 2, let high = line[index].hexadecimalDigitValue, high < 2,
        let low = line[index + 1].hexadecimalDigitValue
      else { throw .init() }
      index += 2
      return high << 4 | low
    default: throw .init()
    }
  }

  /// The offset of the next quote, backslash or control character; the line's end where there is none.
  private func endOfPlainText(from start: Int) -> Int {
    JSONText.endOfPlainText(in: line, from: start)
  }
}

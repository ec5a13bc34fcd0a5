/// A text with an encoding undone, and where in the original each byte of it came from.
///
/// What is found in the decoded text can so be replaced in the original, whatever mix of encoded and
/// plain characters its writer chose.
struct DecodedText {
  let bytes: [UInt8]
  /// Where each byte's original begins, and after them where the last one's ends; nil where every
  /// byte is its own original.
  private let offsets: [Int32]?

  /// The text as it is.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    offsets = nil
  }

  private init(bytes: [UInt8], offsets: [Int32]) {
    self.bytes = bytes
    self.offsets = offsets
  }

  /// Whether an encoding was undone in it.
  var isDecoded: Bool { offsets != nil }

  /// The range of the original that holds all of a range of the decoded text.
  func original(_ range: Range<Int>) -> Range<Int> {
    guard let offsets, !range.isEmpty else { return range }
    let start = Int(offsets[range.lowerBound])
    var end = range.upperBound
    // Bytes of one escape share their original: it goes whole.
    while end < offsets.count - 1, offsets[end] == offsets[range.upperBound - 1] { end += 1 }
    return start..<Int(offsets[end])
  }

  /// With percent-encoding (RFC 3986 §2.1) undone once; nil where there is none.
  ///
  /// A `%` that begins no encoded byte stays.
  func percentDecoded() -> DecodedText? {
    decoded(lookingFor: UInt8(ascii: "%")) { source, index, output, count in
      guard index + 2 < source.count, let high = source[index + 1].hexadecimalDigitValue,
        let low = source[index + 2].hexadecimalDigitValue
      else { return 0 }
      output[count] = high << 4 | low
      count += 1
      return 3
    }
  }

  /// A form-encoded text with percent-encoding undone, and each `+` a space.
  static func formDecoded(_ bytes: [UInt8]) -> DecodedText {
    guard bytes.contains(UInt8(ascii: "+")) else {
      let plain = DecodedText(bytes)
      return plain.percentDecoded() ?? plain
    }
    let spaced = DecodedText(
      bytes: bytes.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 },
      offsets: (0...bytes.count).map { Int32(clamping: $0) })
    return spaced.percentDecoded() ?? spaced
  }

  /// With the escapes of JSON strings (RFC 8259 §7) undone once, wherever they stand; nil where there
  /// is none.
  func unescaped() -> DecodedText? {
    decoded(lookingFor: UInt8(ascii: "\\")) { source, index, output, count in
      guard index + 1 < source.count else { return 0 }
      switch source[index + 1] {
      case UInt8(ascii: "n"): output[count] = 0x0A
      case UInt8(ascii: "r"): output[count] = 0x0D
      case UInt8(ascii: "t"): output[count] = 0x09
      case UInt8(ascii: "b"): output[count] = 0x08
      case UInt8(ascii: "f"): output[count] = 0x0C
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
        output[count] = source[index + 1]
      case UInt8(ascii: "u"):
        guard let (scalar, length) = Self.unicodeEscape(source, at: index) else { return 0 }
        for byte in Self.utf8(scalar) {
          output[count] = byte
          count += 1
        }
        return length
      default:
        return 0
      }
      count += 1
      return 2
    }
  }

  /// Without zero bytes, where there are so many of them that the text may be UTF-16 or UTF-32; nil
  /// where there are not.
  func withoutZeros() -> DecodedText? {
    guard bytes.withUnsafeBufferPointer(Self.mayHaveZeros),
      bytes.count(where: { $0 == 0 }) * 4 >= bytes.count
    else { return nil }
    return decoded(lookingFor: 0) { _, _, _, _ in 1 }
  }

  /// Whether zero bytes stand near a text's beginning, as they do in UTF-16 and UTF-32.
  static func mayHaveZeros(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.prefix(64).contains(0)
  }

  /// The text with each escape that begins with a mark decoded.
  ///
  /// - Parameters:
  ///   - mark: The byte with which escapes begin.
  ///   - decode: Writes what the escape at an offset stands for, at most as many bytes as it is long,
  ///     counts them in its last argument, and returns the escape's length; 0 where there is none.
  /// - Returns: The decoded text; nil where nothing was decoded.
  private func decoded(
    lookingFor mark: UInt8,
    _ decode: (
      UnsafeBufferPointer<UInt8>, Int, UnsafeMutableBufferPointer<UInt8>, inout Int
    ) -> Int
  ) -> DecodedText? {
    let size = bytes.count
    guard size < Int32.max,
      let first = bytes.withUnsafeBytes({ $0.firstOffset(of: mark) })
    else { return nil }
    var changed = false
    var map: [Int32] = []
    let output = [UInt8](unsafeUninitializedCapacity: size) { output, count in
      map = [Int32](unsafeUninitializedCapacity: size + 1) { map, mapCount in
        bytes.withUnsafeBufferPointer { source in
          /// Copies what stands between two marks, all at once.
          func copy(_ range: Range<Int>) {
            let room = UnsafeMutableBufferPointer(
              rebasing: output[count..<(count + range.count)])
            _ = room.initialize(fromContentsOf: source[range])
            if let offsets {
              for index in range { map[count + index - range.lowerBound] = offsets[index] }
            } else {
              var here = Int32(truncatingIfNeeded: range.lowerBound)
              for position in count..<(count + range.count) {
                map[position] = here
                here &+= 1
              }
            }
            count += range.count
          }
          copy(0..<first)
          var index = first
          while index < size {
            let before = count
            let length = decode(source, index, output, &count)
            let here = offsets?[index] ?? Int32(truncatingIfNeeded: index)
            for position in before..<count { map[position] = here }
            changed = changed || length > 0
            // A mark that begins no escape is copied with what follows it.
            let end = index + length
            let searched = max(end, index + 1)
            index =
              UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(source)[searched...])
              .firstOffset(of: mark).map { searched + $0 } ?? size
            copy(end..<index)
          }
        }
        map[count] = offsets?[size] ?? Int32(truncatingIfNeeded: size)
        mapCount = count + 1
      }
    }
    return changed ? DecodedText(bytes: output, offsets: map) : nil
  }

  private static func unicodeEscape(
    _ source: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (UInt32, Int)? {
    func unit(_ index: Int) -> UInt32? {
      guard index + 6 <= source.count, source[index] == UInt8(ascii: "\\"),
        source[index + 1] == UInt8(ascii: "u")
      else { return nil }
      var value: UInt32 = 0
      for offset in 2..<6 {
        guard let digit = source[index + offset].hexadecimalDigitValue else { return nil }
        value = value << 4 | UInt32(digit)
      }
      return value
    }
    guard let first = unit(index) else { return nil }
    if (0xD800..<0xDC00).contains(first), let second = unit(index + 6),
      (0xDC00..<0xE000).contains(second)
    {
      return (0x10000 + (first - 0xD800) << 10 + (second - 0xDC00), 12)
    }
    return (first, 6)
  }

  // As JSONDocument has it: a lone surrogate becomes three bytes.
  private static func utf8(_ scalar: UInt32) -> [UInt8] {
    let tail = UInt8(0x80 | scalar & 0x3F)
    switch scalar {
    case ..<0x80: return [UInt8(scalar)]
    case ..<0x800: return [UInt8(0xC0 | scalar >> 6), tail]
    case ..<0x10000: return [UInt8(0xE0 | scalar >> 12), UInt8(0x80 | scalar >> 6 & 0x3F), tail]
    default:
      return [
        UInt8(0xF0 | scalar >> 18), UInt8(0x80 | scalar >> 12 & 0x3F),
        UInt8(0x80 | scalar >> 6 & 0x3F), tail,
      ]
    }
  }
}

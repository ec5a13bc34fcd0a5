/// The lines by which git marks what it could not merge.
enum MergeConflict {
  /// Whether the bytes begin with such a mark.
  static func isMarker(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, bytes.count >= 7 else { return false }
    return [UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "|")]
      .contains(first) && bytes.prefix(7).allSatisfy { $0 == first }
  }

  /// The offset of the first line that begins with such a mark.
  static func firstMarker(in text: [UInt8]) -> Int? {
    if isMarker(text[...]) { return 0 }
    for (index, byte) in text.enumerated() where byte == 0x0A && isMarker(text[(index + 1)...]) {
      return index + 1
    }
    return nil
  }
}

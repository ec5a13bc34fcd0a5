/// Comparing and cutting what HTTP defines in ASCII, by bytes.
enum ASCII {
  static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  static func equalIgnoringCase(_ first: some StringProtocol, _ second: some StringProtocol) -> Bool
  {
    first.utf8.elementsEqual(second.utf8) { lowercased($0) == lowercased($1) }
  }

  static func contains(_ text: some StringProtocol, ignoringCase part: String) -> Bool {
    let text = text.utf8.map(lowercased)
    let part = part.utf8.map(lowercased)
    guard !part.isEmpty else { return true }
    return text.indices.contains { text[$0...].starts(with: part) }
  }

  /// Without spaces and tabs at both ends.
  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    let start = bytes.drop(while: isBlank)
    guard let last = start.lastIndex(where: { !isBlank($0) }) else { return [] }
    return start[...last]
  }

  /// The first place where `part` stands in `bytes`, searched from `start` on.
  static func firstIndex(of part: [UInt8], in bytes: [UInt8], from start: Int = 0) -> Int? {
    guard let head = part.first, bytes.count >= part.count else { return nil }
    var index = start
    while index <= bytes.count - part.count {
      if bytes[index] == head, bytes[index..<index + part.count].elementsEqual(part) {
        return index
      }
      index += 1
    }
    return nil
  }
}

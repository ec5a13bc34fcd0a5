/// The blocked gzip of the SAM specification (SAMv1 §4.1): constants, and the header of a block.
///
/// Each block is a gzip member (RFC 1952) of at most 64 KiB whose first extra subfield, `BC`, holds the
/// member's size less one, so that blocks can be skipped without being inflated.
enum BGZF {
  /// The largest content of a block that is written, as bgzip has it: it fits whatever it is.
  static let maximumContent = 0xFF00
  /// The largest block, compressed, with header and trailer.
  static let maximumBlock = 0x10000
  /// Header with the `BC` subfield only.
  static let headerByteCount = 18
  /// CRC-32 and size of the content.
  static let trailerByteCount = 8
  /// Deflate's empty final block.
  static let emptyContent: [UInt8] = [0x03, 0x00]

  /// The block that ends a file, as the specification prints it.
  static let endMarker: [UInt8] = [
    0x1F, 0x8B, 0x08, 0x04, 0x00, 0x00, 0x00, 0x00, 0x00, 0xFF, 0x06, 0x00, 0x42, 0x43, 0x02, 0x00,
    0x1B, 0x00, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
  ]

  /// A position in compressed text: the block's offset in the file, and the offset in its content.
  struct VirtualOffset: Hashable {
    let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }

    init(block: Int, within: Int) {
      rawValue = UInt64(block) << 16 | UInt64(within)
    }

    var block: Int { Int(truncatingIfNeeded: rawValue >> 16) }
    var within: Int { Int(truncatingIfNeeded: rawValue & 0xFFFF) }
  }

  /// Adds a block's header.
  static func appendHeader(blockByteCount: Int, extra: [UInt8] = [], to output: inout [UInt8]) {
    output.append(contentsOf: endMarker[..<10])
    output.append(littleEndian: UInt16(6 + extra.count))
    output.append(contentsOf: endMarker[12..<16])
    output.append(littleEndian: UInt16(blockByteCount - 1))
    output.append(contentsOf: extra)
  }

  /// A block without content that carries a further extra subfield.
  static func emptyBlock(subfield identifier: (UInt8, UInt8), _ payload: [UInt8]) -> [UInt8] {
    let byteCount = emptyBlockByteCount(payload: payload.count)
    var extra: [UInt8] = [identifier.0, identifier.1]
    extra.append(littleEndian: UInt16(payload.count))
    extra.append(contentsOf: payload)
    var block: [UInt8] = []
    appendHeader(blockByteCount: byteCount, extra: extra, to: &block)
    block.append(contentsOf: emptyContent)
    block.append(contentsOf: [UInt8](repeating: 0, count: trailerByteCount))
    return block
  }

  /// The size of such a block.
  static func emptyBlockByteCount(payload: Int) -> Int {
    headerByteCount + 4 + payload + emptyContent.count + trailerByteCount
  }

  /// What the header of a gzip member says.
  enum Header: Equatable {
    /// A block: the size of all of it, and of its header.
    case block(byteCount: Int, headerByteCount: Int)
    /// A member of gzip without the subfield `BC`.
    case plainMember
    /// The bytes end within the header.
    case incomplete
    /// Anything else.
    case none
  }

  /// Reads the header that the bytes begin with.
  static func header(_ bytes: UnsafeRawBufferPointer) -> Header {
    for (index, byte) in endMarker[..<3].enumerated() {
      guard index < bytes.count else { return .incomplete }
      guard bytes[index] == byte else { return .none }
    }
    guard bytes.count >= 12 else { return .incomplete }
    // Only the flag of an extra field: a name or a comment would come between it and the content.
    guard bytes[3] == 0x04 else { return bytes[3] & 0xE0 == 0 ? .plainMember : .none }
    let extraEnd = 12 + Int(bytes.littleEndian(UInt16.self, at: 10))
    var offset = 12
    while offset + 4 <= extraEnd {
      guard offset + 4 <= bytes.count else { return .incomplete }
      let count = Int(bytes.littleEndian(UInt16.self, at: offset + 2))
      if bytes[offset] == 0x42, bytes[offset + 1] == 0x43, count == 2 {
        guard offset + 6 <= bytes.count else { return .incomplete }
        let byteCount = Int(bytes.littleEndian(UInt16.self, at: offset + 4)) + 1
        guard byteCount >= extraEnd + emptyContent.count + trailerByteCount else { return .none }
        return .block(byteCount: byteCount, headerByteCount: extraEnd)
      }
      offset += 4 + count
    }
    return .plainMember
  }
}

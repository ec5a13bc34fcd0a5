/// Where the text of a cassette comes from, in order or from anywhere.
///
/// Not Sendable: the cassette's lock guards it.
enum TextSource {
  /// A file of BGZF; positions are virtual offsets.
  case blocks(BGZFReader)
  /// A file that is not compressed; positions are offsets in it.
  case plain(FileDescriptor)
  /// Text in memory, for its compressed form can be read from its start only; positions are offsets.
  case memory([UInt8])

  /// So many bytes of text from a position, or, without a number, up to the next line feed, which is
  /// thought to stand before the position `next`.
  func text(
    at position: UInt64, count: Int?, next: UInt64?, limit: Int
  ) throws(CassetteError) -> [UInt8] {
    switch self {
    case .blocks(let reader):
      let offset = BGZF.VirtualOffset(rawValue: position)
      guard let count else {
        let next = next.map { BGZF.VirtualOffset(rawValue: $0) }
        let end = next.flatMap { $0.block == offset.block ? $0.within : nil }
        return try reader.line(at: offset, endingAt: end, limit: limit)
      }
      return try reader.bytes(at: offset, count: count)
    case .plain(let file):
      let bytes = try file.read(byteCount: count ?? 0, at: Int(position))
      guard bytes.count == count else { throw .changed(path: file.path) }
      return bytes
    case .memory(let text):
      let start = Int(position)
      return Array(text[start..<(start + (count ?? 0))])
    }
  }
}

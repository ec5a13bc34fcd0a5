/// Packs lines into blocks of BGZF that end where a line does.
///
/// Only a line too long for one block goes on in further ones. Which lines share a block follows from
/// the lines alone, so blocks before an appended line come out as they were.
struct BlockPacker {
  private var pending: [UInt8] = []
  private var blocks: [UInt8] = []
  private let deflater = Deflater()

  /// Adds a line, handing full blocks to the file; the position of the line's first byte.
  mutating func add(
    _ line: [UInt8], to file: some TextSink
  ) throws(CassetteError) -> BGZF.VirtualOffset {
    if !pending.isEmpty, pending.count + line.count > BGZF.maximumContent { try flush(to: file) }
    let position = BGZF.VirtualOffset(block: file.byteCount, within: pending.count)
    guard line.count > BGZF.maximumContent else {
      pending.append(contentsOf: line)
      return position
    }
    var start = 0
    while line.count - start > BGZF.maximumContent {
      pending.append(contentsOf: line[start..<(start + BGZF.maximumContent)])
      try flush(to: file)
      start += BGZF.maximumContent
    }
    pending.append(contentsOf: line[start...])
    return position
  }

  /// Whether a line of that size would begin a block.
  func begins(withLineOf byteCount: Int) -> Bool {
    pending.isEmpty || pending.count + byteCount > BGZF.maximumContent
  }

  /// Ends the block.
  mutating func flush(to file: some TextSink) throws(CassetteError) {
    guard !pending.isEmpty else { return }
    blocks.removeAll(keepingCapacity: true)
    pending.withUnsafeBytes { deflater.appendBlock($0, to: &blocks) }
    pending.removeAll(keepingCapacity: true)
    try file.write(blocks)
  }
}

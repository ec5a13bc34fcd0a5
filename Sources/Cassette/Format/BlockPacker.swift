/// Packs lines into blocks of BGZF that end where a line does.
///
/// Only a line too long for one block goes on in further ones, and one with a long body in base64 has
/// its blocks to itself: so a reader of the text around it need not inflate it. Which lines share a
/// block follows from the lines alone, so blocks before an appended line come out as they were.
struct BlockPacker {
  private var pending: [UInt8] = []
  private var blocks: [UInt8] = []
  private let deflater = Deflater()

  /// Adds a line, in which a long body in base64 may stand, handing full blocks to the file; the
  /// position of the line's first byte.
  mutating func add(
    _ line: [UInt8], base64: Range<Int>? = nil, to file: some TextSink
  ) throws(CassetteError) -> BGZF.VirtualOffset {
    if let base64 { return try addAlone(line, base64: base64, to: file) }
    if !Self.fits(lineOf: line.count, after: pending.count) { try flush(to: file) }
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

  private mutating func addAlone(
    _ line: [UInt8], base64: Range<Int>, to file: some TextSink
  ) throws(CassetteError) -> BGZF.VirtualOffset {
    try flush(to: file)
    let position = BGZF.VirtualOffset(block: file.byteCount, within: 0)
    for start in stride(from: 0, to: line.count, by: BGZF.maximumContent) {
      let range = start..<min(start + BGZF.maximumContent, line.count)
      let part = base64.clamped(to: range)
      blocks.removeAll(keepingCapacity: true)
      line.withUnsafeBytes { line in
        deflater.appendBlock(
          UnsafeRawBufferPointer(rebasing: line[range]),
          base64: (part.lowerBound - start)..<(part.upperBound - start), to: &blocks)
      }
      try file.write(blocks)
    }
    return position
  }

  /// Whether a line would begin a block.
  func begins(withLineOf byteCount: Int, base64: Range<Int>?) -> Bool {
    base64 != nil || !Self.fits(lineOf: byteCount, after: pending.count)
  }

  /// Whether a line without a long body in base64 goes on in a block that holds so much.
  static func fits(lineOf byteCount: Int, after pendingByteCount: Int) -> Bool {
    pendingByteCount > 0 && pendingByteCount + byteCount <= BGZF.maximumContent
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

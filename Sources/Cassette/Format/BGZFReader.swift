import Foundation

/// Reads text from anywhere in a file of BGZF.
///
/// Of a block that is new only what is asked for is inflated, the rest when more is; the last sixteen
/// are kept. Not Sendable: whoever owns
/// it keeps it to one thread at a time.
final class BGZFReader {
  let file: FileDescriptor
  private var blocks: [BGZFBlock] = []
  private var clock = 0

  private static let cachedBlockCount = 16

  private let limits: Cassette.Limits

  init(_ file: FileDescriptor, limits: Cassette.Limits = .init()) {
    self.file = file
    self.limits = limits
  }

  /// The bytes from a position to the next line feed, which must come before so many bytes.
  ///
  /// The line is thought to end, its line feed with it, at `end` of its block, or with its block: only the
  /// time depends on that.
  func line(
    at position: BGZF.VirtualOffset, endingAt end: Int? = nil, limit: Int
  ) throws(CassetteError) -> [UInt8] {
    var line: [UInt8] = []
    try read(from: position, to: end ?? .max) { (content) throws(CassetteError) in
      let end = content.firstOffset(of: 0x0A) ?? content.count
      guard line.count + end <= limit else {
        throw .tooLarge(path: file.path, what: "the size of an entry in bytes", limit: limit)
      }
      line.append(contentsOf: UnsafeRawBufferPointer(rebasing: content[..<end]))
      return end == content.count
    }
    return line
  }

  /// The bytes of the line behind that at a position, up to its line feed or the end of the text.
  func line(
    behind position: BGZF.VirtualOffset, limit: Int
  ) throws(CassetteError) -> [UInt8] {
    var line: [UInt8] = []
    var isBehind = false
    try read(from: position, to: .max) { (content) throws(CassetteError) in
      var rest = content
      if !isBehind {
        guard let end = content.firstOffset(of: 0x0A) else { return true }
        isBehind = true
        rest = UnsafeRawBufferPointer(rebasing: content[(end + 1)...])
      }
      let end = rest.firstOffset(of: 0x0A) ?? rest.count
      guard line.count + end <= limit else {
        throw .tooLarge(
          path: file.path, what: "the size of what is not an entry in bytes", limit: limit)
      }
      line.append(contentsOf: UnsafeRawBufferPointer(rebasing: rest[..<end]))
      return end == rest.count
    }
    return line
  }

  /// So many bytes from a position.
  func bytes(at position: BGZF.VirtualOffset, count: Int) throws(CassetteError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    guard count > 0 else { return bytes }
    try read(from: position, to: position.within + count) { (content) throws(CassetteError) in
      bytes.append(
        contentsOf: UnsafeRawBufferPointer(
          rebasing: content[..<min(content.count, count - bytes.count)]))
      return bytes.count < count
    }
    return bytes
  }

  /// A block as it stands in a file.
  struct RawBlock {
    let bytes: [UInt8]
    let contentByteCount: Int
  }

  /// The blocks from an offset on as they stand in the file; nil where their content is not just that.
  func rawBlocks(at offset: Int, holding content: [UInt8]) throws(CassetteError) -> [RawBlock]? {
    var result: [RawBlock] = []
    var offset = offset
    var start = 0
    while start < content.count {
      let block = try block(at: offset)
      try inflate(block, upTo: BGZF.maximumBlock + 1)
      let count = block.content.count
      let isEqual = content.withUnsafeBytes { content in
        guard count > 0, count <= content.count - start, let left = content.baseAddress,
          let right = block.content.baseAddress
        else { return false }
        return memcmp(left + start, right, count) == 0
      }
      guard isEqual else { return nil }
      result.append(RawBlock(bytes: Array(block.raw), contentByteCount: count))
      offset += block.byteCount
      start += count
    }
    return result
  }

  /// Checks the blocks that so many bytes of content may lie in, from that block's offset on.
  func verify(from offset: Int, count: Int) throws(CassetteError) {
    var offset = offset
    var rest = count + BGZF.maximumBlock
    while rest > 0, offset < Int(try file.status().st_size) {
      let block = try block(at: offset)
      try inflate(block, upTo: BGZF.maximumBlock + 1)
      offset += block.byteCount
      rest -= max(block.content.count, 1)
    }
  }

  /// Hands out the text from a position on, piece by piece, until the body returns false.
  ///
  /// A block that nothing is inflated of yet is inflated up to `end`, counted from the start of the first
  /// one: so a single request costs no more than its entry. Whoever comes again, or needs more, is likely
  /// to go on, and gets all of it.
  private func read(
    from position: BGZF.VirtualOffset, to end: Int,
    _ body: (UnsafeRawBufferPointer) throws(CassetteError) -> Bool
  ) throws(CassetteError) {
    let whole = BGZF.maximumBlock + 1
    var offset = position.block
    var start = position.within
    var rest = end
    var count = 0
    while true {
      let block = try self.block(at: offset)
      if block.content.isEmpty { try inflate(block, upTo: min(rest, whole)) }
      while !block.isWhole || start < block.content.count {
        if start >= block.content.count {
          try inflate(block, upTo: whole)
          guard start < block.content.count else { break }
        }
        let piece = UnsafeRawBufferPointer(rebasing: block.content[start...])
        start += piece.count
        if try !body(piece) { return }
      }
      rest -= min(rest, block.content.count)
      guard start <= block.content.count else {
        throw damage(at: offset, "its content ends before position \(start)")
      }
      offset += block.byteCount
      start = 0
      count += block.content.count
      try limits.checkRatio(text: count, file: offset - position.block, path: file.path)
    }
  }

  private func block(at offset: Int) throws(CassetteError) -> BGZFBlock {
    clock += 1
    if let block = blocks.first(where: { $0.offset == offset }) {
      block.lastUse = clock
      return block
    }
    let block: BGZFBlock
    if blocks.count < Self.cachedBlockCount {
      block = BGZFBlock()
      blocks.append(block)
    } else {
      block = blocks.min { $0.lastUse < $1.lastUse }!
    }
    block.lastUse = clock
    switch try block.load(file, at: offset) {
    case .block: return block
    case .plainMember, .other: throw damage(at: offset, "no block begins there")
    case .end: throw .truncated(path: file.path, byteCount: Int(try file.status().st_size))
    }
  }

  private func inflate(_ block: BGZFBlock, upTo count: Int) throws(CassetteError) {
    if let reason = block.inflate(upTo: count) { throw damage(at: block.offset, reason) }
  }

  /// The error for the block at that offset, whose number is counted from the start.
  private func damage(at offset: Int, _ reason: String) -> CassetteError {
    var number = 0
    var position = 0
    // A second failure here would hide the one to report, and only ends the count.
    while position < offset,
      let head = try? file.read(byteCount: min(offset - position, 1024), at: position),
      case .block(let byteCount, _) = head.withUnsafeBytes({ BGZF.header($0) })
    {
      position += byteCount
      number += 1
    }
    return .damagedBlock(path: file.path, block: number, offset: offset, reason: reason)
  }
}

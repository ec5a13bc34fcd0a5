/// The lines of a broken file that are whole, each in blocks whose checksums are right.
struct SurvivingLines {
  let file: FileDescriptor
  let limits: Cassette.Limits

  /// How many entries the end of the file says it has, where that much of it is whole.
  func expectedCount() throws(CassetteError) -> Int? {
    let byteCount = Int(try file.status().st_size)
    guard case .table(let table) = try CassetteIndex.read(file, fileByteCount: byteCount) else {
      return nil
    }
    return table.count
  }

  /// Hands out the lines, without their line feeds.
  func forEach(_ body: ([UInt8]) throws -> Void) throws {
    let head = try file.read(byteCount: 1024, at: 0)
    switch head.withUnsafeBytes({ BGZF.header($0) }) {
    case .block: try blocks(body)
    case .none where !head.starts(with: [0x1F, 0x8B]): try plain(body)
    // Of one long member nothing is checked before its end, which is the part that is missing.
    case .none, .plainMember, .incomplete: return
    }
  }

  private func plain(_ body: ([UInt8]) throws -> Void) throws {
    var line = Line(limit: limits.entryByteCount)
    var offset = 0
    while true {
      let piece = try file.read(byteCount: 1 << 16, at: offset)
      guard !piece.isEmpty else { break }
      offset += piece.count
      try piece.withUnsafeBytes { try line.add($0, body) }
    }
  }

  private func blocks(_ body: ([UInt8]) throws -> Void) throws {
    var line = Line(limit: limits.entryByteCount)
    let block = BGZFBlock()
    var offset = 0
    var count = 0
    while true {
      switch try block.load(file, at: offset) {
      case .block where block.inflate(upTo: BGZF.maximumBlock + 1) == nil:
        count += block.content.count
        // Opening the file has found the same, and that is what is reported.
        guard (try? limits.checkRatio(text: count, file: offset, path: file.path)) != nil else {
          return
        }
        try line.add(block.content, body)
        offset += block.byteCount
      case .end(isWithinBlock: false):
        return
      case .block, .plainMember, .other, .end:
        line.breakOff()
        guard let next = try nextBlock(after: offset) else { return }
        offset = next
      }
    }
  }

  /// The next offset at which a block's header stands.
  private func nextBlock(after offset: Int) throws(CassetteError) -> Int? {
    let stride = 1 << 16
    var start = offset + 1
    while true {
      let bytes = try file.read(byteCount: stride + BGZF.headerByteCount, at: start)
      guard bytes.count >= BGZF.headerByteCount else { return nil }
      let found = bytes.withUnsafeBytes { bytes -> Int? in
        var index = 0
        while index + BGZF.headerByteCount <= bytes.count {
          let rest = UnsafeRawBufferPointer(rebasing: bytes[index...])
          if rest[0] == 0x1F, case .block(_, BGZF.headerByteCount) = BGZF.header(rest) {
            return index
          }
          index += 1
        }
        return nil
      }
      if let found { return start + found }
      start += bytes.count - BGZF.headerByteCount + 1
    }
  }

  /// The line that is being put together.
  private struct Line {
    let limit: Int
    private var bytes: [UInt8] = []
    /// Whether a part of the line is missing.
    private var isBroken = false

    init(limit: Int) { self.limit = limit }

    mutating func breakOff() {
      bytes.removeAll()
      isBroken = true
    }

    mutating func add(
      _ piece: UnsafeRawBufferPointer, _ body: ([UInt8]) throws -> Void
    ) throws {
      var rest = piece
      while let end = rest.firstOffset(of: 0x0A) {
        if !isBroken {
          bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: rest[..<end]))
          try body(bytes)
        }
        isBroken = false
        bytes.removeAll(keepingCapacity: true)
        rest = UnsafeRawBufferPointer(rebasing: rest[(end + 1)...])
      }
      guard !isBroken else { return }
      bytes.append(contentsOf: rest)
      if bytes.count > limit { breakOff() }
    }
  }
}

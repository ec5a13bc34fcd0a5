import Foundation

/// An opened cassette: where its entries lie, and the file to read them from.
final class CassetteFile: Sendable {
  let url: URL
  let path: String
  let limits: Cassette.Limits
  let identity: FileDescriptor.Identity
  let table: EntryTable
  /// Whether the index at the file's end was used, rather than a scan.
  let hasIndex: Bool
  /// Whether another program wrote the HAR.
  let isForeign: Bool
  /// Whether the text is compressed, and so has checksums.
  let isCompressed: Bool
  /// When it was last compared with what is live, in milliseconds since 1970, where it says so.
  let checkedAt: Int?
  /// The values that a scan has found.
  let scannedValues: Cassette.RecordedValues
  let skipped: FirstOfMany<Cassette.SkippedEntry>
  let warnings: FirstOfMany<String>
  private let source: Locked<TextSource>

  /// Opens a cassette or a HAR.
  ///
  /// - Complexity: O(*n*) in the size of the index; in the size of the file where it has none.
  init(opening url: URL, limits: Cassette.Limits) throws(CassetteError) {
    self.url = url
    self.limits = limits
    path = url.path
    let file = try CassetteMistake.opening(path)
    identity = FileDescriptor.identity(try file.status())
    let byteCount = identity.byteCount
    guard byteCount > 0 else { throw .empty(path: path) }

    let head = try file.read(byteCount: 1024, at: 0)
    let header = head.withUnsafeBytes { BGZF.header($0) }
    isCompressed = head.starts(with: [0x1F, 0x8B])
    var unknownVersion: UInt32?
    if case .block = header,
      let (table, opening) = try Self.index(
        of: file, byteCount, limits, unknownVersion: &unknownVersion)
    {
      self.table = table
      checkedAt = opening.checkedAt
      scannedValues = .init()
      (hasIndex, isForeign, skipped, warnings) = (true, false, .init(), .init())
      source = Locked(.blocks(BGZFReader(file, limits: limits)))
      return
    }
    let scan: HARScanner.Scan
    let source: TextSource
    do throws(CassetteError) {
      (scan, source) = try Self.scan(
        SequentialText(file: file, byteCount: byteCount, limits: limits), header,
        isCompressed: isCompressed)
    } catch {
      // The text says the version too; where it cannot be read, what the index says is the reason.
      guard let unknownVersion else { throw error }
      throw .unsupportedVersion(path: path, found: String(unknownVersion))
    }
    table = scan.table
    checkedAt = scan.checkedAt
    scannedValues = scan.values
    (hasIndex, isForeign, skipped, warnings) = (false, scan.isForeign, scan.skipped, scan.warnings)
    self.source = Locked(source)
  }

  private static func scan(
    _ text: SequentialText, _ header: BGZF.Header, isCompressed: Bool
  ) throws(CassetteError) -> (HARScanner.Scan, TextSource) {
    let file = text.file
    let scanner = HARScanner(path: file.path, limits: text.limits)
    switch header {
    case .none where isCompressed:
      throw .damagedBlock(path: file.path, block: 0, offset: 0, reason: "no gzip header")
    case .none where try isSavedAsText(file):
      throw .damagedBlock(
        path: file.path, block: 0, offset: 0,
        reason: "an editor has saved the compressed file as text, which changes its bytes")
    case .none:
      try CassetteMistake.check(file)
      let scan = try scanner.scan(byteCount: text.byteCount) { (body) throws(CassetteError) in
        try text.plain(body)
      }
      return (scan, .plain(file))
    case .incomplete:
      throw .truncated(path: file.path, byteCount: text.byteCount)
    case .plainMember:
      return try scanMembers(scanner, text)
    case .block:
      var isAllBlocks = true
      let found = try scanner.scan(
        byteCount: text.byteCount, unless: { !isAllBlocks },
        { (body) throws(CassetteError) in
          isAllBlocks = try text.blocksOfText(body)
        })
      if let found { return (found, .blocks(BGZFReader(file, limits: text.limits))) }
      return try scanMembers(scanner, text)
    }
  }

  /// Whether gzip's first bytes stand there as an editor leaves them that takes all files for UTF-8: a
  /// byte order mark before them, or U+FFFD in the place of the second.
  private static func isSavedAsText(_ file: FileDescriptor) throws(CassetteError) -> Bool {
    let head = try file.read(byteCount: 8, at: 0)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let rest = head.starts(with: mark) ? head.dropFirst(mark.count) : head[...]
    return rest.starts(with: [0x1F, 0x8B]) || rest.starts(with: [0x1F, 0xEF, 0xBF, 0xBD])
      || rest.starts(with: [0x1F, 0xC2, 0x8B])
  }

  private static func scanMembers(
    _ scanner: HARScanner, _ text: SequentialText
  ) throws(CassetteError) -> (HARScanner.Scan, TextSource) {
    let bytes = try text.members()
    let scan = try scanner.scan(byteCount: text.byteCount) { (body) throws(CassetteError) in
      try bytes.withBytes { (bytes) throws(CassetteError) in try body(bytes, 0) }
    }
    return (scan, .memory(bytes))
  }

  /// The table of the index, where it fits the file and the text begins as ours does.
  private static func index(
    of file: FileDescriptor, _ byteCount: Int, _ limits: Cassette.Limits,
    unknownVersion: inout UInt32?
  ) throws(CassetteError) -> (EntryTable, CassetteText.Opening)? {
    switch try CassetteIndex.read(
      file, fileByteCount: byteCount, maximumCount: limits.entryCount)
    {
    case .none:
      return nil
    case .unknownVersion(let version):
      unknownVersion = version
      return nil
    case .table(let table):
      let block = BGZFBlock()
      guard case .block = try block.load(file, at: 0),
        block.inflate(upTo: CassetteText.opening.count) == nil
      else { return nil }
      if let opening = CassetteText.readOpening(block.content) { return (table, opening) }
      guard block.inflate(upTo: CassetteText.openingLimit) == nil,
        let opening = CassetteText.readOpening(block.content)
      else { return nil }
      return (table, opening)
    }
  }

  /// The text of an entry, its checksum checked.
  func text(at index: Int) throws(CassetteError) -> [UInt8] {
    guard table.positions.indices.contains(index) else {
      throw .noSuchEntry(index: index, count: table.count)
    }
    let position = table.positions[index]
    let count = table.byteCounts.isEmpty ? nil : table.byteCounts[index]
    let next = index + 1 < table.count ? table.positions[index + 1] : nil
    let text = try source.withLock { (source) throws(CassetteError) in
      try source.text(at: position, count: count, next: next, limit: limits.entryByteCount)
    }
    guard CRC32.of(text) == table.checksums[index] else {
      // A checksum of the block, which names the place, can have been passed over.
      try source.withLock { (source) throws(CassetteError) in
        if case .blocks(let reader) = source {
          try reader.verify(from: BGZF.VirtualOffset(rawValue: position).block, count: text.count)
        }
      }
      throw .damagedEntry(path: path, index: index, url: nil, reason: "its checksum is wrong")
    }
    return text
  }

  func interaction(at index: Int) throws(CassetteError) -> Cassette.Interaction {
    let text = try text(at: index)
    let reason: String
    let url: String?
    do throws(HAREntryDecoder.Problem) {
      switch try HAREntryDecoder.decode(
        text, isForeign: isForeign, maximumDepth: limits.jsonDepth,
        maximumCount: limits.jsonValueCount
      ).result {
      case .interaction(var interaction):
        if isForeign { _ = AttachedContent.read(into: &interaction, path, limits) }
        return interaction
      case .skipped(let why, let whose): (reason, url) = (why, whose)
      }
    } catch {
      (reason, url) = (error.reason, error.url)
    }
    throw .damagedEntry(path: path, index: index, url: url, reason: reason)
  }

  /// The line behind that at a position.
  func lineBehind(_ position: BGZF.VirtualOffset) throws(CassetteError) -> [UInt8] {
    try source.withLock { (source) throws(CassetteError) in
      guard case .blocks(let reader) = source else { return [] }
      return try reader.line(behind: position, limit: limits.frameByteCount)
    }
  }

  /// The blocks from an offset on as they stand in the file; nil where their content is not just that.
  func rawBlocks(
    at offset: Int, holding content: [UInt8]
  ) throws(CassetteError) -> [BGZFReader.RawBlock]? {
    try source.withLock { (source) throws(CassetteError) in
      guard case .blocks(let reader) = source else { return nil }
      return try reader.rawBlocks(at: offset, holding: content)
    }
  }

  /// Finds out whether the file at the path is still the one that was opened.
  func checkUnchanged() throws(CassetteError) {
    let file = try FileDescriptor.reading(path)
    guard FileDescriptor.identity(try file.status()) == identity else {
      throw .changed(path: path)
    }
  }
}

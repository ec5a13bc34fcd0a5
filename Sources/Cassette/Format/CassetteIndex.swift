/// The index at the end of a cassette, in empty members of BGZF that other readers pass over.
///
/// First come members whose subfield `CI` holds the table in pieces, then one of fixed size whose
/// subfield `CE` says where they begin and what must fit, then BGZF's end marker.
enum CassetteIndex {
  /// How match keys are made canonical before they are hashed; another number makes readers scan.
  static let keyVersion = UInt32(MatchKey.version)

  /// What the member `CE` says.
  struct Trailer: Equatable {
    var formatVersion = UInt32(CassetteError.supportedVersion)
    var keyVersion = CassetteIndex.keyVersion
    var count: UInt64
    /// The offset of the first `CI` member, or of the `CE` member where there is none.
    var indexOffset: UInt64
    var fileByteCount: UInt64
    var indexChecksum: UInt32

    static let payloadByteCount = 4 + 4 + 8 + 8 + 8 + 4

    var block: [UInt8] {
      var payload: [UInt8] = []
      payload.append(littleEndian: formatVersion)
      payload.append(littleEndian: keyVersion)
      payload.append(littleEndian: count)
      payload.append(littleEndian: indexOffset)
      payload.append(littleEndian: fileByteCount)
      payload.append(littleEndian: indexChecksum)
      return BGZF.emptyBlock(subfield: trailerIdentifier, payload)
    }

    /// The trailer that a block holds; nil where it is another block.
    init?(block: UnsafeRawBufferPointer) {
      guard block.count == trailerByteCount else { return nil }
      let start = BGZF.headerByteCount + 4
      count = block.littleEndian(UInt64.self, at: start + 8)
      indexOffset = block.littleEndian(UInt64.self, at: start + 16)
      fileByteCount = block.littleEndian(UInt64.self, at: start + 24)
      indexChecksum = block.littleEndian(UInt32.self, at: start + 32)
      formatVersion = block.littleEndian(UInt32.self, at: start)
      keyVersion = block.littleEndian(UInt32.self, at: start + 4)
      // Everything around the payload is the same in each, so it is made again and compared.
      guard block.elementsEqual(self.block) else { return nil }
    }

    init(count: Int, indexOffset: Int, fileByteCount: Int, indexChecksum: UInt32) {
      self.count = UInt64(count)
      self.indexOffset = UInt64(indexOffset)
      self.fileByteCount = UInt64(fileByteCount)
      self.indexChecksum = indexChecksum
    }
  }

  private static let pieceIdentifier: (UInt8, UInt8) = (0x43, 0x49)
  private static let trailerIdentifier: (UInt8, UInt8) = (0x43, 0x45)
  /// What fits in one member with all that is around it.
  static let maximumPiece = 65_504
  static let trailerByteCount = BGZF.emptyBlockByteCount(payload: Trailer.payloadByteCount)

  /// The members of index and trailer, and the end marker, to stand at that offset of the file.
  static func blocks(for table: EntryTable, at offset: Int) -> [UInt8] {
    let index = table.encoded()
    var blocks: [UInt8] = []
    var start = 0
    while start < index.count {
      let end = min(start + maximumPiece, index.count)
      blocks.append(
        contentsOf: BGZF.emptyBlock(subfield: pieceIdentifier, Array(index[start..<end])))
      start = end
    }
    let byteCount = offset + blocks.count + trailerByteCount + BGZF.endMarker.count
    let trailer = Trailer(
      count: table.count, indexOffset: offset, fileByteCount: byteCount,
      indexChecksum: CRC32.of(index))
    return blocks + trailer.block + BGZF.endMarker
  }

  /// What the end of a file says.
  enum Found {
    /// A whole index of this version.
    case table(EntryTable)
    /// An intact trailer of a format version that is unknown.
    case unknownVersion(UInt32)
    /// No index, or one that does not fit the file.
    case none
  }

  /// Reads the index at the end of a file; one with more entries than that counts for none.
  static func read(
    _ file: FileDescriptor, fileByteCount: Int,
    maximumCount: Int = Cassette.Limits().entryCount
  ) throws(CassetteError) -> Found {
    let tailByteCount = trailerByteCount + BGZF.endMarker.count
    guard fileByteCount >= tailByteCount else { return .none }
    let trailerOffset = fileByteCount - tailByteCount
    let tail = try file.read(byteCount: tailByteCount, at: trailerOffset)
    guard tail.count == tailByteCount, tail[trailerByteCount...].elementsEqual(BGZF.endMarker),
      let trailer = tail.withBytes({
        Trailer(block: UnsafeRawBufferPointer(rebasing: $0[..<trailerByteCount]))
      }),
      trailer.fileByteCount == UInt64(fileByteCount)
    else { return .none }
    guard trailer.formatVersion == UInt32(CassetteError.supportedVersion) else {
      return .unknownVersion(trailer.formatVersion)
    }
    guard trailer.keyVersion == keyVersion, let start = Int(exactly: trailer.indexOffset),
      start < trailerOffset || trailer.count == 0 && start == trailerOffset,
      let count = Int(exactly: trailer.count),
      count <= maximumCount,
      // At most 21 bytes an entry, and little around them: so no memory is taken for what cannot be.
      (trailerOffset - start) / 22 - 4 <= count,
      let index = try pieces(file, start..<trailerOffset),
      CRC32.of(index) == trailer.indexChecksum,
      let table = EntryTable(decoding: index, count: count, end: UInt64(start) << 16)
    else { return .none }
    return .table(table)
  }

  /// The content of all `CI` members in a range; nil where anything else stands there.
  private static func pieces(
    _ file: FileDescriptor, _ range: Range<Int>
  ) throws(CassetteError) -> [UInt8]? {
    var bytes = try file.read(byteCount: range.count, at: range.lowerBound)
    guard bytes.count == range.count else { return nil }
    // The contents are moved up within the same memory, which a long index has much of.
    let count = bytes.withMutableBytes { bytes -> Int? in
      var count = 0
      var offset = 0
      while offset < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[offset...])
        guard case .block(let byteCount, let headerByteCount) = BGZF.header(rest),
          byteCount <= rest.count, headerByteCount >= BGZF.headerByteCount + 4,
          rest[BGZF.headerByteCount] == pieceIdentifier.0,
          rest[BGZF.headerByteCount + 1] == pieceIdentifier.1,
          Int(rest.littleEndian(UInt16.self, at: BGZF.headerByteCount + 2))
            == headerByteCount - BGZF.headerByteCount - 4,
          hasNoContent(UnsafeRawBufferPointer(rebasing: rest[..<byteCount]))
        else { return nil }
        let content = rest[(BGZF.headerByteCount + 4)..<headerByteCount]
        UnsafeMutableRawBufferPointer(rebasing: bytes[count...]).copyMemory(
          from: UnsafeRawBufferPointer(rebasing: content))
        count += content.count
        offset += byteCount
      }
      return count
    }
    guard let count else { return nil }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Whether what stands around a block's subfields is as it is written: a flipped bit there too makes
  /// readers scan.
  private static func hasNoContent(_ block: UnsafeRawBufferPointer) -> Bool {
    block[..<10].elementsEqual(BGZF.endMarker[..<10])
      && block.suffix(BGZF.emptyContent.count + BGZF.trailerByteCount).elementsEqual(
        BGZF.endMarker.suffix(BGZF.emptyContent.count + BGZF.trailerByteCount))
  }
}

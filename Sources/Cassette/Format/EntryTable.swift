/// Where each entry of a cassette lies, and by which hashes it is found: in columns, one row an entry.
struct EntryTable: Sendable {
  /// The hash of each entry's route; 0 where it must be compared instead.
  private(set) var routes: [UInt32] = []
  /// The hash of each entry's whole match key; 0 where it must be compared instead.
  private(set) var fulls: [UInt32] = []
  /// Where each entry's text begins: a virtual offset in BGZF, an offset in bytes elsewhere.
  private(set) var positions: [UInt64] = []
  /// The CRC-32 of each entry's text, from its first brace to its last.
  private(set) var checksums: [UInt32] = []
  /// The size of each entry's text; empty where an entry ends at the next line feed.
  private(set) var byteCounts: [Int] = []

  var count: Int { positions.count }

  /// Adds a row.
  mutating func append(key: MatchKey, position: UInt64, checksum: UInt32, byteCount: Int? = nil) {
    routes.append(key.route)
    fulls.append(key.full)
    positions.append(position)
    checksums.append(checksum)
    if let byteCount { byteCounts.append(byteCount) }
  }

  func key(at index: Int) -> MatchKey { MatchKey(route: routes[index], full: fulls[index]) }

  /// The index as it is written: routes, whole keys, differences of positions, checksums.
  ///
  /// - Complexity: O(*n*).
  func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16 * count)
    for route in routes { bytes.append(littleEndian: route) }
    for full in fulls { bytes.append(littleEndian: full) }
    var last: UInt64 = 0
    for position in positions {
      var rest = position &- last
      last = position
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(truncatingIfNeeded: rest))
    }
    for checksum in checksums { bytes.append(littleEndian: checksum) }
    return bytes
  }

  init() {}

  /// The table that an index holds; nil where its bytes do not fit.
  ///
  /// Every position must lie before `end`.
  ///
  /// - Complexity: O(*n*).
  init?(decoding bytes: UnsafeRawBufferPointer, count: Int, end: UInt64) {
    // Thirteen bytes an entry at least; so no memory is taken for a count that cannot be.
    guard count >= 0, count <= bytes.count / 13 else { return nil }
    routes = Self.column(bytes, at: 0, count: count)
    fulls = Self.column(bytes, at: 4 * count, count: count)
    positions.reserveCapacity(count)
    var offset = 8 * count
    let offsetsEnd = bytes.count - 4 * count
    var last: UInt64 = 0
    for index in 0..<count {
      var difference: UInt64 = 0
      var shift: UInt64 = 0
      while true {
        guard offset < offsetsEnd, shift < 63 else { return nil }
        let byte = bytes[offset]
        offset += 1
        difference |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { break }
        shift += 7
      }
      let (position, overflow) = last.addingReportingOverflow(difference)
      guard !overflow, position < end, difference > 0 || index == 0 else { return nil }
      positions.append(position)
      last = position
    }
    guard offset == offsetsEnd else { return nil }
    checksums = Self.column(bytes, at: offset, count: count)
  }

  private static func column(
    _ bytes: UnsafeRawBufferPointer, at offset: Int, count: Int
  ) -> [UInt32] {
    [UInt32](unsafeUninitializedCapacity: count) { buffer, initialised in
      for index in 0..<count {
        buffer.initializeElement(
          at: index, to: bytes.littleEndian(UInt32.self, at: offset + 4 * index))
      }
      initialised = count
    }
  }
}

/// Where each entry of a cassette lies, and by which hashes it is found: in columns, one row an entry.
struct EntryTable: Sendable {
  /// The hash of each entry's route; 0 where it must be compared instead.
  private(set) var routes = NumberColumn()
  /// The hash of each entry's whole match key; 0 where it must be compared instead.
  private(set) var fulls = NumberColumn()
  /// Where each entry's text begins: a virtual offset in BGZF, an offset in bytes elsewhere.
  private(set) var positions: [UInt64] = []
  /// The CRC-32 of each entry's text, from its first brace to its last.
  private(set) var checksums = NumberColumn()
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
    bytes.append(contentsOf: routes.encoded)
    bytes.append(contentsOf: fulls.encoded)
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
    bytes.append(contentsOf: checksums.encoded)
    return bytes
  }

  init() {}

  /// The table that an index holds; nil where its bytes do not fit.
  ///
  /// Every position must lie before `end`. The columns of numbers share the bytes.
  ///
  /// - Complexity: O(*n*).
  init?(decoding bytes: [UInt8], count: Int, end: UInt64) {
    // Thirteen bytes an entry at least; so no memory is taken for a count that cannot be.
    guard count >= 0, count <= bytes.count / 13 else { return nil }
    let checksumStart = bytes.count - 4 * count
    guard
      let positions = bytes.withUnsafeBytes({
        Self.positions(
          UnsafeRawBufferPointer(rebasing: $0[(8 * count)..<checksumStart]), count: count, end: end)
      })
    else { return nil }
    self.positions = positions
    routes = NumberColumn(bytes, at: 0, count: count)
    fulls = NumberColumn(bytes, at: 4 * count, count: count)
    checksums = NumberColumn(bytes, at: checksumStart, count: count)
  }

  /// The positions whose differences the bytes say; nil where they do not fit.
  private static func positions(
    _ bytes: UnsafeRawBufferPointer, count: Int, end: UInt64
  ) -> [UInt64]? {
    var isValid = true
    let positions = [UInt64](unsafeUninitializedCapacity: count) { output, initialised in
      var offset = 0
      var last: UInt64 = 0
      while initialised < count {
        var difference: UInt64 = 0
        var shift: UInt64 = 0
        var byte: UInt8 = 0x80
        while byte >= 0x80, offset < bytes.count, shift < 63 {
          byte = bytes[offset]
          offset += 1
          difference |= UInt64(byte & 0x7F) << shift
          shift += 7
        }
        let (position, overflow) = last.addingReportingOverflow(difference)
        isValid =
          byte < 0x80 && !overflow && position < end && (difference > 0 || initialised == 0)
        guard isValid else { return }
        output.initializeElement(at: initialised, to: position)
        initialised += 1
        last = position
      }
      isValid = offset == bytes.count
    }
    return isValid ? positions : nil
  }
}

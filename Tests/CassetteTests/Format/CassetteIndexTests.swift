import Testing

@testable import Cassette

struct CassetteIndexTests {
  @Test func laysOutIndexAndTrailer() throws {
    var table = EntryTable()
    table.append(
      key: .init(route: 0x0403_0201, full: 0x0807_0605), position: 7, checksum: 0xAABB_CCDD)
    table.append(key: .init(route: 9, full: 0), position: 7 + 0x1234, checksum: 1)
    let blocks = CassetteIndex.blocks(for: table, at: 1000)
    let index: [UInt8] = [
      1, 2, 3, 4, 9, 0, 0, 0,  // routes
      5, 6, 7, 8, 0, 0, 0, 0,  // whole keys
      7, 0xB4, 0x24,  // differences of positions
      0xDD, 0xCC, 0xBB, 0xAA, 1, 0, 0, 0,  // checksums
    ]
    let size = 18 + 4 + index.count + 2 + 8
    let piece: [UInt8] =
      [0x1F, 0x8B, 8, 4, 0, 0, 0, 0, 0, 255, UInt8(6 + 4 + index.count), 0]
      + [0x42, 0x43, 2, 0, UInt8(size - 1), 0, 0x43, 0x49, UInt8(index.count), 0] + index
      + [3, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    #expect(Array(blocks[..<size]) == piece)
    #expect(CassetteIndex.trailerByteCount == 68)
    #expect(blocks.count == size + 68 + 28)
    #expect(Array(blocks.suffix(28)) == BGZF.endMarker)
    let trailer = Array(blocks[size..<(size + 68)])
    #expect(Array(trailer[18..<22]) == [0x43, 0x45, 36, 0])
    let read = trailer.withUnsafeBytes { CassetteIndex.Trailer(block: $0) }
    #expect(
      read
        == .init(
          count: 2, indexOffset: 1000, fileByteCount: 1000 + blocks.count,
          indexChecksum: CRC32.of(index)))
  }

  @Test func goesOnInFurtherMembers() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    var table = EntryTable()
    var position: UInt64 = 0
    for _ in 0..<20_000 {
      table.append(
        key: .init(
          route: .random(in: 0...UInt32.max, using: &generator),
          full: .random(in: 0...UInt32.max, using: &generator)),
        position: position, checksum: .random(in: 0...UInt32.max, using: &generator))
      position += UInt64.random(in: 1...(1 << 30), using: &generator)
    }
    let prefix = [UInt8](repeating: 0, count: 1 << 20)
    let folder = try TestFolder()
    let blocks = CassetteIndex.blocks(for: table, at: prefix.count)
    #expect(blocks.count < 20 * 20_000)
    // Positions beyond the index are refused, so the table is read back by itself.
    let index = table.encoded()
    let read = EntryTable(decoding: index, count: 20_000, end: UInt64.max)
    #expect(read?.routes == table.routes, "seed \(seed)")
    #expect(read?.fulls == table.fulls)
    #expect(read?.positions == table.positions)
    #expect(read?.checksums == table.checksums)
    let url = try folder.write(prefix + blocks, to: "x")
    let file = try FileDescriptor.reading(url.path)
    guard case .none = try CassetteIndex.read(file, fileByteCount: prefix.count + blocks.count)
    else {
      Issue.record("positions beyond the index were taken")
      return
    }
  }

  @Test func refusesTablesThatDoNotFit() {
    func table(_ bytes: [UInt8], _ count: Int, end: UInt64 = 1 << 40) -> Int? {
      EntryTable(decoding: bytes, count: count, end: end)?.count
    }
    let one: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0]
    #expect(table(one, 1) == 1)
    #expect(table([], 0) == 0)
    #expect(table(one, 1, end: 5) == nil)
    #expect(table(one, 0) == nil)
    #expect(table(one, 2) == nil)
    #expect(table(one, -1) == nil)
    #expect(table(one, Int.max) == nil)
    // A difference that never ends, or is too large.
    #expect(table([0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0], 1) == nil)
    let huge =
      [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xFF, count: 9) + [1, 0, 0, 0, 0]
    #expect(table(huge, 1) == nil)
    // Two entries at one place.
    #expect(
      table([UInt8](repeating: 0, count: 16) + [1, 0] + [UInt8](repeating: 0, count: 8), 2) == nil)
  }
}

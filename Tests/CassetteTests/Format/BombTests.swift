#if os(Linux) && compiler(>=6.3)
import CZlib
import Foundation
import Testing

@testable import Cassette

/// Small files that would be large ones: refused before the memory is taken, which is measured.
struct BombTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private static let opening = #"{"log":{"_cassette":1,"entries":["#
  private static let gibibyte = 1 << 30

  /// 1 GiB in BGZF: the opening, then the same block again and again.
  private static func blocked(_ opening: String, _ filling: UInt8) -> [UInt8] {
    let deflater = Deflater()
    var bytes: [UInt8] = []
    Array(opening.utf8).withUnsafeBytes { deflater.appendBlock($0, to: &bytes) }
    var block: [UInt8] = []
    let filling = [UInt8](repeating: filling, count: BGZF.maximumContent)
    filling.withUnsafeBytes { deflater.appendBlock($0, to: &block) }
    for _ in 0..<(gibibyte / BGZF.maximumContent) { bytes += block }
    return bytes + BGZF.endMarker
  }

  /// 1 GiB in one member of gzip, in 1 MB.
  private static func member(_ opening: String, _ filling: UInt8) throws -> [UInt8] {
    var stream = z_stream()
    try #require(
      deflateInit2_(
        &stream, 9, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK)
    defer { deflateEnd(&stream) }
    var bytes: [UInt8] = []
    func add(_ text: [UInt8]) {
      var text = text
      var output = [UInt8](repeating: 0, count: text.count + 1000)
      text.withUnsafeMutableBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
          stream.next_in = input.baseAddress
          stream.avail_in = uInt(input.count)
          stream.next_out = output.baseAddress
          stream.avail_out = uInt(output.count)
          // Each piece stands for itself, so the same bytes may follow again.
          deflate(&stream, Z_FULL_FLUSH)
        }
      }
      bytes += output.dropLast(Int(stream.avail_out))
    }
    add(Array(opening.utf8))
    let start = bytes.count
    let piece = [UInt8](repeating: filling, count: 1 << 22)
    add(piece)
    let packed = bytes[start...]
    for _ in 1..<(gibibyte / piece.count) { bytes += packed }
    return bytes
  }

  /// The most memory that this process has held, in KiB. What getrusage says is the parent's at first.
  private static func peak() throws -> Int {
    let status = String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: "/proc/self/status")), as: UTF8.self)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(Int(line.filter(\.isNumber)))
  }

  /// Opens and surveys a file in a process of its own; what opening says, and the memory that both took.
  private func check(_ bytes: [UInt8], _ what: Comment, says expected: String) async throws {
    let url = try folder.write(bytes, to: "bomb.har.gz")
    let report = folder.file("report")
    await #expect(processExitsWith: .success, what) {
      [path = url.path as String, report = report.path as String] in
      let before = try Self.peak()
      let message = TestFiles.message {
        let cassette = try Cassette(contentsOf: URL(fileURLWithPath: path))
        for index in 0..<cassette.count { _ = try cassette.interaction(at: index) }
      }
      let opened = try Self.peak()
      let survey = try CassetteSurvey(of: URL(fileURLWithPath: path))
      guard survey.intactCount == 0, !survey.problems.isEmpty else { exit(3) }
      let text = "\(opened - before) \(try Self.peak() - before) \(message)"
      try Data(text.utf8).write(to: URL(fileURLWithPath: report))
    }
    let text = String(decoding: try Data(contentsOf: report), as: UTF8.self)
    try FileManager.default.removeItem(at: report)
    let words = text.split(separator: " ", maxSplits: 2)
    let kibibytes = try words.prefix(2).map { try #require(Int($0)) }
    print("\(what): \(bytes.count) bytes, \(kibibytes) KiB taken")
    #expect(kibibytes.allSatisfy { $0 < 128 << 10 }, what)
    #expect(words[2].contains(": " + expected), "\(what): \(words[2])")
    #expect(words[2].hasPrefix(url.path), what)
  }

  @Test func aGibibyteInAMegabyteIsRefused() async throws {
    let ratio = "the ratio of the text's size to the file's exceeds the limit of 200."
    let space = UInt8(ascii: " ")
    let inEntry = Self.opening + #"{"comment":""#
    let member = try Self.member(Self.opening, space)
    #expect((900_000...1_200_000).contains(member.count), "\(member.count)")
    try await check(member, "spaces between entries, gzip", says: ratio)
    try await check(
      try Self.member(inEntry, UInt8(ascii: "a")), "a string, gzip", says: ratio)
    try await check(Self.blocked(Self.opening, space), "spaces, BGZF", says: ratio)
    try await check(Self.blocked(inEntry, UInt8(ascii: "a")), "a string, BGZF", says: ratio)
    try await check(
      Self.blocked(Self.opening, UInt8(ascii: "[")), "brackets, BGZF", says: ratio)
  }

  @Test func anIndexThatLeadsToABombIsRefused() async throws {
    var bytes = Self.blocked(
      String(decoding: CassetteText.opening, as: UTF8.self) + #"{"comment":""#, UInt8(ascii: "a"))
    bytes.removeLast(BGZF.endMarker.count)
    var table = EntryTable()
    table.append(
      key: MatchKey(TestFiles.simple(0)),
      position: BGZF.VirtualOffset(block: 0, within: CassetteText.opening.count).rawValue,
      checksum: 1)
    bytes += CassetteIndex.blocks(for: table, at: bytes.count)
    try await check(
      bytes, "an index's entry",
      says: "the ratio of the text's size to the file's exceeds the limit of 200.")
  }

  @Test func manySmallValuesAreRefused() async throws {
    // Each of them takes far more memory than text.
    for (text, what) in [("0,", "numbers"), ("[0],", "arrays"), (#"{"":0},"#, "objects")] {
      var list = Array((Self.opening + #"{"a":["#).utf8)
      let piece = Array(text.utf8)
      for _ in 0..<1_100_000 { list += piece }
      list += Array("0]}]}}".utf8)
      try await check(
        list, "many \(what)", says: "entry 0 is corrupt: not JSON: more than 1000000 values at byte"
      )
    }
  }

  @Test func sizesThatAreClaimedTakeNothing() async throws {
    // A trailer whose index would be all of a sparse file, and one with a count to match.
    for count in [1, 1 << 40, Int.max] {
      let url = folder.file("sparse.har.gz")
      try TestFiles.write([TestFiles.simple(0)], to: url)
      let good = try TestFiles.bytes(url)
      let size = 8 << 30
      let trailer = CassetteIndex.Trailer(
        count: count, indexOffset: good.count, fileByteCount: size, indexChecksum: 0)
      let end = trailer.block + BGZF.endMarker
      let file = try FileHandle(forWritingTo: url)
      try file.seek(toOffset: UInt64(size - end.count))
      try file.write(contentsOf: Data(end))
      try file.close()
      let path = url.path
      await #expect(processExitsWith: .success) { [path = path as String] in
        let before = try Self.peak()
        let error = TestFiles.error { _ = try Cassette(contentsOf: URL(fileURLWithPath: path)) }
        guard case .damagedBlock(_, _, _, "no gzip header") = error else { exit(3) }
        exit(try Self.peak() - before < 64 << 10 ? 0 : 4)
      }
    }
  }

  @Test func columnsThatLieAreFound() throws {
    let url = folder.file("a.har.gz")
    let interactions = (0..<4).map { TestFiles.simple($0) }
    try TestFiles.write(interactions, to: url)
    let good = try TestFiles.bytes(url)
    guard case .file(let file) = try Cassette(contentsOf: url).storage else { return }
    let table = file.table
    let indexOffset =
      try #require(
        good.indices.first { good[$0...].starts(with: [0x43, 0x49]) }) - BGZF.headerByteCount
    /// The cassette with an index that is right by its checksum.
    func open(_ lying: EntryTable) throws -> Cassette {
      let bytes = good[..<indexOffset] + CassetteIndex.blocks(for: lying, at: indexOffset)
      return try Cassette(contentsOf: folder.write(Array(bytes), to: "x.har.gz"))
    }
    func lying(_ positions: [UInt64], checksum: UInt32? = nil) -> EntryTable {
      var lying = EntryTable()
      for (index, position) in positions.enumerated() {
        lying.append(
          key: table.key(at: index % 4), position: position,
          checksum: checksum ?? table.checksums[index % 4])
      }
      return lying
    }
    let positions = (0..<4).map { table.positions[$0] }
    // Positions outside, or not one after the other: no index, and the text is scanned.
    for wrong in [
      [UInt64(indexOffset) << 16], [positions[1], positions[0]], [positions[0], positions[0]],
      [UInt64.max], [UInt64.max / 2, .max],
    ] {
      let cassette = try open(lying(wrong))
      #expect(!cassette.hasIndex, "\(wrong)")
      #expect(try TestFiles.all(cassette) == interactions)
    }
    // Within the text, but not where entries begin: an error, for the checksum is another.
    for wrong in [
      positions.map { $0 + 1 }, positions.map { $0 - 1 }, [positions[0], positions[0] + 10],
      [positions[0], positions[2], positions[3]], [positions[0] + 0xF000], [1 << 16],
    ] {
      let cassette = try open(lying(wrong))
      #expect(cassette.hasIndex && cassette.count == wrong.count)
      let error = TestFiles.error { _ = try TestFiles.all(cassette) }
      switch error {
      case .damagedEntry, .damagedBlock, .truncated: break
      default: Issue.record("\(wrong): \(String(describing: error))")
      }
      let survey = try CassetteSurvey(of: folder.file("x.har.gz"))
      #expect(!survey.problems.isEmpty)
    }
    // Fewer entries than there are is not seen by those who trust the index, but by `verify`.
    _ = try open(lying(Array(positions[..<2])))
    #expect(try !CassetteSurvey(of: folder.file("x.har.gz")).problems.isEmpty)
  }

  @Test func hugeLinesOfAJournalAreRefused() throws {
    var limits = Cassette.Limits()
    limits.entryByteCount = 1 << 20
    let header = JournalHeader(mode: "once", base: nil, run: "0123456789abcdef").line
    let url = try folder.write(
      header + [UInt8](repeating: UInt8(ascii: "a"), count: 3 << 20) + [0x0A], to: "j")
    #expect(
      throws: CassetteError.tooLarge(
        path: url.path, what: "the size of a line in bytes", limit: (1 << 20) + 100)
    ) { try JournalReader(contentsOf: url, limits: limits) }
    let deep =
      #"{"n":1,"entry":"# + String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
      + "}\n"
    let nested = try folder.write(header + Array(deep.utf8), to: "k")
    #expect(
      TestFiles.message { _ = try JournalReader(contentsOf: nested) }.contains(
        "line 2 of the journal is corrupt: not JSON: nesting deeper than 513"))
  }
}
#endif

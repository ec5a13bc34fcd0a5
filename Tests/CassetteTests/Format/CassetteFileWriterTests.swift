import Foundation
import Testing

@testable import Cassette

struct CassetteFileWriterTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func lines(_ url: URL) throws -> [String] {
    String(decoding: try TestFiles.text(url), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// What each block of a file holds.
  private func blocks(_ url: URL) throws -> [[UInt8]] {
    let file = try FileDescriptor.reading(url.path)
    let block = BGZFBlock()
    var blocks: [[UInt8]] = []
    var offset = 0
    while case .block = try block.load(file, at: offset) {
      #expect(block.inflate(upTo: 1 << 20) == nil)
      blocks.append(Array(block.content))
      offset += block.byteCount
    }
    return blocks
  }

  @Test func laysOutOneEntryALine() throws {
    let url = folder.file("a.har.gz")
    try TestFiles.write((0..<3).map { TestFiles.simple($0) }, to: url)
    let lines = try lines(url)
    #expect(lines.count == 6)
    #expect(lines[0].hasSuffix(#""_cassette":1,"entries":["#))
    #expect(lines[1].hasPrefix(#"{"startedDateTime""#) && lines[1].hasSuffix("}"))
    #expect(lines[2].hasPrefix(#",{"startedDateTime""#))
    #expect(lines[4] == "]}}" && lines[5].isEmpty)
    #expect(try Array(TestFiles.bytes(url).suffix(28)) == BGZF.endMarker)
  }

  @Test func endsBlocksWhereLinesEnd() throws {
    let url = folder.file("a.har.gz")
    var interactions = (0..<60).map { TestFiles.simple($0, padding: 4000) }
    interactions.insert(TestFiles.simple(60, padding: 200_000), at: 30)
    try TestFiles.write(interactions, to: url)
    let blocks = try blocks(url)
    #expect(blocks.allSatisfy { $0.count <= BGZF.maximumContent })
    let withText = blocks.filter { !$0.isEmpty }
    #expect(withText.last == Array("]}}\n".utf8))
    let inLine = withText.filter { $0.last != 0x0A }
    #expect(inLine.count == 3)
    #expect(withText.first { $0.last != 0x0A }?.first == UInt8(ascii: ","))
    #expect(try TestFiles.all(Cassette(contentsOf: url)) == interactions)
  }

  @Test func appendingLeavesEarlierBlocksAsTheyWere() throws {
    let short = folder.file("a.har.gz")
    let long = folder.file("b.har.gz")
    let interactions = (0..<200).map { TestFiles.simple($0, padding: 2000) }
    try TestFiles.write(interactions[..<150], to: short)
    try TestFiles.write(interactions, to: long)
    let before = try blocks(short).filter { !$0.isEmpty }.dropLast(2)
    #expect(before.count > 3)
    let same = try TestFiles.bytes(long).starts(
      with: TestFiles.bytes(short).prefix(
        try Self.byteCount(ofBlocks: before.count, in: TestFiles.bytes(short))))
    #expect(same)
  }

  private static func byteCount(ofBlocks count: Int, in bytes: [UInt8]) throws -> Int {
    var offset = 0
    for _ in 0..<count {
      guard case .block(let size, _) = bytes[offset...].withUnsafeBytes({ BGZF.header($0) }) else {
        break
      }
      offset += size
    }
    return offset
  }

  @Test func sameInputGivesTheSameBytes() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = RandomInteractions(seed: seed)
    let interactions = (0..<50).map { _ in random.interaction() }
    let (first, second) = (folder.file("a.har.gz"), folder.file("b.har.gz"))
    try TestFiles.write(interactions, to: first)
    try TestFiles.write(interactions, to: second)
    #expect(try TestFiles.bytes(first) == TestFiles.bytes(second), "seed \(seed)")
  }

  @Test func leavesAFileOfTheSameTextAlone() throws {
    let url = folder.file("a.har.gz")
    let interactions = (0..<100).map { TestFiles.simple($0, padding: 2000) }
    try TestFiles.write(interactions, to: url)
    let text = try TestFiles.text(url)
    for packed in [
      try TestFiles.bytes(url), TestFiles.gzip(text),
      TestFiles.blocked(text, contentByteCount: 999),
    ] {
      try Data(packed).write(to: url)
      let before = FileDescriptor.identity(try FileDescriptor.reading(url.path).status())
      #expect(try TestFiles.write(interactions, to: url) == .unchanged)
      #expect(
        FileDescriptor.identity(try FileDescriptor.reading(url.path).status()) == before)
      #expect(try folder.names == ["a.har.gz"])
    }
    // One entry less, one more, one other: each is a difference.
    for changed in [
      Array(interactions.dropLast()), interactions + [TestFiles.simple(7)],
      interactions.dropLast() + [TestFiles.simple(101, padding: 2000)], [],
    ] {
      try Data(TestFiles.gzip(text)).write(to: url)
      #expect(try TestFiles.write(changed, to: url) == .written)
      #expect(try TestFiles.all(Cassette(contentsOf: url)) == changed)
    }
  }

  @Test func replacesWhatIsBroken() throws {
    let url = folder.file("a.har.gz")
    try TestFiles.write([TestFiles.simple(1)], to: url)
    let good = try TestFiles.bytes(url)
    for broken in [[], [1], Array(good[..<50]), good + good] {
      try Data(broken).write(to: url)
      #expect(try TestFiles.write([TestFiles.simple(1)], to: url) == .written)
      #expect(try TestFiles.bytes(url) == good)
    }
  }

  @Test func keepsOldLinesByteForByte() throws {
    let url = folder.file("a.har.gz")
    let old = (0..<50).map { TestFiles.simple($0) }
    try TestFiles.write(old, to: url)
    // A line that this version would write otherwise, of a form that it reads.
    let text = String(decoding: try TestFiles.text(url), as: UTF8.self)
      .replacingOccurrences(of: "https://api.test/i?n=7\"", with: "https:\\/\\/api.test/i?n=7\"")
    try Data(TestFiles.gzip(Array(text.utf8))).write(to: url)
    let cassette = try Cassette(contentsOf: url)
    let writer = try CassetteFileWriter(replacing: url)
    for index in [7, 3, 8] { try writer.keep(entryAt: index, of: cassette) }
    try writer.append(TestFiles.simple(99))
    #expect(writer.count == 4)
    #expect(try writer.finish() == .written)
    let lines = try lines(url)
    #expect(lines[1].contains(#"https:\/\/api.test/i?n=7""#))
    #expect(
      try TestFiles.all(Cassette(contentsOf: url)) == [
        old[7], old[3], old[8], TestFiles.simple(99),
      ])
    #expect(try Cassette(contentsOf: url).hasIndex)
  }

  @Test func copiesTheBlocksOfKeptEntries() throws {
    let url = folder.file("a.har.gz")
    let target = folder.file("b.har.gz")
    let expected = folder.file("c.har.gz")
    var interactions = (0..<200).map { TestFiles.simple($0, padding: 2000) }
    interactions[120] = TestFiles.simple(120, padding: 150_000)
    // Another level stands for another version of zlib: the same text in other bytes.
    try TestFiles.write(interactions, to: url)
    let fast = try folder.write(try recompressed(url), to: "fast.har.gz")
    let fresh = TestFiles.simple(1000, padding: 2000)
    let old = try Cassette(contentsOf: fast)
    #expect(old.hasIndex)

    func save(_ indices: [Int], freshAfter place: Int) throws -> [Cassette.Interaction] {
      let writer = try CassetteFileWriter(replacing: target)
      let control = try CassetteFileWriter(replacing: expected)
      var all: [Cassette.Interaction] = []
      for (number, index) in indices.enumerated() {
        if number == place {
          try writer.append(fresh)
          try control.append(fresh)
          all.append(fresh)
        }
        #expect(writer.count == all.count)
        try writer.keep(entryAt: index, of: old)
        try control.append(interactions[index])
        all.append(interactions[index])
      }
      #expect(try writer.finish() == .written)
      #expect(try control.finish() == .written)
      #expect(try TestFiles.text(target) == TestFiles.text(expected))
      #expect(
        try blocks(target).filter { !$0.isEmpty } == blocks(expected).filter { !$0.isEmpty })
      let cassette = try Cassette(contentsOf: target)
      #expect(cassette.hasIndex)
      #expect(try TestFiles.all(cassette) == all)
      try FileManager.default.removeItem(at: target)
      return all
    }

    _ = try save(Array(0..<200), freshAfter: 0)
    _ = try save(Array(0..<200), freshAfter: 100)
    _ = try save(Array(0..<200).filter { $0 != 50 }, freshAfter: 190)
    _ = try save(Array((0..<200).reversed()), freshAfter: 3)
    _ = try save(Array(100..<200) + Array(0..<150), freshAfter: -1)

    let writer = try CassetteFileWriter(replacing: target)
    for index in 0..<200 { try writer.keep(entryAt: index, of: old) }
    try writer.append(fresh)
    _ = try writer.finish()
    // Not copied: the first block, for the opening line is in it, and the last with entries, which the
    // fresh one fills up. Of the long line, which goes over several blocks, all are.
    let texts = try blocks(fast).filter { !$0.isEmpty }
    let copied = Set(try rawBlocks(target)).intersection(try rawBlocks(fast).prefix(texts.count))
    let own = texts.indices.filter { $0 > 0 && $0 < texts.count - 2 }
    #expect(own.count >= 7 && own.contains { texts[$0].last != 0x0A })
    #expect(
      try copied
        == Set(own.map { try rawBlocks(fast)[$0] }).union([rawBlocks(fast)[texts.count - 1]]))
  }

  private func rawBlocks(_ url: URL) throws -> [[UInt8]] {
    let bytes = try TestFiles.bytes(url)
    var blocks: [[UInt8]] = []
    var offset = 0
    while offset < bytes.count,
      case .block(let count, _) = bytes[offset...].withUnsafeBytes({ BGZF.header($0) })
    {
      blocks.append(Array(bytes[offset..<(offset + count)]))
      offset += count
    }
    return blocks
  }

  /// The same blocks at another level, with an index that fits.
  private func recompressed(_ url: URL) throws -> [UInt8] {
    guard case .file(let file) = try Cassette(contentsOf: url).storage else { return [] }
    var moved: [Int: Int] = [:]
    var result: [UInt8] = []
    var offset = 0
    let deflater = Deflater(level: 1)
    for (raw, content) in zip(try rawBlocks(url), try blocks(url)) where !content.isEmpty {
      moved[offset] = result.count
      content.withUnsafeBytes { deflater.appendBlock($0, to: &result) }
      offset += raw.count
    }
    var table = EntryTable()
    for index in 0..<file.table.count {
      let position = BGZF.VirtualOffset(rawValue: file.table.positions[index])
      table.append(
        key: file.table.key(at: index),
        position: BGZF.VirtualOffset(
          block: try #require(moved[position.block]), within: position.within
        ).rawValue,
        checksum: file.table.checksums[index])
    }
    return result + CassetteIndex.blocks(for: table, at: result.count)
  }

  @Test func refusesEntriesWithLineBreaks() throws {
    let writer = try CassetteFileWriter(replacing: folder.file("a.har.gz"))
    #expect {
      try writer.append(entry: Array("{\n}".utf8), key: .init(route: 0, full: 0))
    } throws: {
      "\($0)".hasSuffix(
        "a.har.gz: entry 0 is corrupt: a line break stands in it. Restore the file, or see with "
          + "`cassette verify` which entries survive.")
    }
  }

  @Test func followsLinksAndKeepsTheMode() throws {
    try FileManager.default.createDirectory(
      at: folder.file("real"), withIntermediateDirectories: false)
    let real = folder.file("real/a.har.gz")
    let link = folder.file("link.har.gz")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("middle").path, withDestinationPath: "real/a.har.gz")
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: folder.file("middle").path)
    // The link leads to a file that is yet to be made.
    try TestFiles.write([TestFiles.simple(1)], to: link)
    #expect(chmod(real.path, 0o640) == 0)
    try TestFiles.write([TestFiles.simple(2)], to: link)
    var status = stat()
    #expect(lstat(link.path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(lstat(real.path, &status) == 0 && status.st_mode & 0o7777 == 0o640)
    #expect(try TestFiles.all(Cassette(contentsOf: link)) == [TestFiles.simple(2)])
    #expect(try folder.names == ["link.har.gz", "middle", "real"])
  }

  @Test func leavesNothingBehindWhenGivenUp() throws {
    let url = folder.file("a.har.gz")
    try TestFiles.write([TestFiles.simple(1)], to: url)
    let before = try TestFiles.bytes(url)
    do {
      let writer = try CassetteFileWriter(replacing: url)
      let names = try folder.names
      #expect(names.count == 2)
      #expect(names.contains { $0.hasPrefix(".cassette-") && $0.hasSuffix(".tmp") })
      for number in 0..<1000 { try writer.append(TestFiles.simple(number, padding: 1000)) }
      writer.cancel()
      #expect(try folder.names == ["a.har.gz"])
    }
    _ = try CassetteFileWriter(replacing: url)
    #expect(try folder.names == ["a.har.gz"])
    #expect(try TestFiles.bytes(url) == before)
  }

  @Test func saysWhyItCannotWrite() throws {
    let missing = folder.file("none/a.har.gz")
    #expect(
      TestFiles.message { _ = try CassetteFileWriter(replacing: missing) }
        == "\(missing.path): cannot create, No such file or directory (errno 2). Create the folder "
        + "first.")
    #expect(
      TestFiles.message { _ = try CassetteFileWriter(replacing: folder.url) }
        == "\(folder.url.path): a folder, not a file. Move it away, or give the cassette another "
        + "name.")
    let pipe = folder.file("p.har.gz")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    #expect(throws: CassetteError.notAFile(path: pipe.path, kind: "FIFO")) {
      _ = try CassetteFileWriter(replacing: pipe)
    }
    let loop = folder.file("l.har.gz")
    try FileManager.default.createSymbolicLink(
      atPath: loop.path, withDestinationPath: "l.har.gz")
    #expect(
      throws: CassetteError.system(
        operation: "follow the link", path: folder.url.path + "/l.har.gz", code: ELOOP)
    ) { _ = try CassetteFileWriter(replacing: loop) }
    let long = folder.file(String(repeating: "n", count: 300))
    #expect(
      TestFiles.message { _ = try CassetteFileWriter(replacing: long) }.hasSuffix(
        "File name too long (errno 36). Give the cassette a shorter name."))
  }

  #if os(Linux)
  // As the superuser everything may be written, so the rights are given up in a process of its own.
  @Test func namesThePermissionThatIsMissing() async throws {
    let url = folder.file("a.har.gz")
    try TestFiles.write([TestFiles.simple(1)], to: url)
    #expect(chmod(folder.url.path, 0o555) == 0)
    defer { chmod(folder.url.path, 0o755) }
    await #expect(processExitsWith: .success) { [path = url.path as String] in
      if getuid() == 0, setuid(65_534) != 0 { exit(3) }
      do {
        _ = try CassetteFileWriter(replacing: URL(fileURLWithPath: path))
        exit(4)
      } catch {
        let expected =
          "\(path): cannot create, Permission denied (errno 13). You lack the permission; change it, "
          + "or choose another folder."
        exit("\(error)" == expected ? 0 : 5)
      }
    }
    #expect(try TestFiles.all(Cassette(contentsOf: url)) == [TestFiles.simple(1)])
    #expect(try folder.names == ["a.har.gz"])
  }

  @Test func aWriteThatFailsLeavesTheOldFile() async throws {
    let url = folder.file("a.har.gz")
    try TestFiles.write([TestFiles.simple(1)], to: url)
    let before = try TestFiles.bytes(url)
    await #expect(processExitsWith: .success) { [path = url.path as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
      guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(3) }
      do {
        let writer = try CassetteFileWriter(replacing: URL(fileURLWithPath: path))
        var generator = SystemRandomNumberGenerator()
        for number in 0..<200 {
          var interaction = TestFiles.simple(number)
          interaction.request.body = .bytes(
            Data((0..<10_000).map { _ in UInt8.random(in: 0...255, using: &generator) }))
          try writer.append(interaction)
        }
        _ = try writer.finish()
        exit(4)
      } catch {
        exit("\(error)".hasPrefix("\(path): cannot write, File too large (errno 27).") ? 0 : 5)
      }
    }
    // The process has ended without a chance to tidy up but for the writer's own end.
    #expect(try TestFiles.bytes(url) == before)
    #expect(try folder.names.allSatisfy { $0 == "a.har.gz" || !$0.hasSuffix(".har.gz") })
  }
  #endif
}

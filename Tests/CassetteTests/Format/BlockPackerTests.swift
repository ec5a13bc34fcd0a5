import Foundation
import TestSupport
import Testing

@testable import Cassette

struct BlockPackerTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func binary(
    _ number: Int, _ content: [UInt8], isRequest: Bool = false
  ) -> Cassette.Interaction {
    var interaction = TestFiles.simple(number)
    if isRequest {
      interaction.request.body = .bytes(Data(content))
    } else {
      interaction.outcome = .response(.init(status: 200, body: .bytes(Data(content))))
    }
    return interaction
  }

  /// The blocks that hold text, as they stand in the file.
  private func blocks(_ url: URL) throws -> [(raw: [UInt8], content: [UInt8])] {
    let file = try FileDescriptor.reading(url.path)
    let block = BGZFBlock()
    var blocks: [(raw: [UInt8], content: [UInt8])] = []
    var offset = 0
    while case .block = try block.load(file, at: offset) {
      #expect(block.inflate(upTo: 1 << 20) == nil)
      if !block.content.isEmpty { blocks.append((Array(block.raw), Array(block.content))) }
      offset += block.byteCount
    }
    return blocks
  }

  private func mixture(_ random: inout SplitMix64, count: Int) -> [Cassette.Interaction] {
    (0..<count).map { number in
      switch number % 9 {
      case 3: binary(number, [0xFF] + random.bytes(20_000))
      case 5: binary(number, [0xFF] + random.bytes(100), isRequest: true)
      case 7: binary(number, [0xFF] + random.bytes(70_000), isRequest: true)
      case 8: binary(number, [0xFF] + [UInt8](repeating: 7, count: 30_000))
      default: TestFiles.simple(number, padding: Int.random(in: 0..<9000, using: &random))
      }
    }
  }

  @Test func longBodiesInBase64HaveBlocksOfTheirOwn() throws {
    var random = SplitMix64(name: "BlockPackerTests.own")
    let url = folder.file("a.har.gz")
    let interactions = mixture(&random, count: 60)
    try TestFiles.write(interactions, to: url)
    #expect(try TestFiles.all(Cassette(contentsOf: url)) == interactions)
    var aloneCount = 0
    var continues = false
    for (_, content) in try blocks(url) {
      #expect(content.count <= BGZF.maximumContent)
      let lines = content.split(separator: 0x0A)
      let isLong = lines.map { Base64Stretch.longest(in: Array($0)) != nil }
      // A line that goes on has its mark in its last block.
      if content.last != 0x0A || continues {
        #expect(lines.count == 1)
      } else if isLong.contains(true) {
        #expect(lines.count == 1, "seed \(random.seed)")
        aloneCount += 1
      }
      continues = content.last != 0x0A
    }
    #expect(aloneCount >= 12)
  }

  @Test func theSameTextGivesTheSameBytesHoweverItCame() throws {
    var random = SplitMix64(name: "BlockPackerTests.same")
    let whole = folder.file("a.har.gz")
    let grown = folder.file("b.har.gz")
    let interactions = mixture(&random, count: 80)
    try TestFiles.write(interactions, to: whole)
    // Appended in several recordings, each of which keeps what was there.
    var count = 0
    while count < interactions.count {
      let more = min(Int.random(in: 1...20, using: &random), interactions.count - count)
      var old: Cassette?
      if count > 0 { old = try Cassette(contentsOf: grown) }
      let writer = try CassetteFileWriter(replacing: grown)
      if let old {
        for index in 0..<count { try writer.keep(entryAt: index, of: old) }
      }
      for index in count..<(count + more) { try writer.append(interactions[index]) }
      #expect(try writer.finish() == .written)
      count += more
    }
    #expect(try TestFiles.bytes(grown) == TestFiles.bytes(whole), "seed \(random.seed)")
    // Without some of the long ones, of which the texts beside them were parted.
    for step in [2, 3, 7] {
      let fewer = interactions.indices.filter { $0 % 9 != 3 || $0 % step != 0 }
      let kept = folder.file("c\(step).har.gz")
      let fresh = folder.file("d\(step).har.gz")
      let old = try Cassette(contentsOf: whole)
      let writer = try CassetteFileWriter(replacing: kept)
      for index in fewer { try writer.keep(entryAt: index, of: old) }
      _ = try writer.finish()
      try TestFiles.write(fewer.map { interactions[$0] }, to: fresh)
      #expect(try TestFiles.bytes(kept) == TestFiles.bytes(fresh), "seed \(random.seed)")
    }
  }

  @Test func base64IsNoLargerThanWithASearchForMatches() throws {
    var random = SplitMix64(name: "BlockPackerTests.size")
    for content in [
      random.bytes(20_000), random.bytes(45_000), [UInt8](repeating: 9, count: 40_000),
      (0..<40_000).map { UInt8(truncatingIfNeeded: $0 / 3) },
    ] {
      var text = Array(#"{"head":"\#(String(repeating: "some words ", count: 90))","text":""#.utf8)
      let start = text.count
      content.withUnsafeBytes { Base64.append($0, to: &text) }
      let end = text.count
      for tail in [300, 5000] {
        let line = text + [UInt8](repeating: 0x62, count: tail)
        guard line.count <= BGZF.maximumContent else { continue }
        let deflater = Deflater()
        var searched: [UInt8] = []
        var parted: [UInt8] = []
        line.withUnsafeBytes { deflater.appendBlock($0, to: &searched) }
        line.withUnsafeBytes { deflater.appendBlock($0, base64: start..<end, to: &parted) }
        #expect(parted.count < searched.count * 101 / 100 + 100, "seed \(random.seed)")
        // What one block changes in the compressor does not reach the next.
        var again: [UInt8] = []
        line.withUnsafeBytes { deflater.appendBlock($0, to: &again) }
        #expect(again == searched)
        let url = try folder.write(parted + BGZF.endMarker, to: "x.gz")
        #expect(try TestFiles.text(url) == line)
        #expect(try TestFiles.bytes(url).count == parted.count + 28)
      }
    }
  }

  @Test func blocksOfLongBodiesAreCopiedWhenSomethingIsAppended() throws {
    var random = SplitMix64(name: "BlockPackerTests.copied")
    let url = folder.file("a.har.gz")
    let interactions = mixture(&random, count: 60)
    try TestFiles.write(interactions, to: url)
    let before = try blocks(url)
    // Marked: deflate's data of the long bodies in another form, as of another zlib.
    guard case .file(let file) = try Cassette(contentsOf: url).storage else {
      Issue.record("no file")
      return
    }
    var marked: [UInt8] = []
    var moved: [Int: Int] = [:]
    var offset = 0
    let fast = Deflater(level: 1)
    for (raw, content) in before {
      moved[offset] = marked.count
      content.withUnsafeBytes { fast.appendBlock($0, to: &marked) }
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
    let old = try folder.write(
      marked + CassetteIndex.blocks(for: table, at: marked.count), to: "old.har.gz")
    let cassette = try Cassette(contentsOf: old)
    #expect(cassette.hasIndex)
    let target = folder.file("b.har.gz")
    let writer = try CassetteFileWriter(replacing: target)
    for index in 0..<60 { try writer.keep(entryAt: index, of: cassette) }
    try writer.append(TestFiles.simple(61))
    _ = try writer.finish()
    #expect(
      try TestFiles.all(Cassette(contentsOf: target)) == interactions + [TestFiles.simple(61)])
    #expect(try Cassette(contentsOf: target).hasIndex)
    // All but the first, with the opening line, and the last with entries.
    let (oldBlocks, newBlocks) = (try blocks(old), try blocks(target))
    #expect(
      newBlocks[1..<(before.count - 2)].map(\.raw) == oldBlocks[1..<(before.count - 2)].map(\.raw))
  }
}

import Testing

@testable import Cassette

struct BGZFTests {
  @Test func endsAsTheSpecificationPrints() {
    let hexadecimal = BGZF.endMarker.map { byte in
      let text = String(byte, radix: 16)
      return text.utf8.count < 2 ? "0" + text : text
    }.joined()
    #expect(hexadecimal == "1f8b08040000000000ff0600424302001b0003000000000000000000")
    #expect(
      BGZF.endMarker.withUnsafeBytes { BGZF.header($0) }
        == .block(byteCount: 28, headerByteCount: 18))
  }

  @Test(arguments: [0, 1, 100, 65_279, 65_280])
  func packsAnythingIntoABlock(count: Int) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    for isRandom in [true, false] {
      let content = (0..<count).map {
        isRandom ? UInt8.random(in: 0...255, using: &generator) : UInt8(truncatingIfNeeded: $0 / 7)
      }
      var block: [UInt8] = [1, 2, 3]
      content.withUnsafeBytes { Deflater().appendBlock($0, to: &block) }
      block.removeFirst(3)
      #expect(block.count <= 65_536, "seed \(seed)")
      #expect(
        block.withUnsafeBytes { BGZF.header($0) }
          == .block(byteCount: block.count, headerByteCount: 18))
      let folder = try TestFolder()
      let url = try folder.write(block + BGZF.endMarker, to: "x.gz")
      #expect(try TestFiles.text(url) == content, "seed \(seed)")
    }
  }

  @Test func readsFromAnywhere() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    let text = (0..<1_000_000).map { _ in
      UInt8.random(in: 0x61...0x64, using: &generator)
    }
    let folder = try TestFolder()
    var file: [UInt8] = []
    var starts: [Int] = []
    let deflater = Deflater()
    for start in stride(from: 0, to: text.count, by: 30_000) {
      starts.append(file.count)
      text[start..<min(start + 30_000, text.count)].withUnsafeBytes {
        deflater.appendBlock($0, to: &file)
      }
    }
    let url = try folder.write(file + BGZF.endMarker, to: "x.gz")
    let reader = BGZFReader(try FileDescriptor.reading(url.path))
    for _ in 0..<500 {
      let start = Int.random(in: 0..<text.count, using: &generator)
      let count = Int.random(in: 0...min(text.count - start, 100_000), using: &generator)
      let position = BGZF.VirtualOffset(block: starts[start / 30_000], within: start % 30_000)
      guard try reader.bytes(at: position, count: count) == Array(text[start..<(start + count)])
      else {
        Issue.record("\(count) bytes at \(start), seed \(seed)")
        return
      }
    }
  }

  @Test func headersAreTakenApart() {
    func header(_ bytes: [UInt8]) -> BGZF.Header { bytes.withUnsafeBytes { BGZF.header($0) } }
    #expect(header([]) == .incomplete)
    #expect(header([0x1F]) == .incomplete)
    #expect(header([0x50, 0x4B]) == .none)
    #expect(header([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0, 0]) == .plainMember)
    #expect(header([0x1F, 0x8B, 8, 0xE0, 0, 0, 0, 0, 0, 3, 0, 0]) == .none)
    #expect(header(Array(BGZF.endMarker[..<17])) == .incomplete)
    // Another subfield first, as other writers of BGZF may have it.
    let other: [UInt8] =
      [0x1F, 0x8B, 8, 4, 0, 0, 0, 0, 0, 255, 11, 0, 0x41, 0x42, 1, 0, 9, 0x42, 0x43, 2, 0, 40, 0]
    #expect(header(other) == .block(byteCount: 41, headerByteCount: 23))
    // A size that does not even hold the header.
    var small = BGZF.endMarker
    small[16] = 10
    #expect(header(small) == .none)
  }
}

import Foundation
import Testing

@testable import Cassette

/// Every bit of a small cassette, flipped in turn: the true data, or an error; never other data.
///
/// `FLIPS=all` asks for every bit, as `make test-bits` does; else one of each byte is taken.
struct BitFlipTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Several blocks, one of them shared by two entries, and 3 KB in all.
  private func interactions() -> [Cassette.Interaction] {
    var generator = SeededGenerator(seed: 3)
    return (0..<6).map { number in
      var interaction = TestFiles.simple(number)
      if number < 2 {
        interaction.request.method = "POST"
        interaction.request.body = .bytes(
          Data((0..<1050).map { _ in UInt8.random(in: 0...255, using: &generator) }))
      }
      return interaction
    }
  }

  @Test func everyBitIsFoundOrHarmless() throws {
    let url = folder.file("good.har.gz")
    let interactions = interactions()
    try TestFiles.write(interactions, to: url)
    let bytes = try TestFiles.bytes(url)
    #expect((2900...3500).contains(bytes.count), "\(bytes.count)")
    let file = try FileDescriptor.reading(url.path)
    let starts = try Self.starts(file, bytes.count)
    // The text's blocks come first, then the index, the trailer and the end marker.
    let indexOffset = try #require(starts.first { bytes[$0 + 18..<$0 + 20] == [0x43, 0x49] })
    let isThorough = ProcessInfo.processInfo.environment["FLIPS"] == "all"
    var counts = (errors: 0, scans: 0, indices: 0)
    for index in bytes.indices {
      for bit in isThorough ? Array(0..<8) : [(index * 5 + index / 8) % 8] {
        var flipped = bytes
        flipped[index] ^= 1 << UInt8(bit)
        let path = try folder.write(flipped, to: "x.har.gz")
        var found: [Cassette.Interaction]?
        var hasIndex = false
        let error = TestFiles.error {
          let cassette = try Cassette(contentsOf: path)
          hasIndex = cassette.hasIndex
          found = try TestFiles.all(cassette)
        }
        let place: Comment = "bit \(bit) of byte \(index)"
        guard let error else {
          #expect(found == interactions, place)
          if hasIndex { counts.indices += 1 } else { counts.scans += 1 }
          // Nothing in the index is used with a bit flipped in it.
          if index >= indexOffset { #expect(!hasIndex, place) }
          continue
        }
        counts.errors += 1
        #expect("\(error)".hasPrefix(path.path + ": "), place)
        if index >= indexOffset {
          // Where a scan too finds no gzip, it says where.
          guard case .damagedBlock(_, let block, let offset, _) = error else {
            #expect(error == .truncated(path: path.path, byteCount: bytes.count), place)
            continue
          }
          #expect(starts[block] == offset && offset <= index, "\(error)")
        } else if index >= 3, case .damagedBlock(_, let block, let offset, _) = error {
          #expect(starts[block] == offset, "\(place): \(error)")
        }
      }
    }
    #expect(counts.errors > bytes.count / 2 && counts.scans > 0 && counts.indices > 0)
    print("bits: \(counts.errors) errors, \(counts.scans) scans, \(counts.indices) by the index")
  }

  private static func starts(_ file: FileDescriptor, _ byteCount: Int) throws -> [Int] {
    var starts: [Int] = []
    let block = BGZFBlock()
    var offset = 0
    while offset < byteCount {
      guard case .block = try block.load(file, at: offset) else { break }
      starts.append(offset)
      offset += block.byteCount
    }
    #expect(offset == byteCount)
    return starts
  }
}

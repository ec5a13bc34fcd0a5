import Foundation
import TestSupport
import Testing

@testable import Cassette

/// Reading entries in any order, of blocks of which only a part is inflated.
struct PartialInflationTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func interactions(_ random: inout SplitMix64) -> [Cassette.Interaction] {
    (0..<120).map { number in
      guard number % 20 == 7 else {
        return TestFiles.simple(number, padding: Int.random(in: 0..<6000, using: &random))
      }
      var interaction = TestFiles.simple(number)
      interaction.outcome = .response(
        .init(status: 200, body: .bytes(Data([0xFF] + random.bytes(20_000)))))
      return interaction
    }
  }

  @Test func inflatesNoFurtherThanTheFirstEntryOfABlock() throws {
    var random = SplitMix64(name: "PartialInflationTests.far")
    let url = folder.file("a.har.gz")
    try TestFiles.write(interactions(&random), to: url)
    guard case .file(let file) = try Cassette(contentsOf: url).storage else {
      Issue.record("no file")
      return
    }
    let entry = BGZF.VirtualOffset(rawValue: file.table.positions[3])
    let next = BGZF.VirtualOffset(rawValue: file.table.positions[4])
    #expect(entry.block == 0 && next.block == 0)
    // All of the block after the entry is broken: that is seen only by whoever reads it.
    var bytes = try TestFiles.bytes(url)
    guard case .block(let count, _) = bytes.withUnsafeBytes({ BGZF.header($0) }) else {
      Issue.record("no block")
      return
    }
    for index in (count - 60)..<count { bytes[index] ^= 0xA5 }
    let cassette = try Cassette(contentsOf: folder.write(bytes, to: "b.har.gz"))
    let expected = try Cassette(contentsOf: url).interaction(at: 3)
    #expect(try cassette.interaction(at: 3) == expected)
    #expect(try cassette.interaction(at: 3) == expected)
    #expect(throws: CassetteError.self) { _ = try cassette.interaction(at: 4) }
    #expect(try cassette.interaction(at: 3) == expected)
    #expect(throws: CassetteError.self) { _ = try cassette.interaction(at: 5) }
  }

  @Test func givesTheSameInAnyOrder() throws {
    var random = SplitMix64(name: "PartialInflationTests.order")
    let url = folder.file("a.har.gz")
    let interactions = interactions(&random)
    try TestFiles.write(interactions, to: url)
    for _ in 0..<6 {
      let cassette = try Cassette(contentsOf: url)
      for index in (0..<120).shuffled(using: &random) + [5, 5, 4, 6] {
        #expect(
          try cassette.interaction(at: index) == interactions[index],
          "entry \(index), seed \(random.seed)")
      }
    }
  }

  @Test func neverServesWrongDataOfABrokenBlock() throws {
    var random = SplitMix64(name: "PartialInflationTests.broken")
    let url = folder.file("a.har.gz")
    let interactions = interactions(&random)
    try TestFiles.write(interactions, to: url)
    let bytes = try TestFiles.bytes(url)
    var errorCount = 0
    for round in 0..<150 {
      var broken = bytes
      let place = Int.random(in: broken.indices, using: &random)
      switch round % 3 {
      case 0: broken[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: broken[place] = UInt8.random(in: 0...255, using: &random)
      default:
        // Deflate's data of one place at another.
        let other = Int.random(in: broken.indices, using: &random)
        for offset in 0..<min(40, broken.count - max(place, other)) {
          broken[place + offset] = bytes[other + offset]
        }
      }
      var cassette = Cassette(interactions: [])
      let opened = TestFiles.error {
        cassette = try Cassette(contentsOf: folder.write(broken, to: "b.har.gz"))
      }
      if opened != nil { errorCount += 1 }
      for index in cassette.count == 0 ? [] : (0..<120).shuffled(using: &random).prefix(60) {
        var found: Cassette.Interaction?
        if TestFiles.error({ found = try cassette.interaction(at: index) }) != nil {
          errorCount += 1
          continue
        }
        guard found == interactions[index] else {
          Issue.record("round \(round): wrong data at entry \(index), seed \(random.seed)")
          return
        }
      }
    }
    #expect(errorCount > 50, "seed \(random.seed)")
  }
}

import Foundation
import TestSupport
import Testing

@testable import Cassette

/// Whatever a file holds, an import ends in interactions or in an error.
struct ImportFuzzTests {
  @Test(
    "changed values of real files",
    arguments: ["real-vcr-json.json", "real-vcrpy.json", "real-replay.har"])
  func changedValues(name: String) throws {
    let folder = try TestFolder()
    var random = SplitMix64(name: "\(#function) \(name)")
    let original = try TestFiles.bytes(ImportFixtures.url(name))
    let words = [
      "null", "[]", "{}", "0", "-1", "1e999", "\"\"", "true", "\"\\udcff\"", "[null]",
      "99999999999999999999",
    ].map { Array($0.utf8) }
    var readCount = 0
    let ranges = Self.ranges(of: try JSONDocument(original).root)
    for _ in 0..<150 {
      var bytes = original
      // Values of other types and odd texts take the places of values, the last place first.
      let places = (0...Int.random(in: 0...3, using: &random)).map { _ in
        ranges.randomElement(using: &random) ?? 0..<0
      }.sorted { $0.lowerBound > $1.lowerBound }
      var end = bytes.count
      for place in places where place.upperBound <= end {
        bytes.replaceSubrange(place, with: words.randomElement(using: &random) ?? [])
        end = place.lowerBound
      }
      let url = try folder.write(bytes, to: "a")
      do {
        let found = try CassetteImport(contentsOf: url, python: "/none/python")
        try found.save(to: folder.file("b.har.gz"), replacing: true)
        _ = try found.cassette.exportText(.curl)
        _ = try found.cassette.exportText(.http)
        #expect(try Cassette(contentsOf: folder.file("b.har.gz")).count == found.cassette.count)
        readCount += 1
      } catch {
        // By its type it is one of ours, and the next is tried.
        continue
      }
    }
    #expect(readCount > 20)
  }

  private static func ranges(of node: JSONNode) -> [Range<Int>] {
    switch node.kind {
    case .array(let elements): [node.range] + elements.flatMap(ranges)
    case .object(let members): [node.range] + members.flatMap { ranges(of: $0.value) }
    case .null, .bool, .number, .string: [node.range]
    }
  }
}

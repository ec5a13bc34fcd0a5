import Testing

@testable import Cassette

struct HashColumnTests {
  @Test func findsTheSameHoweverItLooks() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    for count in [0, 1, 2, 50, 400] {
      let hashes = (0..<count).map { _ in UInt32.random(in: 0...20, using: &generator) }
      let column = HashColumn(NumberColumn(hashes))
      for round in 0..<40 {
        let hash = UInt32.random(in: 0...22, using: &generator)
        let expected = hashes.indices.filter {
          hash == 0 || hashes[$0] == hash || hashes[$0] == 0
        }
        #expect(column.entries(with: hash) == expected, "round \(round), seed \(seed)")
      }
    }
  }
}

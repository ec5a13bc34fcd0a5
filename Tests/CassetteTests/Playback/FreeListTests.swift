import TestSupport
import Testing

@testable import Cassette

struct FreeListTests {
  @Test func findsTheFirstWhateverIsTakenAndGivenBack() {
    var random = SplitMix64(name: "FreeListTests")
    for _ in 0..<30 {
      var uses = UseTable(count: 40)
      // Two lists may hold the same recordings.
      let parts = [Array(0..<40), (0..<40).filter { $0 % 3 != 0 }]
      var lists = parts.map { FreeList($0, uses) }
      for _ in 0..<3000 {
        let index = Int.random(in: 0..<40, using: &random)
        switch (uses[index], Int.random(in: 0..<40, using: &random)) {
        case (.free, 0...20): uses.reserve(index)
        case (.reserved, 0...25): uses.giveBack(index)
        case (.reserved, 26): uses.use(index)
        default: break
        }
        // Not each time, so that much may have been given back since the last.
        guard Int.random(in: 0..<8, using: &random) == 0 else { continue }
        for part in parts.indices {
          #expect(lists[part].first(uses) == parts[part].first { uses[$0] == .free })
        }
      }
    }
  }

  @Test func aListThatHasNotLookedForLongStartsAnew() {
    var uses = UseTable(count: 3)
    var list = FreeList([0, 2], uses)
    uses.reserve(0)
    uses.reserve(2)
    #expect(list.first(uses) == nil)
    for _ in 0..<(3 * UseTable.memory) {
      uses.giveBack(2)
      uses.reserve(2)
    }
    uses.giveBack(0)
    for _ in 0..<UseTable.memory {
      uses.reserve(1)
      uses.giveBack(1)
    }
    #expect(uses.givenBack(since: 0) == nil)
    #expect(list.first(uses) == 0)
  }

  @Test func whatIsUsedStaysSo() {
    var uses = UseTable(count: 1)
    uses.reserve(0)
    uses.use(0)
    uses.giveBack(0)
    #expect(uses[0] == .used && uses.epoch == 0)
  }
}

import TestSupport
import Testing

@testable import Cassette

struct UseTableTests {
  @Test func whatIsAddedIsFree() {
    var table = UseTable(count: 1)
    table.use(0)
    for count in [2, 4096, 4097, 12_289] {
      table.grow(to: count)
      #expect(table[0] == .used)
      #expect((1..<count).allSatisfy { table[$0] == .free })
    }
    table.use(12_288)
    table.grow(to: 3)
    #expect(table[12_288] == .used)
  }

  @Test func holdsWhatAPlainArrayHolds() {
    var random = SplitMix64(name: "UseTableTests")
    for count in [0, 1, 4095, 4096, 4097, 20_000] {
      var table = UseTable(count: count)
      var model = [UseTable.Use](repeating: .free, count: count)
      for _ in 0..<(count == 0 ? 0 : 300) {
        let index = Int.random(in: 0..<count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
          table.reserve(index)
          model[index] = .reserved
        case 1:
          table.use(index)
          model[index] = .used
        default:
          table.giveBack(index)
          if model[index] == .reserved { model[index] = .free }
        }
      }
      #expect((0..<count).allSatisfy { table[$0] == model[$0] }, "seed \(random.seed)")
    }
  }
}

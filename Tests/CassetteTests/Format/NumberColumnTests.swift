import TestSupport
import Testing

@testable import Cassette

struct NumberColumnTests {
  @Test func findsWhatAPlainSearchFinds() {
    var random = SplitMix64(name: "NumberColumnTests")
    for count in Array(0..<40) + [1000, 4099] {
      // At any offset of the bytes that it shares.
      let start = Int.random(in: 0..<9, using: &random)
      let range: ClosedRange<UInt32> = Bool.random(using: &random) ? 0...9 : 0...UInt32.max
      var numbers = (0..<count).map { _ in UInt32.random(in: range, using: &random) }
      let wanted = numbers.randomElement(using: &random) ?? 7
      if count > 2 { numbers[Int.random(in: 0..<count, using: &random)] = 0 }
      var bytes = random.bytes(start)
      for number in numbers { bytes.append(littleEndian: number) }
      bytes += random.bytes(5)
      let column = NumberColumn(bytes, at: start, count: count)
      #expect(Array(column) == numbers && column == NumberColumn(numbers), "seed \(random.seed)")
      for number in [wanted, 0, wanted &+ 1] {
        let places = column.places(of: number)
        #expect(
          places.equal == numbers.indices.filter { numbers[$0] == number }, "seed \(random.seed)")
        #expect(places.zeros == numbers.indices.filter { numbers[$0] == 0 }, "seed \(random.seed)")
      }
    }
  }
}

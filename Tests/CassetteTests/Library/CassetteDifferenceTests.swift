import Foundation
import TestSupport
import Testing

@testable import Cassette

struct CassetteDifferenceTests {
  private func cassette(_ entries: (path: String, text: String)...) -> Cassette {
    Cassette(
      interactions: entries.enumerated().map { index, entry in
        .init(
          request: .init(url: "https://api.test/\(entry.path)"),
          outcome: .response(
            .init(
              status: 200, headerFields: ["Date": "\(index)"],
              body: .bytes(Data(entry.text.utf8)))),
          startedAt: Date(timeIntervalSince1970: Double(index)))
      })
  }

  @Test func tellsNewChangedGoneAndMoved() throws {
    let older = cassette(("a", "1"), ("b", "1"), ("c", "1"), ("d", "1"))
    let newer = cassette(("d", "1"), ("b", "2"), ("e", "1"), ("c", "1"))
    let difference = try newer.difference(from: older, ignoring: .default)
    #expect(
      difference.description == """
        + 2: GET https://api.test/e
        ~ 1 -> 1: GET https://api.test/b
        - 0: GET https://api.test/a
        > 3 -> 0: GET https://api.test/d
        """)
    #expect(!difference.isEmpty)
    #expect(try older.difference(from: older).isEmpty)
    #expect(try older.difference(from: older).description == "")
  }

  @Test func whatIsVolatileCountsUnlessItIsNamed() throws {
    let older = cassette(("x", ""), ("a", "1"))
    let newer = cassette(("a", "1"))
    #expect(try newer.difference(from: older).changed.map(\.url) == ["https://api.test/a"])
    #expect(try newer.difference(from: older, ignoring: .default).changed.isEmpty)
  }

  @Test func equalRequestsBelongTogetherInOrder() throws {
    let older = cassette(("a", "1"), ("a", "2"))
    let newer = cassette(("a", "1"), ("a", "3"), ("a", "4"))
    let difference = try newer.difference(from: older, ignoring: .default)
    #expect(difference.changed.map(\.newIndex) == [1])
    #expect(difference.new.map(\.newIndex) == [2])
    #expect(difference.gone.isEmpty && difference.moved.isEmpty)
  }

  @Test func movesAreAsFewAsCanBe() {
    var random = SplitMix64(name: "CassetteDifferenceTests.movesAreAsFewAsCanBe")
    for _ in 0..<200 {
      let numbers = Array(0..<Int.random(in: 0...7, using: &random)).shuffled(using: &random)
      let rise = Cassette.longestRise(numbers)
      #expect(rise == rise.sorted())
      // All subsequences, as a reference.
      var best = 0
      for mask in 0..<(1 << numbers.count) {
        let chosen = numbers.indices.filter { mask >> $0 & 1 == 1 }.map { numbers[$0] }
        if chosen == chosen.sorted() { best = max(best, chosen.count) }
      }
      #expect(rise.count == best)
      var rest = numbers[...]
      for number in rise {
        guard let place = rest.firstIndex(of: number) else {
          Issue.record("\(rise) is not in \(numbers)")
          break
        }
        rest = rest[(place + 1)...]
      }
    }
  }
}

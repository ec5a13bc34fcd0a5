import Testing

@testable import Cassette

struct SecretIndexTests {
  /// Against a search that tries every pattern everywhere.
  @Test func findsWhatEveryPatternAloneFinds() {
    var random = RedactionRandom()
    for _ in 0..<200 {
      let patterns = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        Array(random.text(8...14, of: "ab").utf8)
      }
      let text = Array(random.text(0...300, of: "ab").utf8)
      var index = SecretIndex()
      for (id, pattern) in patterns.enumerated() { index.insert(pattern, id: id) }
      var expected = Set<Int>()
      for pattern in patterns where text.count >= pattern.count {
        for start in 0...(text.count - pattern.count)
        where text[start..<(start + pattern.count)].elementsEqual(pattern) {
          expected.formUnion(start..<(start + pattern.count))
        }
      }
      let found = text.withUnsafeBufferPointer(index.matches)
      #expect(Set(found.flatMap(\.range)) == expected, "seed \(random.seed)")
      for (left, right) in zip(found, found.dropFirst()) {
        #expect(left.range.upperBound <= right.range.lowerBound, "seed \(random.seed)")
      }
    }
  }

  @Test func thousandsThatBeginAlikeAreToldApart() {
    var index = SecretIndex()
    for id in 0..<6000 {
      index.insert(Array("eyJhbGciOiJIUzI1NiJ9.\(id)!".utf8), id: id)
    }
    let isNew = index.insert(Array("eyJhbGciOiJIUzI1NiJ9.17!".utf8), id: 9)
    let isLongEnough = index.insert(Array("1234567".utf8), id: 10)
    #expect(!isNew && !isLongEnough)
    for id in [0, 17, 5999] {
      let text = Array("<eyJhbGciOiJIUzI1NiJ9.\(id)!> <eyJhbGciOiJIUzI1NiJ9.6000!>".utf8)
      let found = text.withUnsafeBufferPointer(index.matches)
      #expect(found.map(\.id) == [id])
      #expect(found.first?.range == 1..<(23 + "\(id)".utf8.count))
    }
  }

  @Test func aLongTextMadeToResembleASecretIsSearchedInTime() {
    var index = SecretIndex()
    for length in 8..<500 {
      index.insert([UInt8](repeating: 0x61, count: length) + [0x62], id: length)
    }
    let text = [UInt8](repeating: 0x61, count: 5_000)
    #expect(text.withUnsafeBufferPointer(index.matches).isEmpty)
  }

  /// Where a secret stands among the bytes does not matter for finding it.
  @Test func aSecretIsFoundAtEveryOffset() {
    var random = RedactionRandom()
    for length in [8, 9, 13, 40] {
      let pattern = Array(random.text(length...length, of: "abcdefghijklmnop0123456789").utf8)
      var index = SecretIndex()
      index.insert(pattern, id: 3)
      for before in 0...12 {
        for after in 0...6 {
          let text =
            [UInt8](repeating: 0x2E, count: before) + pattern
            + [UInt8](repeating: 0x2E, count: after)
          let found = text.withUnsafeBufferPointer(index.matches)
          #expect(
            found.map(\.range) == [before..<(before + length)], "seed \(random.seed), \(before)")
        }
      }
    }
  }

  /// Thousands of secrets make both bitmaps grow.
  @Test func everyOneOfManySecretsIsFound() {
    var random = RedactionRandom()
    var index = SecretIndex()
    let patterns = (0..<6000).map { _ in
      Array(random.text(8...20, of: "abcdefghijklmnopqrstuvwxyz0123456789").utf8)
    }
    for (id, pattern) in patterns.enumerated() { index.insert(pattern, id: id) }
    let missed = patterns.filter { pattern in
      let text = [0x2E] + pattern + [0x2E]
      return text.withUnsafeBufferPointer(index.matches).isEmpty
    }
    #expect(missed.isEmpty, "seed \(random.seed)")
  }
}

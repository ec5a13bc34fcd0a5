import Testing

@testable import Cassette

struct ByteEditTests {
  private func edit(_ range: Range<Int>, _ text: String) -> ByteEdit {
    ByteEdit(range: range, replacement: Array(text.utf8))
  }

  @Test func keepsWhatStandsAround() {
    let bytes = Array("abcdef".utf8)
    #expect(
      ByteEdit.apply([edit(4..<5, "X"), edit(0..<2, "YYY")], to: bytes) == Array("YYYcdXf".utf8))
    #expect(ByteEdit.apply([edit(6..<6, "!")], to: bytes) == Array("abcdef!".utf8))
    #expect(ByteEdit.apply([], to: bytes) == nil)
  }

  @Test func overlappingEditsLeaveNothingOfEither() {
    let bytes = Array("abcdef".utf8)
    #expect(
      ByteEdit.apply([edit(2..<5, "X"), edit(1..<3, "Y"), edit(1..<2, "Z")], to: bytes)
        .map { String(decoding: $0, as: UTF8.self) }?.hasSuffix("f") == true)
    #expect(ByteEdit.apply([edit(2..<5, "X"), edit(1..<3, "Y")], to: bytes) == Array("aYf".utf8))
  }
}

import TestSupport
import Testing

@testable import Cassette

struct Base64StretchTests {
  private func letters(_ count: Int) -> String { String(repeating: "QUJD", count: count / 4) }

  private func stretch(_ line: String) -> String? {
    let bytes = Array(line.utf8)
    return Base64Stretch.longest(in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  @Test func findsLongBodiesInBase64() {
    let long = letters(8192) + "QQ=="
    let longer = letters(9000)
    #expect(stretch(#"{"content":{"text":"\#(long)","encoding":"base64"},"a":1}"#) == long)
    #expect(stretch(#"{"postData":{"text":"\#(long)","_encoding":"base64"}}"#) == long)
    #expect(
      stretch(
        #"{"text":"\#(long)","_encoding":"base64"},{"text":"\#(longer)","encoding":"base64"}"#)
        == longer)
    #expect(
      stretch(
        #"{"text":"\#(longer)","_encoding":"base64"},{"text":"\#(long)","encoding":"base64"}"#)
        == longer)
  }

  @Test(arguments: [
    #"{"text":"LETTERS"}"#,
    #"{"text":"LETTERS","encoding":"base65"}"#,
    #"{"text":"LETTERS","name":"base64"}"#,
    // Within a text quotes have backslashes.
    #"{"text":"LETTERS\",\"encoding\":\"base64\""}"#,
    #"{"text":"QUJD","encoding":"base64","comment":"LETTERS"}"#,
    #""base64""#, #"","encoding":"base64""#,
  ])
  func findsNothingElse(line: String) {
    let line = line.replacing("LETTERS", with: letters(8192)) + String(repeating: " ", count: 9000)
    #expect(stretch(line) == nil)
  }

  @Test func shortBodiesAreNone() {
    #expect(
      stretch(#"{"text":"\#(letters(8188))","encoding":"base64"}"# + letters(100)) == nil)
  }

  @Test func tellsWhatRepeatsFromWhatDoesNot() {
    var random = SplitMix64(name: "Base64StretchTests")
    func isRepetitive(_ bytes: [UInt8]) -> Bool {
      var text: [UInt8] = []
      bytes.withUnsafeBytes { Base64.append($0, to: &text) }
      return text.withUnsafeBytes { Base64Stretch.isRepetitive($0) }
    }
    for count in [6000, 20_000, 48_000] {
      let noise = random.bytes(count)
      #expect(!isRepetitive(noise), "seed \(random.seed)")
      #expect(isRepetitive([UInt8](repeating: 0, count: count)))
      // A tenth of it is empty, as in an image with a border.
      #expect(isRepetitive([UInt8](repeating: 255, count: count / 10) + noise))
      #expect(isRepetitive((0..<count).map { UInt8(truncatingIfNeeded: $0) }))
    }
    #expect(!isRepetitive([]))
  }
}

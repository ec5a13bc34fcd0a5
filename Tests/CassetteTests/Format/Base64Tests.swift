import Foundation
import Testing

@testable import Cassette

struct Base64Tests {
  @Test func agreesWithFoundation() {
    for count in 0..<100 {
      let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) })
      var text: [UInt8] = []
      data.withUnsafeBytes { Base64.append($0, to: &text) }
      #expect(Data(text) == data.base64EncodedData())
      #expect(Base64.decode(text) == Array(data))
    }
  }

  @Test(
    arguments: [
      ("iVBORw0KGgoA//4", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0xFF, 0xFE]),
      (" AA\r\n==\t", [0]),
    ] as [(String, [UInt8])])
  func readsWhatOthersWrite(text: String, bytes: [UInt8]) {
    #expect(Base64.decode(Array(text.utf8)) == bytes)
  }

  @Test(arguments: ["h!", "A", "AA=", "A===", "AAA=A", "AA==AA==", "====", "AB-_"])
  func refuses(text: String) {
    #expect(Base64.decode(Array(text.utf8)) == nil)
  }
}

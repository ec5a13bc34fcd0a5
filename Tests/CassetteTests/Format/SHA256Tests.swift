import Foundation
import Testing

@testable import Cassette

struct SHA256Tests {
  // The examples of FIPS 180-4, and of RFC 6234 §8.5.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "01234567", count: 80),
      "594847328451bdfa85056225462cc1d867d877fb388df0ce35f25ab5562bfbb5"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ])
  func hashesTheExamples(text: String, digest: String) {
    #expect(Array(text.utf8).withUnsafeBytes { SHA256.hexadecimal($0) } == digest)
  }

  @Test func hashesAllBytes() {
    #expect(
      (0...255).map { UInt8($0) }.withUnsafeBytes { SHA256.hexadecimal($0) }
        == "40aff2e9d2d8922e47afd4648e6967497158785fbd1da870e7110266bf944880")
  }

  @Test func hashesTheSameInAnyPieces() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for count in [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000] {
      let expected = bytes[..<count].withUnsafeBytes { bytes in
        var hash = PortableSHA256()
        hash.update(bytes)
        return hash.digest()
      }
      for step in [1, 3, 63, 64, 65] {
        var hash = PortableSHA256()
        for start in stride(from: 0, to: count, by: step) {
          bytes[start..<min(start + step, count)].withUnsafeBytes { hash.update($0) }
        }
        #expect(hash.digest() == expected)
      }
    }
  }
}

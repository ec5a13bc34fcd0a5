import Foundation
import Testing

@testable import Cassette

struct ContentCodingTests {
  private let ok = ImportFixtures.ok

  @Test func undoesSeveralInTheirOrder() {
    let once = TestFiles.gzip(ok)
    let twice = TestFiles.gzip(once)
    #expect(ContentCoding.decode(twice, codings: ["gzip, GZIP"], limit: 100) == .decoded(ok))
    #expect(ContentCoding.decode(twice, codings: ["gzip", "x-gzip"], limit: 100) == .decoded(ok))
    #expect(ContentCoding.decode(twice, codings: ["gzip"], limit: 100) == .decoded(once))
    #expect(ContentCoding.decode(once, codings: [], limit: 100) == .decoded(once))
  }

  @Test func readsAllMembersAndLargeContent() {
    let large = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let bytes = TestFiles.gzip(large)
    #expect(ContentCoding.decode(bytes, codings: ["gzip"], limit: 300_000) == .decoded(large))
    #expect(ContentCoding.decode(bytes, codings: ["gzip"], limit: 299_999) == .tooLarge)
    #expect(
      ContentCoding.decode(bytes + [0, 0, 7], codings: ["gzip"], limit: 300_000) == .decoded(large))
    let zeros = TestFiles.gzip([UInt8](repeating: 0, count: 65_000))
    #expect(
      ContentCoding.decode(zeros, codings: ["gzip"], limit: 65_000)
        == .decoded([UInt8](repeating: 0, count: 65_000)))
  }

  @Test func whatIsNotCodedIsSaidToBeSo() {
    #expect(ContentCoding.decode(ok, codings: ["gzip"], limit: 100) == .notCoded("gzip"))
    let cut = Array(TestFiles.gzip(ok).dropLast(5))
    #expect(ContentCoding.decode(cut, codings: ["gzip"], limit: 100) == .notCoded("gzip"))
    #expect(
      ContentCoding.decode([0xFF, 1], codings: ["deflate"], limit: 9) == .notCoded("deflate"))
    #expect(ContentCoding.decode([0xFF, 1], codings: ["zstd"], limit: 9) == .unknown("zstd"))
    #expect(ContentCoding.decode([], codings: ["zstd"], limit: 9) == .decoded([]))
  }
}

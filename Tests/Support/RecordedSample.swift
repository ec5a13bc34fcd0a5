package import Foundation

/// What the recordings of child processes hold, so that a test knows it without asking them.
package enum RecordedSample {
  /// The size of an ordinary body, in bytes.
  package static let byteCount = 3000

  /// The URL of the request of that number.
  package static func url(_ number: Int) -> String { "https://api.test/i?n=\(number)" }

  /// The answer to the request of that number: bytes that cannot be compressed.
  package static func body(_ number: Int, byteCount: Int = byteCount) -> Data {
    var generator = SplitMix64(seed: UInt64(truncatingIfNeeded: number))
    // Longer than deflate looks back.
    let piece = (0..<(min(byteCount, 40_000) + 7) / 8).map { _ in generator.next() }
      .withUnsafeBytes { Data($0) }
    var body = Data(capacity: byteCount)
    while body.count < byteCount { body.append(piece.prefix(byteCount - body.count)) }
    return body
  }
}

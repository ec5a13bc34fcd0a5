import Cassette
import Foundation

/// Bytes of a body, for messages.
enum BodyText {
  private static let bytesPerRow = 16
  private static let rowsAround = 4

  /// `at byte 17: expected 20 bytes, got 18 bytes`; nil where both are equal.
  static func difference(expected: Data, got: Data) -> String? {
    guard let offset = firstDifference(expected, got) else { return nil }
    let counts =
      expected.count == got.count
      ? "both have \(byteCount(got.count))"
      : "expected \(byteCount(expected.count)), got \(byteCount(got.count))"
    return "at byte \(offset): \(counts)"
  }

  /// The number of bytes, in words.
  static func byteCount(_ count: Int) -> String { count == 1 ? "1 byte" : "\(count) bytes" }

  /// The offset of the first byte that differs or is missing on one side.
  static func firstDifference(_ first: Data, _ second: Data) -> Int? {
    let common = zip(first, second).prefix { $0 == $1 }.count
    return common == first.count && common == second.count ? nil : common
  }

  /// The body as lines of a diff: JSON by its leaves, text by line, other bytes in hexadecimal.
  ///
  /// Of the last, only rows around the byte at the offset.
  static func lines(_ data: Data, around offset: Int) -> [DiffLine] {
    // What is not JSON is shown as text; why it is not is of no interest.
    guard let first = data.first else { return [] }
    if "{[".utf8.contains(first),
      let json = try? ParameterValue(json: data)
    {
      return json.lines(.json)
    }
    let bytes = Array(data)
    guard UTF8Validation.isValid(bytes) else {
      return rows(bytes, around: offset)
    }
    // A secret never spans lines, so that both have as many.
    let raw = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let shown = DisplayRedaction.bytes(bytes)
      .split(separator: 0x0A, omittingEmptySubsequences: false)
    return zip(raw, shown).map {
      DiffLine(identity: $0, shown: $1.isEmpty ? "" : VisibleText.bare($1))
    }
  }

  private static func rows(_ bytes: [UInt8], around offset: Int) -> [DiffLine] {
    let secrets = SecretScan.secrets(in: bytes).map(\.range)
    let middle = offset / bytesPerRow
    let last = (bytes.count - 1) / bytesPerRow
    guard max(0, middle - rowsAround) <= min(last, middle + rowsAround) else { return [] }
    return (max(0, middle - rowsAround)...min(last, middle + rowsAround)).map { row in
      let range = (row * bytesPerRow)..<min((row + 1) * bytesPerRow, bytes.count)
      let digits = range.map { index in
        if secrets.contains(where: { $0.contains(index) }) { return "**" }
        return (bytes[index] < 16 ? "0" : "") + String(bytes[index], radix: 16)
      }
      let place = String(range.lowerBound, radix: 16)
      let padding = String(repeating: "0", count: max(0, 8 - place.utf8.count))
      return DiffLine(
        identity: Array("\(row)/".utf8) + bytes[range],
        shown: "\(padding)\(place)  \(digits.joined(separator: " "))")
    }
  }
}

import Foundation
import Testing

@testable import Cassette

struct TimestampTests {
  private func text(_ milliseconds: Int) -> String {
    var json = JSONText()
    Timestamp.append(milliseconds: milliseconds, to: &json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"),
    (-1, "1969-12-31T23:59:59.999Z"),
    (951_782_400_000, "2000-02-29T00:00:00.000Z"),
    (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
    (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
    (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
    (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
  ])
  func writesAndReads(milliseconds: Int, expected: String) {
    #expect(text(milliseconds) == expected)
    #expect(Timestamp.milliseconds(parsing: Array(expected.utf8)) == milliseconds)
  }

  @Test(arguments: [
    ("2026-11-30T10:17:30.5+02:00", 1_796_026_650_500),
    ("2026-11-30T08:17:30.500999Z", 1_796_026_650_500),
    ("2026-11-30T01:47:30.5-0630", 1_796_026_650_500),
    ("2026-11-30 08:17:30,5", 1_796_026_650_500),
    ("2026-11-30t08:17z", 1_796_026_620_000),
    ("2026-11-30", 1_795_996_800_000),
    ("2026-11-30T10:17:30+02", 1_796_026_650_000),
  ])
  func readsWhatOthersWrite(text: String, milliseconds: Int) {
    #expect(Timestamp.milliseconds(parsing: Array(text.utf8)) == milliseconds)
  }

  @Test(arguments: [
    "", "2026", "2026-13-01", "2026-00-01", "2026-01-32", "26-01-01T00:00:00Z",
    "Wed, 21 Oct 2026 07:28:00 GMT", "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z",
    "2026-01-01T00:00:00.Z", "2026-01-01T00:00:00ZZ", "2026-01-01T00:00:00+2", "1796026650",
  ])
  func refuses(text: String) {
    #expect(Timestamp.milliseconds(parsing: Array(text.utf8)) == nil)
  }

  @Test func holdsOddDatesAndDurations() {
    let ends = [Double.infinity, -.infinity, .nan, 1e300, -1e300]
    #expect(
      ends.map { Timestamp.milliseconds(of: Date(timeIntervalSince1970: $0)) } == [
        253_402_300_799_999, 0, 0, 253_402_300_799_999, -62_167_219_200_000,
      ])
    #expect(Timestamp.milliseconds(of: .seconds(-1)) == 0)
    #expect(Timestamp.milliseconds(of: .microseconds(1499)) == 1)
    #expect(Timestamp.milliseconds(of: .microseconds(1500)) == 2)
    #expect(Timestamp.milliseconds(of: .seconds(Int64.max)) == 1_000_000_000_000_000)
  }
}

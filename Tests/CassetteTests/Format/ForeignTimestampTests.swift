import Testing

@testable import Cassette

struct ForeignTimestampTests {
  @Test(arguments: [
    ("2026-11-30T08:17:30.5Z", 1_796_026_650_500),
    ("2026-11-30 10:17:30.500000000 +02:00", 1_796_026_650_500),
    ("2026-11-30 08:17:30 UTC", 1_796_026_650_000),
    ("2026-11-30 03:17:30 -0500", 1_796_026_650_000),
    ("Mon, 30 Nov 2026 08:17:30 GMT", 1_796_026_650_000),
    ("Mon, 30 Nov 2026 10:17:30 +0200", 1_796_026_650_000),
    ("Mon, 30 Nov 2026 03:17:30 -0500", 1_796_026_650_000),
    ("Monday, 30-Nov-26 08:17:30 GMT", 1_796_026_650_000),
    ("Mon Nov 30 08:17:30 2026", 1_796_026_650_000),
    ("1796026650", 1_796_026_650_000),
    ("1796026650.5", 1_796_026_650_500),
    ("1796026650500", 1_796_026_650_500),
    ("1796026650500000", 1_796_026_650_500),
    ("1796026650500000000", 1_796_026_650_500),
    (" 2026-11-30t08:17:30,5z ", 1_796_026_650_500),
  ])
  func reads(text: String, milliseconds: Int) {
    #expect(Timestamp.milliseconds(parsingForeign: Array(text.utf8)) == milliseconds)
  }

  @Test(arguments: [
    "", "yesterday", "Mon, 30 Foo 2026 08:17:30 GMT", "30 Nov 2026", "1.2.3", "-5", "1e400",
    "99999999999999999999999", "Mon, 30 Nov 2026 99:17:30 GMT", "2026-13-01 08:00:00 UTC",
  ])
  func refuses(text: String) {
    #expect(Timestamp.milliseconds(parsingForeign: Array(text.utf8)) == nil)
  }
}

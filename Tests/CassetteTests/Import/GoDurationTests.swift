import Testing

@testable import Cassette

struct GoDurationTests {
  @Test(arguments: [
    ("0s", 0), ("12.4ms", 12_400_000), ("1h2m3.5s", 3_723_500_000_000), ("7µs", 7000),
    ("7us", 7000), ("9ns", 9), ("250", 250),
  ])
  func reads(text: String, nanoseconds: Int64) {
    #expect(GoDuration.parse(Array(text.utf8)) == .nanoseconds(nanoseconds))
  }

  @Test(arguments: ["", "-1s", "1x", "s", "1.2.3s", "1e9s", "1s2", "9999999999999h"])
  func refuses(text: String) {
    #expect(GoDuration.parse(Array(text.utf8)) == nil)
  }
}

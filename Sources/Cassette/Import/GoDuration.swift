/// A duration as Go's `time.Duration` prints it: `1h2m3.5s`, `12.4ms`, or a number of nanoseconds.
enum GoDuration {
  private static let units: [(name: String, nanoseconds: Double)] = [
    ("ns", 1), ("us", 1e3), ("µs", 1e3), ("μs", 1e3), ("ms", 1e6), ("s", 1e9), ("m", 60e9),
    ("h", 3600e9),
  ]

  /// The duration; nil where the text is none, or is below zero.
  static func parse(_ text: [UInt8]) -> Duration? {
    var total = 0.0
    var rest = text[...]
    while !rest.isEmpty {
      let digits = rest.prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
      guard let number = Double(String(decoding: digits, as: UTF8.self)) else { return nil }
      rest = rest.dropFirst(digits.count)
      let name = rest.prefix { !(0x30...0x39).contains($0) }
      rest = rest.dropFirst(name.count)
      // In the first releases the number stood alone.
      guard !name.isEmpty || digits.count == text.count else { return nil }
      guard
        let unit = name.isEmpty
          ? units[0] : units.first(where: { $0.name.utf8.elementsEqual(name) })
      else { return nil }
      total += number * unit.nanoseconds
    }
    guard !text.isEmpty, total < 1e18 else { return nil }
    return .nanoseconds(Int64(total.rounded()))
  }
}

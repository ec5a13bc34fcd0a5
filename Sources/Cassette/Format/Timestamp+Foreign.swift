/// Points in time as other programs write them.
extension Timestamp {
  /// The milliseconds since 1970 of a text in any of the forms in use; nil where it has none of them.
  ///
  /// Those are ISO 8601 as `milliseconds(parsing:)` takes it, also with white space before the zone or
  /// `UTC` for it, as Ruby writes; HTTP's three forms (RFC 9110 §5.6.7), also with a zone in digits;
  /// and numbers since 1970: of seconds, or, by their size, of milli-, micro- or nanoseconds.
  static func milliseconds(parsingForeign text: [UInt8]) -> Int? {
    let text = Array(text[...].trimmingWhiteSpace())
    return milliseconds(parsing: text) ?? milliseconds(parsingSpaced: text)
      ?? milliseconds(parsingHTTP: text) ?? milliseconds(parsingNumber: text)
  }

  private static func milliseconds(parsingSpaced text: [UInt8]) -> Int? {
    guard text.count > 11 else { return nil }
    var rest = Array(text[11...].filter { $0 != 0x20 })
    for zone in ["UTC", "GMT"] where rest.suffix(3).elementsEqual(zone.utf8) {
      rest = rest.dropLast(3) + [UInt8(ascii: "Z")]
    }
    return milliseconds(parsing: text[..<11] + rest)
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// `Tue, 05 Mar 2024 04:58:44 GMT`, `Tuesday, 05-Mar-24 04:58:44 GMT`, `Tue Mar  5 04:58:44 2024`.
  private static func milliseconds(parsingHTTP text: [UInt8]) -> Int? {
    var (day, month, year): (Int?, Int?, Int?) = (nil, nil, nil)
    var time: ArraySlice<UInt8> = []
    var zone = Array("Z".utf8)[...]
    let words = text.split { $0 == 0x20 || $0 == UInt8(ascii: ",") }.flatMap { word in
      // A zone's sign is no hyphen between words.
      word.first == UInt8(ascii: "-") ? [word] : word.split(separator: UInt8(ascii: "-"))
    }
    for word in words {
      let number = Int(String(decoding: word, as: UTF8.self))
      if word.contains(UInt8(ascii: ":")), time.isEmpty {
        time = word
      } else if word.first == UInt8(ascii: "+") || word.first == UInt8(ascii: "-") {
        zone = word
      } else if let number, day == nil, word.count <= 2 {
        day = number
      } else if let number, year == nil, word.count == 4 {
        year = number
      } else if let number, year == nil, word.count == 2 {
        // As RFC 9110 §5.6.7 has it, but for a clock of its own: no recording is of before 1970.
        year = number + (number < 70 ? 2000 : 1900)
      } else if let found = months.firstIndex(where: {
        word.prefix(3).map(\.asciiLowercased).elementsEqual($0.utf8)
      }) {
        month = found + 1
      } else if number != nil {
        return nil
      }
    }
    guard let day, let month, let year, !time.isEmpty else { return nil }
    var iso = JSONText()
    iso.digits(year, count: 4)
    iso.raw("-")
    iso.digits(month, count: 2)
    iso.raw("-")
    iso.digits(day, count: 2)
    iso.raw("T")
    return milliseconds(parsing: iso.bytes + time + zone)
  }

  private static func milliseconds(parsingNumber text: [UInt8]) -> Int? {
    guard !text.isEmpty, text.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
      let number = Double(String(decoding: text, as: UTF8.self)), number < 1e20
    else { return nil }
    // The year 5138 in seconds is 1973 in milliseconds, before which nobody recorded.
    let scale =
      switch number {
      case ..<1e11: 1000.0
      case ..<1e14: 1.0
      case ..<1e17: 1e-3
      default: 1e-6
      }
    return Int((number * scale).rounded())
  }
}

package import Foundation

/// Points in time as HAR writes them: ISO 8601, here always in UTC with milliseconds.
///
/// Done by hand, for formatters depend on locale and calendar, and their output has varied.
package enum Timestamp {
  /// The years that four digits can say, in milliseconds since 1970.
  private static let range = -62_167_219_200_000...253_402_300_799_999

  /// The milliseconds since 1970, rounded to the nearest; held within the years 0 to 9999.
  static func milliseconds(of date: Date) -> Int {
    let value = (date.timeIntervalSince1970 * 1000).rounded()
    guard value.isFinite else { return value > 0 ? range.upperBound : 0 }
    return Int(min(max(value, Double(range.lowerBound)), Double(range.upperBound)))
  }

  /// The date of those milliseconds since 1970.
  static func date(milliseconds: Int) -> Date {
    Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  /// The milliseconds of a duration, rounded to the nearest; 0 for one below zero.
  package static func milliseconds(of duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let fraction = Int((attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000)
    return Int(min(seconds, 1_000_000_000_000)) * 1000 + fraction
  }

  /// The text of a date, such as `2026-11-30T08:17:30.042Z`.
  package static func text(of date: Date) -> String {
    var json = JSONText()
    append(milliseconds: milliseconds(of: date), to: &json)
    return String(decoding: json.bytes, as: UTF8.self)
  }

  /// Adds a point in time, such as `2026-11-30T08:17:30.042Z`, without quotes.
  static func append(milliseconds: Int, to json: inout JSONText) {
    let (days, rest) = flooredDivision(milliseconds, 86_400_000)
    let (year, month, day) = civil(days: days)
    json.digits(year, count: 4)
    json.raw("-")
    json.digits(month, count: 2)
    json.raw("-")
    json.digits(day, count: 2)
    json.raw("T")
    json.digits(rest / 3_600_000, count: 2)
    json.raw(":")
    json.digits(rest / 60_000 % 60, count: 2)
    json.raw(":")
    json.digits(rest / 1000 % 60, count: 2)
    json.raw(".")
    json.digits(rest % 1000, count: 3)
    json.raw("Z")
  }

  /// The milliseconds since 1970 that an ISO 8601 text names; nil where it is none.
  ///
  /// Any number of digits of a second, `+02:00`, `+0200`, `+02` or `Z`, and no zone for UTC.
  static func milliseconds(parsing text: [UInt8]) -> Int? {
    var reader = DigitReader(bytes: text[...])
    guard let year = reader.number(digits: 4), reader.skip("-"),
      let month = reader.number(digits: 2), (1...12).contains(month), reader.skip("-"),
      let day = reader.number(digits: 2), (1...31).contains(day)
    else { return nil }
    var result = days(year: year, month: month, day: day) * 86_400_000
    guard !reader.bytes.isEmpty else { return result }
    guard reader.skip("T") || reader.skip("t") || reader.skip(" "),
      let hour = reader.number(digits: 2), hour < 24, reader.skip(":"),
      let minute = reader.number(digits: 2), minute < 60
    else { return nil }
    result += (hour * 60 + minute) * 60_000
    if reader.skip(":") {
      guard let second = reader.number(digits: 2), second <= 60 else { return nil }
      result += second * 1000
      if reader.skip(".") || reader.skip(",") {
        guard let fraction = reader.thousandths() else { return nil }
        result += fraction
      }
    }
    if reader.bytes.isEmpty || reader.skip("Z") || reader.skip("z") {
      return reader.bytes.isEmpty ? result : nil
    }
    let isWest = reader.skip("-")
    guard isWest || reader.skip("+"), let hours = reader.number(digits: 2) else { return nil }
    _ = reader.skip(":")
    let minutes = reader.bytes.isEmpty ? 0 : reader.number(digits: 2)
    guard let minutes, reader.bytes.isEmpty else { return nil }
    return result + (isWest ? 1 : -1) * (hours * 60 + minutes) * 60_000
  }

  /// The size of the text of a point in time as it is written, in bytes.
  static let byteCount = 24

  /// The milliseconds since 1970 that a text in just the form that is written names; nil for another.
  static func milliseconds(ofOwnForm text: UnsafeRawBufferPointer) -> Int? {
    guard text.count == byteCount, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
      text[19] == UInt8(ascii: "."), text[23] == UInt8(ascii: "Z")
    else { return nil }
    var isValid = true
    func number(_ range: Range<Int>) -> Int {
      var result = 0
      for index in range {
        let digit = text[index] &- UInt8(ascii: "0")
        if digit > 9 { isValid = false }
        result = result * 10 + Int(digit)
      }
      return result
    }
    let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
    let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
    let thousandths = number(20..<23)
    guard isValid, (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60,
      second <= 60
    else { return nil }
    let minutes = (days(year: year, month: month, day: day) * 24 + hour) * 60 + minute
    return minutes * 60_000 + second * 1000 + thousandths
  }

  private struct DigitReader {
    var bytes: ArraySlice<UInt8>

    mutating func skip(_ letter: Unicode.Scalar) -> Bool {
      guard bytes.first == UInt8(ascii: letter) else { return false }
      bytes.removeFirst()
      return true
    }

    mutating func digit() -> Int? {
      guard let byte = bytes.first, (0x30...0x39).contains(byte) else { return nil }
      bytes.removeFirst()
      return Int(byte - 0x30)
    }

    mutating func number(digits: Int) -> Int? {
      var result = 0
      for _ in 0..<digits {
        guard let digit = digit() else { return nil }
        result = result * 10 + digit
      }
      return result
    }

    mutating func thousandths() -> Int? {
      guard var result = digit() else { return nil }
      var scale = 1
      while let digit = digit() {
        guard scale < 3 else { continue }
        result = result * 10 + digit
        scale += 1
      }
      for _ in scale..<3 { result *= 10 }
      return result
    }
  }

  private static func flooredDivision(_ value: Int, _ divisor: Int) -> (Int, Int) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  // Years begin in March here, so that the leap day is the last of its year. An era is 400 years.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let (era, yearOfEra) = flooredDivision(shifted, 400)
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
    let (era, dayOfEra) = flooredDivision(days + 719_468, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (
      era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1
    )
  }
}

/// A JSON number as an exact decimal: equal when the values are, whatever the spelling.
///
/// Neither the exponent is expanded nor is a binary number made, so `1e400`, `0.1` and numbers of a
/// thousand digits compare exactly, in time linear in their text.
package struct JSONNumber: Hashable, Sendable {
  /// Whether the number is below zero. Minus zero is zero.
  package let isNegative: Bool
  /// The digits from the first that is not 0 to the last that is not 0; empty for zero.
  package let digits: [UInt8]
  /// The power of ten of the last digit; nil where it does not fit in an Int.
  package let exponent: Int?
  /// The exponent's text where it does not fit in an Int, else empty.
  private let hugeExponent: [UInt8]
  /// How it is spelled, where that is to count; else empty.
  let spelling: [UInt8]

  /// The number that a JSON text spells.
  ///
  /// - Parameters:
  ///   - text: A number by RFC 8259 §6, as the parser has accepted it.
  ///   - isSpellingKept: Whether it is only to equal numbers that are spelled the same.
  package init(_ text: ArraySlice<UInt8>, isSpellingKept: Bool = false) {
    spelling = isSpellingKept ? Array(text) : []
    var mantissa: [UInt8] = []
    var fractionDigits = 0
    var exponentText: ArraySlice<UInt8> = []
    var inFraction = false
    for index in text.indices {
      let byte = text[index]
      if byte == UInt8(ascii: ".") {
        inFraction = true
      } else if byte | 0x20 == UInt8(ascii: "e") {
        exponentText = text[(index + 1)...]
        break
      } else if byte != UInt8(ascii: "-") {
        mantissa.append(byte)
        if inFraction { fractionDigits += 1 }
      }
    }
    let zero = UInt8(ascii: "0")
    let end = mantissa.lastIndex { $0 != zero }.map { $0 + 1 } ?? 0
    let start = mantissa.firstIndex { $0 != zero } ?? end
    guard start < end else {
      (isNegative, digits, exponent, hugeExponent) = (false, [], 0, [])
      return
    }
    isNegative = text.first == UInt8(ascii: "-")
    digits = Array(mantissa[start..<end])
    let shift = mantissa.count - end - fractionDigits
    let written = exponentText.isEmpty ? 0 : Int(String(decoding: exponentText, as: UTF8.self))
    if let sum = written.map({ $0.addingReportingOverflow(shift) }), !sum.overflow {
      (exponent, hugeExponent) = (sum.partialValue, [])
    } else {
      (exponent, hugeExponent) = (nil, Array(exponentText))
    }
  }

  /// The value where it is an integer that fits in an Int.
  package var integer: Int? {
    guard let exponent, exponent >= 0, exponent <= 19 - digits.count else { return nil }
    let text = digits + [UInt8](repeating: UInt8(ascii: "0"), count: exponent)
    return text.isEmpty ? 0 : Int((isNegative ? "-" : "") + String(decoding: text, as: UTF8.self))
  }

  /// The nearest value that Double has; infinite or not a number where there is none.
  package var double: Double {
    guard let exponent else { return .nan }
    guard !digits.isEmpty else { return 0 }
    let text = String(decoding: digits, as: UTF8.self)
    return Double("\(isNegative ? "-" : "")\(text)e\(exponent)") ?? .nan
  }
}

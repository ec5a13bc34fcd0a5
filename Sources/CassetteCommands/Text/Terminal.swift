/// Text from a cassette as a terminal may be given it: nothing in it that the terminal acts upon.
enum Terminal {
  /// The text on one line.
  static func line(_ text: String) -> String { safe(text, keeping: [" "]) }

  /// The text with its line breaks and tabs.
  static func lines(_ text: String) -> String { safe(text, keeping: [" ", "\n", "\t"]) }

  /// The text on one line, in quotes.
  static func quoted(_ text: String) -> String { "\"" + line(text) + "\"" }

  private static func safe(_ text: String, keeping kept: Set<Unicode.Scalar>) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if kept.contains(scalar) || !isActive(scalar) {
        result.append(scalar)
        continue
      }
      let escaped =
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{" + String(scalar.value, radix: 16) + "}"
        }
      result.append(contentsOf: escaped.unicodeScalars)
    }
    return String(result)
  }

  /// Whether a scalar moves, colours, reorders or hides text.
  private static func isActive(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
    default: false
    }
  }

  /// The text with spaces after it, to a width in scalars.
  static func padded(_ text: String, to width: Int) -> String {
    text + spaces(width - text.unicodeScalars.count)
  }

  /// The text with spaces before it, to a width in scalars.
  static func indented(_ text: String, to width: Int) -> String {
    spaces(width - text.unicodeScalars.count) + text
  }

  private static func spaces(_ count: Int) -> String {
    String(repeating: " ", count: max(count, 0))
  }

  /// A number and what it counts.
  static func count(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }

  /// Numbers in ascending order, runs of them as `3-7`.
  static func ranges(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ", ")
  }
}

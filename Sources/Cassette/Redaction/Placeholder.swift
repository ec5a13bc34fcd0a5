/// The text that stands where a secret stood.
///
/// `[redacted:NAME:N]` in a saved cassette; `[redacted:NAME:RUN-N]` while a recording runs, RUN being
/// 16 hexadecimal digits that no recorded text holds by chance; `[redacted:NAME]` in messages. In the
/// user-info of a URL, where brackets and colons have a meaning (RFC 3986 §3.2.1), the same
/// percent-encoded.
struct Placeholder: Hashable, Sendable {
  /// Lower-case letters, digits and `_`.
  var name: String
  /// The recording run's 16 hexadecimal digits; nil once the placeholder is final.
  var run: String?
  /// Which secret; nil in messages.
  var number: Int?

  var text: String {
    guard let number else { return "[redacted:\(name)]" }
    return "[redacted:\(name):\(run.map { $0 + "-" } ?? "")\(number)]"
  }

  var encodedText: String {
    Self.encode(text)
  }

  private static func encode(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "[": result += "%5B"
      case "]": result += "%5D"
      case ":": result += "%3A"
      default: result.append(character)
      }
    }
  }

  /// A placeholder met in a text.
  struct Occurrence {
    let placeholder: Placeholder
    let range: Range<Int>
    let isEncoded: Bool

    /// The text of another placeholder in this one's spelling.
    func spelled(_ other: Placeholder) -> String { isEncoded ? other.encodedText : other.text }
  }

  private static let openings = ["[redacted:", "%5Bredacted%3A"].map { Array($0.utf8) }
  private static let colons = [":", "%3A"].map { Array($0.utf8) }
  private static let closings = ["]", "%5D"].map { Array($0.utf8) }

  /// All texts of a placeholder's form, in order.
  ///
  /// - Complexity: O(*n*).
  static func occurrences(in bytes: [UInt8]) -> [Occurrence] {
    var found: [Occurrence] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "%"),
        let occurrence = occurrence(in: bytes, at: index)
      {
        found.append(occurrence)
        index = occurrence.range.upperBound
      } else {
        index += 1
      }
    }
    return found
  }

  /// The placeholder that a whole text is; nil for any other text.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let occurrence = Self.occurrence(in: bytes, at: 0), occurrence.range == 0..<bytes.count
    else { return nil }
    self = occurrence.placeholder
  }

  init(name: String, run: String?, number: Int?) {
    self.name = name
    self.run = run
    self.number = number
  }

  private static func occurrence(in bytes: [UInt8], at start: Int) -> Occurrence? {
    let form = bytes[start] == UInt8(ascii: "[") ? 0 : 1
    func takes(_ wanted: [UInt8], _ index: inout Int) -> Bool {
      guard bytes[index...].starts(with: wanted) else { return false }
      index += wanted.count
      return true
    }
    func word(_ index: inout Int, _ accepts: (UInt8) -> Bool) -> String? {
      let first = index
      while index < bytes.count, index - first < 64, accepts(bytes[index]) { index += 1 }
      return index > first ? String(decoding: bytes[first..<index], as: UTF8.self) : nil
    }
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    var index = start
    guard takes(openings[form], &index),
      let name = word(
        &index, { isDigit($0) || (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "_") })
    else { return nil }
    if takes(closings[form], &index) {
      return Occurrence(
        placeholder: Placeholder(name: name, run: nil, number: nil), range: start..<index,
        isEncoded: form == 1)
    }
    guard takes(colons[form], &index),
      let first = word(&index, { isDigit($0) || (0x61...0x66).contains($0) })
    else { return nil }
    var run: String?
    var digits = first
    if index < bytes.count, bytes[index] == UInt8(ascii: "-"), first.utf8.count == 16 {
      index += 1
      guard let second = word(&index, isDigit) else { return nil }
      (run, digits) = (first, second)
    }
    guard let number = Int(digits), takes(closings[form], &index) else { return nil }
    return Occurrence(
      placeholder: Placeholder(name: name, run: run, number: number), range: start..<index,
      isEncoded: form == 1)
  }
}

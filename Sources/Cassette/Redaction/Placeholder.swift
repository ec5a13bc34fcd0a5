/// The text that stands where a secret stood.
///
/// `[redacted:NAME:N]` in a saved cassette; `[redacted:NAME:RUN-N]` while a recording runs, RUN being
/// 16 hexadecimal digits that no recorded text holds by chance; `[redacted:NAME]` in messages. In the
/// user-info of a URL, where brackets and colons have a meaning (RFC 3986 §3.2.1), the same
/// percent-encoded. In the place of a JSON Web Token, a token whose signature is the placeholder.
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

  /// How a placeholder is written.
  enum Form: Hashable {
    case plain
    /// Percent-encoded.
    case encoded
    /// As the signature of a token whose header and payload, with their full stops, are these.
    case token(String)
  }

  func text(_ form: Form) -> String {
    switch form {
    case .plain: text
    case .encoded:
      text.replacing("[", with: "%5B").replacing("]", with: "%5D").replacing(":", with: "%3A")
    case .token(let prefix): prefix + Base64Text.encodeURL(Array(text.utf8))
    }
  }

  /// A placeholder met in a text.
  struct Occurrence {
    let placeholder: Placeholder
    let range: Range<Int>
    let form: Form

    /// The text of another placeholder in this one's form.
    func spelled(_ other: Placeholder) -> String { other.text(form) }

    /// The same at another offset.
    func moved(by offset: Int) -> Occurrence {
      Occurrence(
        placeholder: placeholder,
        range: (range.lowerBound + offset)..<(range.upperBound + offset), form: form)
    }
  }

  private static let openings = ["[redacted:", "%5Bredacted%3A"].map { Array($0.utf8) }
  private static let colons = [":", "%3A"].map { Array($0.utf8) }
  private static let closings = ["]", "%5D"].map { Array($0.utf8) }

  /// Whether a text may hold a placeholder: most do not, and to see that costs far less than to look at
  /// each byte.
  static func mayOccur(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let bytes = UnsafeRawBufferPointer(bytes)
    return starts.contains { bytes.firstOffset(of: $0, from: 0) != nil }
  }

  private static let starts = openings + [tokenOpening]

  /// All texts of a placeholder's form, in order.
  ///
  /// - Complexity: O(*n*).
  static func occurrences(in bytes: [UInt8]) -> [Occurrence] {
    var occurrences: [Occurrence] = []
    var index = 0
    while index < bytes.count {
      let found: Occurrence? =
        switch bytes[index] {
        case UInt8(ascii: "["), UInt8(ascii: "%"): occurrence(in: bytes, at: index)
        case UInt8(ascii: "."):
          tokenOccurrence(
            in: bytes, at: index, after: occurrences.last?.range.upperBound ?? 0)
        default: nil
        }
      if let found { occurrences.append(found) }
      index = found?.range.upperBound ?? index + 1
    }
    return occurrences
  }

  init(name: String, run: String?, number: Int?) {
    self.name = name
    self.run = run
    self.number = number
  }

  /// The placeholder that begins at an offset, unless it is a token's.
  static func occurrence(in bytes: [UInt8], at start: Int) -> Occurrence? {
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
        form: form == 1 ? .encoded : .plain)
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
      form: form == 1 ? .encoded : .plain)
  }

  private static let tokenOpening = Array(
    Base64Text.encodeURL(Array("[redacted:".utf8)).utf8.prefix(13))

  /// The token whose signature begins after the full stop at an offset and is a placeholder; no part of
  /// it comes before a limit.
  private static func tokenOccurrence(
    in bytes: [UInt8], at stop: Int, after limit: Int
  ) -> Occurrence? {
    guard bytes[(stop + 1)...].starts(with: tokenOpening) else { return nil }
    func isPart(_ byte: UInt8) -> Bool {
      Base64Text.values[Int(byte)] < 64 && byte != UInt8(ascii: "+") && byte != UInt8(ascii: "/")
    }
    let end = bytes[(stop + 1)...].firstIndex { !isPart($0) } ?? bytes.endIndex
    guard let text = Base64Text.decode(Array(bytes[(stop + 1)..<end])), !text.isEmpty,
      let inner = occurrence(in: text, at: 0), inner.range == 0..<text.count,
      inner.form == .plain
    else { return nil }
    var start = stop
    while start > limit, isPart(bytes[start - 1]) { start -= 1 }
    guard start > limit, bytes[start - 1] == UInt8(ascii: ".") else { return nil }
    start -= 1
    while start > limit, isPart(bytes[start - 1]) { start -= 1 }
    let prefix = String(decoding: bytes[start...stop], as: UTF8.self)
    return Occurrence(
      placeholder: inner.placeholder, range: start..<end, form: .token(prefix))
  }
}

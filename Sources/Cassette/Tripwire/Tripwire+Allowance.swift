extension Tripwire {
  /// What is no secret, whatever it looks like: a rule's findings at a place.
  public struct Allowance: Hashable, Sendable, CustomStringConvertible {
    /// The rule's id; `*` stands for any run of bytes.
    public var rule: String
    /// The place as findings and `_redacted` name it, such as `response.body.json/items/0/key`; `*`
    /// stands for any run of bytes.
    public var place: String

    /// An allowance for those places.
    public init(rule: String, place: String) {
      self.rule = rule
      self.place = place
    }

    /// The allowance that `RULE@PLACE` spells; nil where the text has no rule, no `@` or no place.
    public init?(_ text: String) {
      let bytes = Array(text.utf8)
      guard let mark = bytes.firstIndex(of: UInt8(ascii: "@")), mark > 0, mark + 1 < bytes.count
      else { return nil }
      rule = String(decoding: bytes[..<mark], as: UTF8.self)
      place = String(decoding: bytes[(mark + 1)...], as: UTF8.self)
    }

    /// `RULE@PLACE`.
    public var description: String { "\(rule)@\(place)" }

    /// Whether it speaks of that finding.
    package func covers(_ finding: Finding) -> Bool {
      Self.fits(Array(finding.rule.utf8), Array(rule.utf8))
        && Self.fits(Array(finding.place.utf8), Array(place.utf8))
    }

    /// Whether a text fits a pattern in which each `*` is any run of bytes.
    private static func fits(_ text: [UInt8], _ pattern: [UInt8]) -> Bool {
      var (index, next) = (0, 0)
      var star: (pattern: Int, text: Int)?
      while index < text.count {
        if next < pattern.count, pattern[next] == UInt8(ascii: "*") {
          star = (next, index)
          next += 1
        } else if next < pattern.count, pattern[next] == text[index] {
          index += 1
          next += 1
        } else if let last = star {
          star = (last.pattern, last.text + 1)
          (index, next) = (last.text + 1, last.pattern + 1)
        } else {
          return false
        }
      }
      return pattern[next...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
  }
}

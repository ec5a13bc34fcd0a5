extension Tripwire {
  /// One rule: a shape that tokens have, or names under which random values are suspicious.
  public struct Rule: Hashable, Sendable, Identifiable {
    /// What a rule looks for.
    enum Pattern: Hashable, Sendable {
      case tokens([TokenShape])
      /// A JSON Web Token, signed (RFC 7519) or encrypted.
      case webToken
      /// A private key in PEM (RFC 7468 §10) or of OpenSSH or PGP.
      case privateKey
      /// `NUMBER:` and 35 characters.
      case botToken
      case randomValues(SuspiciousNames)
    }

    /// What the rule is called in findings, in allowances and when it is removed.
    public let id: String
    let pattern: Pattern

    init(id: String, pattern: Pattern) {
      self.id = id
      self.pattern = pattern
    }

    /// Whether what it finds is replaced, with a warning; else it keeps the recording from being saved.
    public var isReplacing: Bool {
      if case .randomValues = pattern { false } else { true }
    }

    /// Tokens that begin with a prefix: they are replaced, and warned of.
    ///
    /// - Parameters:
    ///   - id: What the rule is called; placeholders are named after it.
    ///   - prefixes: What tokens begin with, of two bytes and more. No letter or digit stands before it.
    ///   - characters: What may stand after the prefix besides letters and digits.
    ///   - counts: How many bytes may follow the prefix.
    /// - Returns: The rule.
    public static func tokens(
      id: String, prefixes: [String], characters: String = "_-", counts: ClosedRange<Int>
    ) -> Rule {
      Rule(
        id: id,
        pattern: .tokens(
          prefixes.map { TokenShape($0, characters: characters, counts: counts) }))
    }

    /// Long random values under names that sound secret: they keep a recording from being saved.
    ///
    /// A name is suspicious when one of its words, as `_`, `-`, `.` and capitals part them, is one of
    /// these, or its last word ends in one of five bytes and more; and none of its words is an exception.
    ///
    /// - Parameters:
    ///   - id: What the rule is called.
    ///   - words: The words, in any case; a plural means the same.
    ///   - exceptions: Words that make a name harmless, such as `page` in `page_token`.
    /// - Returns: The rule.
    public static func randomValues(
      id: String, words: [String], exceptions: [String] = []
    ) -> Rule {
      Rule(
        id: id, pattern: .randomValues(SuspiciousNames(words: words, exceptions: exceptions)))
    }

    /// The name that placeholders carry.
    var label: String { SecretNames.label(id) }
  }
}

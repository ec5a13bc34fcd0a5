/// Looks at what is about to be written for secrets that no name gave away.
///
/// Redaction knows secrets by the names under which they stand. The tripwire knows them by their looks:
///
/// - Tokens of a known shape, such as `ghp_…`, are replaced as if a name had told, and a warning says
///   where one stood. So are the values of `secretVariables`.
/// - Long random values under names that sound secret, such as `shop_token_v2`, are nobody's guess: the
///   recording is not saved, and its journal stays. `cassette recover` then saves it, with
///   `--allow RULE@PLACE` for a value that is none, and `--redact RULE@PLACE` for one that is.
///
/// Until then such a value stands in the journal as it was recorded; only the file's owner may read that.
///
/// ```swift
/// let tripwire = Tripwire.default
///   .adding(.tokens(id: "shop", prefixes: ["shop_"], counts: 24...64))
///   .allowing(.init(rule: "random-value", place: "response.body.json/items/*/edit_key"))
/// ```
public struct Tripwire: Hashable, Sendable {
  /// All rules.
  public private(set) var rules: [Rule]
  /// What is no secret, whatever it looks like.
  public var allowances: [Allowance]
  /// Names of environment variables whose values are secrets, wherever and in whatever encoding they
  /// stand. Values of fewer than eight bytes and plain numbers cannot be looked for.
  public var secretVariables: [String]

  /// Just those rules, without the built-in ones.
  public init(
    _ rules: [Rule], allowances: [Allowance] = [], secretVariables: [String] = []
  ) {
    self.rules = rules
    self.allowances = allowances
    self.secretVariables = secretVariables
  }

  /// No rules: what no name gives away goes into the cassette as it is.
  public static let unsafelyOff = Tripwire([])

  /// These rules and one more; a rule of the same id is replaced in its place.
  public func adding(_ rule: Rule) -> Tripwire {
    var result = self
    result.rules = rules.adding(rule)
    return result
  }

  /// These rules without the one of that id; the same rules where there is none.
  public func removing(id: String) -> Tripwire {
    var result = self
    result.rules = rules.removing(id: id)
    return result
  }

  /// The same, with something allowed.
  public func allowing(_ allowances: Allowance...) -> Tripwire {
    var result = self
    result.allowances += allowances
    return result
  }

  /// The same, with the values of those environment variables taken out.
  public func redactingVariables(_ names: String...) -> Tripwire {
    var result = self
    result.secretVariables += names
    return result
  }
}

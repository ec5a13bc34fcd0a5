/// Which values are secrets, by the names under which they stand.
///
/// Names are compared whole: ASCII case, `-` and `_` do not count, so `access_token` also means
/// `accessToken` and `Access-Token`, and `token` never means `next_page_token`. A value found by its
/// name is replaced there, and then wherever else in the cassette it stands.
///
/// A name of one's own is added by a rule, and a rule is removed by its id:
///
/// ```swift
/// let rules = RedactionRules.default
///   .adding(.init(id: "mine", names: ["X-Shop-Key", "guest_pass"]))
///   .removing(id: "last-words")
/// ```
public struct RedactionRules: Hashable, Sendable {
  /// The kinds of places in which a rule's names are looked for.
  public struct Places: OptionSet, Hashable, Sendable {
    /// The bits of the kinds.
    public let rawValue: UInt8

    /// The kinds of those bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Header fields of requests and responses; a name also means itself after `X-`.
    public static let headerFields = Places(rawValue: 1)
    /// Items of the query or fragment of any URL, those in header fields and texts included.
    public static let queryItems = Places(rawValue: 2)
    /// Members of JSON objects at any depth.
    public static let jsonFields = Places(rawValue: 4)
    /// Fields of form bodies, URL-encoded and multipart.
    public static let formFields = Places(rawValue: 8)
    /// The user and password before the host of any URL; needs no names.
    public static let userInfo = Places(rawValue: 16)
    /// Members of JSON objects, at any depth, as far as they are strings and lists of strings: for
    /// names that numbers and objects go by which are no secrets.
    public static let jsonStrings = Places(rawValue: 32)
    /// Members of JSON objects whose values are objects: the strings directly in these.
    public static let jsonDictionaries = Places(rawValue: 64)
    /// Header fields, query items, JSON fields and form fields.
    public static let fields: Places = [.headerFields, .queryItems, .jsonFields, .formFields]
  }

  /// One rule: names, and where they mean a secret.
  public struct Rule: Hashable, Sendable, Identifiable {
    /// What the rule is called when it is listed or removed, such as `oauth`.
    public var id: String
    /// The names, in any spelling; the first to fit gives the placeholder its name.
    public var names: [String]
    /// Words that make any header field's name a secret's which ends in one of them.
    public var lastWords: [String]
    /// The last words of header fields' names that mean no secret all the same, such as `Page-Token`.
    public var exceptions: [String]
    /// Where the names are looked for.
    public var places: Places
    /// Names of which one must stand in the same query or form; empty for no such condition.
    public var companions: [String]
    /// The hosts to which requests must go; nil for all. `*.example.com` means every subdomain. A scheme,
    /// port or path that is written with a host is passed over.
    public var hosts: [String]?

    /// A rule for those names.
    ///
    /// - Parameters:
    ///   - id: What it is called.
    ///   - names: The names, in any spelling.
    ///   - places: Where they are looked for.
    ///   - companions: Names of which one must stand in the same query or form; empty for none.
    ///   - hosts: The hosts to which requests must go; nil for all.
    public init(
      id: String, names: [String], places: Places = .fields, companions: [String] = [],
      hosts: [String]? = nil
    ) {
      self.id = id
      self.names = names
      lastWords = []
      exceptions = []
      self.places = places
      self.companions = companions
      self.hosts = hosts
    }

    /// A rule for header fields whose names have several words and end in one of these.
    ///
    /// Services call their keys after themselves, as in `X-Shop-Key`; so `key` means them all.
    ///
    /// - Parameters:
    ///   - id: What it is called.
    ///   - lastWords: The words, in any case.
    ///   - exceptions: Names, or last words of names with `-` between them, that mean no secret.
    ///   - hosts: The hosts to which requests must go; nil for all.
    public init(
      id: String, lastWords: [String], exceptions: [String] = [], hosts: [String]? = nil
    ) {
      self.init(id: id, names: [], places: .headerFields, hosts: hosts)
      self.lastWords = lastWords
      self.exceptions = exceptions
    }

    /// The same rule, for requests to those hosts only.
    public func restricted(toHosts hosts: [String]) -> Rule {
      var rule = self
      rule.hosts = hosts
      return rule
    }
  }

  /// All rules; where names meet, the earlier one names the placeholder.
  public private(set) var rules: [Rule]

  /// Just those rules, without the built-in ones.
  public init(_ rules: [Rule]) {
    self.rules = rules
  }

  /// No rules: every secret of the recorded traffic goes into the cassette as it is.
  ///
  /// For traffic that is known to hold none. Anybody who reads the cassette reads them.
  public static let unsafelyRecordingSecrets = RedactionRules([])

  /// These rules and one more; a rule of the same id is replaced in its place.
  public func adding(_ rule: Rule) -> RedactionRules {
    RedactionRules(rules.adding(rule))
  }

  /// These rules without the one of that id; the same rules where there is none.
  public func removing(id: String) -> RedactionRules {
    RedactionRules(rules.removing(id: id))
  }

  /// These rules, each for requests to those hosts only.
  public func restricted(toHosts hosts: [String]) -> RedactionRules {
    RedactionRules(rules.map { $0.restricted(toHosts: hosts) })
  }
}

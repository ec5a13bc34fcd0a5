/// The secrets of one recording run, held in memory only.
struct SecretRegistry {
  private var ids: [[UInt8]: Int] = [:]
  private var labels: [String] = []
  /// Of secrets that are JSON Web Tokens, what stays of them.
  private var tokenPrefixes: [Int: String] = [:]
  private(set) var index = SecretIndex()
  private let names: SecretNames

  init(names: SecretNames) {
    self.names = names
  }

  /// How many secrets that spread are known, in all their spellings; it only grows.
  private(set) var spreadingCount = 0

  /// The name that a secret had where it was first met.
  func label(of id: Int) -> String { labels[id] }

  /// The form that a secret's placeholder has where any text may stand.
  func form(of id: Int) -> Placeholder.Form { tokenPrefixes[id].map { .token($0) } ?? .plain }

  /// The identity of a secret, the same for equal ones; remembers it.
  ///
  /// - Parameters:
  ///   - secret: What was found.
  ///   - host: The request's host, which is no secret whatever says so.
  /// - Returns: A number from 0 on, in the order in which secrets are learned.
  mutating func identity(of secret: SecretFinder.Found, host: [UInt8]) -> Int {
    let known = ([secret.value] + secret.aliases).compactMap { ids[$0] }.first
    let id = known ?? labels.count
    if known == nil {
      labels.append(secret.label)
      tokenPrefixes[id] = WebToken.redactedPrefix(of: secret.value)
    }
    var spellings = [secret.value] + secret.aliases
    if let decoded = DecodedText(secret.value).percentDecoded() { spellings.append(decoded.bytes) }
    for value in spellings {
      if ids[value] == nil { ids[value] = id }
      if secret.spreads, spreads(value), value != host { file(value, id: id) }
    }
    return id
  }

  /// Whether a value is a secret that is looked for everywhere.
  func isKnown(_ value: [UInt8]) -> Bool { ids[value] != nil && spreads(value) }

  private mutating func file(_ value: [UInt8], id: Int) {
    if index.insert(value, id: id) { spreadingCount += 1 }
    // A form writes a space as `+`, which no decoding can tell from a plus.
    if value.contains(0x20) {
      index.insert(value.map { $0 == 0x20 ? UInt8(ascii: "+") : $0 }, id: id)
    }
  }

  /// Whether a value is one that may be looked for everywhere without taking harmless text with it.
  func spreads(_ value: [UInt8]) -> Bool {
    guard value.count >= SecretIndex.minimumLength, !Self.isDecimal(value), !names.isName(value),
      !value.starts(with: "[redacted:".utf8)
    else { return false }
    return !Self.commonWords.contains(value.map(SecretNames.lowered))
  }

  private static func isDecimal(_ value: [UInt8]) -> Bool {
    value.allSatisfy {
      (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") || $0 == 0x2D || $0 == 0x2B
    }
  }

  /// Words of eight bytes and more that servers keep in cookies and that mean nothing by themselves.
  private static let commonWords: Set<[UInt8]> = Set(
    [
      "accepted", "approved", "rejected", "declined", "disabled", "inactive", "optional",
      "required", "undefined", "anonymous", "complete", "completed", "application/json",
      "localhost", "bearer_token", "username", "password", "[object object]", "application",
      "authorization_code", "client_credentials", "refresh_token", "personal", "standard",
      "default_value", "production", "development", "europe/london", "europe/berlin",
      "europe/paris", "america/new_york", "america/los_angeles", "asia/tokyo",
    ].map { Array($0.utf8) })
}

/// Finds the values in one text that their names say are secrets.
///
/// A finder reads one text. Where a value holds a text of its own (JSON in a JSON string, a URL in a
/// query item), a further finder reads that, decoded, and what it finds is carried back.
struct SecretFinder {
  /// A secret's value, and where it stands.
  struct Found {
    /// What may stand in the value's place.
    enum Style {
      /// A placeholder.
      case text
      /// A number of as many digits.
      case number
      /// A number in a text within a text, such as JSON in a string: no place names it by itself.
      case innerNumber
      /// A percent-encoded placeholder.
      case userInfo
    }

    /// Where the value stands; nil for a secret that another one's range covers.
    var range: Range<Int>?
    /// The name for placeholders.
    let label: String
    /// The value, decoded.
    let value: [UInt8]
    /// Further spellings under which the same secret goes.
    var aliases: [[UInt8]] = []
    var style = Style.text
    /// Whether it is to be looked for elsewhere, where its length and form allow that.
    var spreads = true
  }

  private static let maximumDepth = 4

  /// How deep JSON may nest to be read as such, so that JSON in JSON does not exhaust a thread's stack.
  var maximumJSONDepth: Int { depth == 0 ? 128 : 32 }

  let bytes: [UInt8]
  let names: SecretNames
  /// The host to which the request went, lower case.
  let host: [UInt8]
  private let depth: Int
  private(set) var found: [Found] = []

  init(_ bytes: [UInt8], names: SecretNames, host: [UInt8], depth: Int = 0) {
    self.bytes = bytes
    self.names = names
    self.host = host
    self.depth = depth
  }

  mutating func add(_ secret: Found) {
    found.append(secret)
  }

  /// Reads a text within this one by a finder of its own.
  ///
  /// - Parameters:
  ///   - text: The inner text, decoded.
  ///   - start: Where in this text the inner one's original begins.
  ///   - hasPlaces: Whether places name the leaves of JSON in the inner text.
  ///   - read: What to do with the inner finder.
  mutating func readInner(
    _ text: DecodedText, from start: Int, hasPlaces: Bool = false,
    _ read: (inout SecretFinder) -> Void
  ) {
    guard depth < Self.maximumDepth else { return }
    var inner = SecretFinder(text.bytes, names: names, host: host, depth: depth + 1)
    read(&inner)
    for var secret in inner.found {
      if case .number = secret.style, !hasPlaces { secret.style = .innerNumber }
      secret.range = secret.range.map { range in
        let original = text.original(range)
        return (start + original.lowerBound)..<(start + original.upperBound)
      }
      found.append(secret)
    }
  }

  func entry(_ name: ArraySlice<UInt8>, at place: RedactionRules.Places) -> SecretNames.Entry? {
    names.entry(name, at: place, host: host)
  }

  // MARK: Values

  /// A value that its name says is a secret: of cookies the values, of credentials all but the scheme.
  mutating func secretValue(_ range: Range<Int>, _ entry: SecretNames.Entry) {
    let range = trimmed(range)
    guard !range.isEmpty else { return }
    if entry.holdsCookies {
      cookies(range, areSet: entry.label == "set_cookie")
    } else if let scheme = schemeEnd(range) {
      credentials(trimmed(scheme..<range.upperBound), scheme: range.lowerBound..<scheme, entry)
    } else {
      add(Found(range: range, label: entry.label, value: Array(bytes[range])))
    }
  }

  /// The same for a value in an encoding: `text` is the value decoded, beginning at `start`.
  mutating func secretValue(_ text: DecodedText, from start: Int, _ entry: SecretNames.Entry) {
    guard !text.isDecoded, depth < Self.maximumDepth else {
      readInner(text, from: start) { $0.secretValue(0..<$0.bytes.count, entry) }
      // Too deep to be read: the whole is the secret.
      if depth >= Self.maximumDepth, !text.bytes.isEmpty {
        let original = text.original(0..<text.bytes.count)
        add(
          Found(
            range: (start + original.lowerBound)..<(start + original.upperBound),
            label: entry.label, value: text.bytes))
      }
      return
    }
    secretValue(start..<(start + text.bytes.count), entry)
  }

  /// The authentication schemes that are known.
  static let schemes: Set<[UInt8]> = Set(
    [
      "basic", "bearer", "token", "digest", "negotiate", "ntlm", "dpop", "oauth", "apikey",
      "api-key", "key", "aws4-hmac-sha256", "aws", "hawk", "signature", "ssws", "jwt", "mac",
      "privatetoken", "googlelogin", "sharedkey", "sharedaccesssignature", "hmac", "hmac-sha256",
    ].map { Array($0.utf8) })

  /// Where the authentication scheme at the beginning of a value ends (RFC 9110 §11.4).
  private func schemeEnd(_ range: Range<Int>) -> Int? {
    guard
      let space = bytes[range].prefix(24).firstIndex(of: 0x20),
      Self.schemes.contains(bytes[range.lowerBound..<space].map(SecretNames.lowered))
    else { return nil }
    return space
  }

  private mutating func credentials(
    _ range: Range<Int>, scheme: Range<Int>, _ entry: SecretNames.Entry
  ) {
    guard !range.isEmpty else { return }
    let value = Array(bytes[range])
    let name = String(decoding: bytes[scheme].map(SecretNames.lowered), as: UTF8.self)
    var whole = Found(range: range, label: entry.label, value: value)
    if name == "basic", let pair = Base64Text.decode(value) {
      whole.aliases = [pair]
      addUserAndPassword(of: pair)
    } else if value.contains(UInt8(ascii: "=")) {
      parameters(range)
    }
    add(whole)
  }

  /// `user:password` of Basic credentials, which the range of another secret covers.
  private mutating func addUserAndPassword(of pair: [UInt8]) {
    let colon = pair.firstIndex(of: UInt8(ascii: ":")) ?? pair.endIndex
    let user = Array(pair[..<colon])
    let password = Array(pair[colon...].dropFirst())
    if !password.isEmpty { add(Found(range: nil, label: "password", value: password)) }
    if !user.isEmpty, Self.isCredential(user: user, password: password) {
      add(Found(range: nil, label: "user", value: user))
    }
  }

  /// Whether a user name is itself the credential: a key sent without a password, or with a filler.
  ///
  /// Other user names are data, and stand in paths and answers that a test may want to see.
  static func isCredential(user: [UInt8], password: [UInt8]) -> Bool {
    if password.isEmpty || password.elementsEqual("x-oauth-basic".utf8) { return true }
    let hasDigit = user.contains { (0x30...0x39).contains($0) }
    let isWord = user.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(SecretNames.lowered(byte))
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    return user.count >= 20 && hasDigit && isWord
  }

  /// The parameters of credentials (RFC 9110 §11.2) whose names say that they are secrets by themselves.
  private mutating func parameters(_ range: Range<Int>) {
    for part in bytes[range].split(separator: UInt8(ascii: ",")) {
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = trimmed(part.startIndex..<equals)
      let value = unquoted(trimmed((equals + 1)..<part.endIndex))
      if !value.isEmpty, let entry = entry(bytes[name], at: .fields) {
        add(Found(range: nil, label: entry.label, value: Array(bytes[value])))
      }
    }
  }

  // MARK: Bytes

  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return start..<end
  }

  func unquoted(_ range: Range<Int>) -> Range<Int> {
    guard range.count >= 2, bytes[range.lowerBound] == UInt8(ascii: "\""),
      bytes[range.upperBound - 1] == UInt8(ascii: "\"")
    else { return range }
    return (range.lowerBound + 1)..<(range.upperBound - 1)
  }

  func first(_ byte: Character, in range: Range<Int>) -> Int? {
    guard let value = byte.asciiValue else { return nil }
    return bytes[range].firstIndex(of: value)
  }
}

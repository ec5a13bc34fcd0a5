/// Finds what looks like a named secret in a text of any kind: `name=value`, `name: value`,
/// `"name": "value"`, the credentials after `Bearer`, and the user-info of a URL.
///
/// Names are those of redaction rules. How a value ends is not known for sure in such a text: where it
/// is in doubt, more is taken rather than less.
package struct SecretScan {
  /// A value whose name says that it is a secret.
  package struct Secret {
    /// Where the value stands, without the scheme of credentials.
    package let range: Range<Int>
    /// The same with the scheme of credentials.
    let whole: Range<Int>
    /// The name that says so; nil for user-info.
    let entry: SecretNames.Entry?
    /// Whether the value stands in quotes, so that backslashes may begin escapes in it.
    let isQuoted: Bool

    /// What is shown in place of the value.
    package var replacement: String { "[redacted:\(entry?.label ?? "user_info")]" }
  }

  /// What the secrets are looked for.
  enum Purpose {
    /// A message: a value goes to the end of its line, user-info is one secret, and prose is hidden too.
    case display
    /// A cassette, from which programs read the text again. URLs are read by others.
    case recording
  }

  /// The secrets by the default rules as a message must not show them: in order, none within another,
  /// each within one line.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  package static func secrets(in bytes: [UInt8]) -> [Secret] {
    secrets(in: bytes, for: .display, names: RedactionRules.defaultNames, host: [])
  }

  /// Whether a text that goes into a cassette may hold a secret: before each stands a separator or a
  /// space.
  static func mayFindAnything(in text: some Sequence<UInt8>) -> Bool {
    text.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") || $0 == 0x20 }
  }

  /// Finds the secrets of a text.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - purpose: What they are looked for.
  ///   - names: The names of rules.
  ///   - host: The host to which the request went, lower case.
  ///   - skipped: Ranges in which no name begins, in order.
  /// - Returns: The secrets, in order, none within another.
  /// - Complexity: O(*n*) in the number of bytes.
  static func secrets(
    in bytes: [UInt8], for purpose: Purpose, names: SecretNames, host: [UInt8],
    skipping skipped: [Range<Int>] = []
  ) -> [Secret] {
    var scan = SecretScan(bytes: bytes, purpose: purpose, names: names, host: host)
    scan.run(skipping: skipped)
    let seen = scan.seen
    // Some names mean a secret only beside others.
    return scan.found.filter { secret in
      guard let companions = secret.entry?.companions, !companions.isEmpty else { return true }
      return !seen.isDisjoint(with: companions)
    }
  }

  let bytes: [UInt8]
  let purpose: Purpose
  private let names: SecretNames
  private let host: [UInt8]
  private var found: [Secret] = []
  /// The names before equals signs, folded, where an entry needs a companion.
  private var seen: Set<[UInt8]> = []

  private init(bytes: [UInt8], purpose: Purpose, names: SecretNames, host: [UInt8]) {
    self.bytes = bytes
    self.purpose = purpose
    self.names = names
    self.host = host
  }

  private mutating func run(skipping skipped: [Range<Int>]) {
    var index = 0
    var skips = skipped[...]
    while index < bytes.count {
      while let skip = skips.first, skip.upperBound <= index { skips.removeFirst() }
      if let skip = skips.first, skip.contains(index) {
        index = skip.upperBound
        continue
      }
      if purpose == .display, let range = userInfo(at: index) {
        found.append(Secret(range: range, whole: range, entry: nil, isQuoted: false))
        index = range.upperBound
        continue
      }
      guard Self.isNameByte(bytes[index]) else {
        index += 1
        continue
      }
      if let end = placeholderEnd(at: index) {
        index = end
        continue
      }
      let limit = skips.first?.lowerBound ?? bytes.count
      var end = index + 1
      while end < limit, Self.isNameByte(bytes[end]) { end += 1 }
      if let secret = named(index..<end) ?? credentials(index..<end) {
        found.append(secret)
        index = max(secret.whole.upperBound, end)
      } else {
        index = end
      }
    }
  }

  // MARK: Names

  private mutating func named(_ word: Range<Int>) -> Secret? {
    var index = word.upperBound
    let isQuoted = skipQuote(&index)
    // As Swift prints the keys of dictionaries: `AnyHashable("name"): value`.
    if isQuoted, index < bytes.count, bytes[index] == UInt8(ascii: ")") { index += 1 }
    index = skippingSpaces(from: index, lineEndsToo: isQuoted)
    guard index < bytes.count else { return nil }
    let separator = bytes[index]
    guard separator == UInt8(ascii: "=") || separator == UInt8(ascii: ":") else { return nil }
    index += 1
    // `=>`, `==` and `:=`.
    if index < bytes.count, bytes[index] == UInt8(ascii: "=") || bytes[index] == UInt8(ascii: ">") {
      index += 1
    }
    let start = skippingSpaces(from: index, lineEndsToo: isQuoted)
    guard start < bytes.count, let entry = entry(of: word, before: separator, isQuoted: isQuoted)
    else { return nil }
    let isProse =
      separator == UInt8(ascii: ":") && !isQuoted && start > index && isPlainWord(word)
      && !entry.label.hasSuffix("authorization")
    return value(from: start, after: separator, entry, isProse: isProse)
  }

  private mutating func entry(
    of word: Range<Int>, before separator: UInt8, isQuoted: Bool
  ) -> SecretNames.Entry? {
    guard let name = Self.innermostName(bytes[word]) else { return nil }
    let places: RedactionRules.Places =
      if separator == UInt8(ascii: "=") {
        [.queryItems, .formFields]
      } else if isQuoted {
        [.jsonFields, .jsonStrings, .formFields]
      } else {
        [.jsonFields, .jsonStrings, .formFields, .headerFields]
      }
    if separator == UInt8(ascii: "="), names.isCompanion(name) {
      seen.insert(SecretNames.folded(name))
    }
    return names.entry(name, at: places, host: host)
  }

  /// Of a word before a separator the name: of `a%3Fuser%5Bpassword%5D[0]`, `password`.
  private static func innermostName(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    // Long words are no names, but for what an escaped delimiter may part off their end.
    let tail = word.suffix(240)
    guard tail.count == word.count || tail.contains(UInt8(ascii: "%")) else { return nil }
    let plain = Array(tail)
    let text = DecodedText(plain).percentDecoded()?.bytes ?? plain
    let delimiters = "?&;,/".utf8
    let last = text.lastIndex(where: delimiters.contains).map { text[($0 + 1)...] } ?? text[...]
    return last.split { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }
      .last { part in !part.allSatisfy { (0x30...0x39).contains($0) } }
  }

  // MARK: Credentials

  /// The credentials after a word that is a scheme (RFC 9110 §11.4).
  private func credentials(_ word: Range<Int>) -> Secret? {
    guard word.count <= 9, word.upperBound < bytes.count,
      bytes[word.upperBound] == 0x20, mayBeScheme(word),
      let scheme = Self.schemes[bytes[word].map(SecretNames.lowered)],
      let authorization = names.entry(Self.authorization, at: .headerFields, host: host)
    else { return nil }
    let start = skippingSpaces(from: word.upperBound, lineEndsToo: false)
    var end = start
    while end < bytes.count, Self.isCredentialByte(bytes[end]) { end += 1 }
    // What ends a sentence is none of it.
    while end > start, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
    var padded = end
    while padded < bytes.count, padded - end < 2, bytes[padded] == UInt8(ascii: "=") { padded += 1 }
    let isBase64 = padded > end && (end - start) % 4 + (padded - end) == 4
    if padded > end {
      // `Bearer realm="x"` is a challenge, which says nothing secret.
      let goesOn = padded < bytes.count && !isBoundary(padded)
      let isQuoted = padded < bytes.count && Self.isQuote(bytes[padded])
      if isParameterName(start..<end) || !isBase64 && (goesOn || isQuoted) { return nil }
    }
    guard isBase64 || isCredential(start..<end, minimum: scheme) else { return nil }
    return Secret(
      range: start..<padded, whole: word.lowerBound..<padded, entry: authorization, isQuoted: false)
  }

  private static let authorization = Array("authorization".utf8)[...]

  /// Schemes after which text for people has credentials, and the fewest bytes of these: some of the
  /// words mean other things too.
  static let schemes: [[UInt8]: Int] = [
    "bearer": 4, "basic": 6, "token": 6, "dpop": 6, "negotiate": 6, "ntlm": 6, "ssws": 6,
    "apikey": 6, "jwt": 6,
  ].reduce(into: [:]) { $0[Array($1.key.utf8)] = $1.value }

  /// Looks at the first and the last letter, since most words are none.
  private func mayBeScheme(_ word: Range<Int>) -> Bool {
    let first = UInt16(bytes[word.lowerBound] | 0x20)
    return Self.schemeLetters.contains(first << 8 | UInt16(bytes[word.upperBound - 1] | 0x20))
  }

  private static let schemeLetters: [UInt16] = schemes.keys.map {
    UInt16($0[0]) << 8 | UInt16($0[$0.count - 1])
  }

  private static func isCredentialByte(_ byte: UInt8) -> Bool {
    Base64Text.values[Int(byte)] < 64 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "~")
  }

  private func isParameterName(_ range: Range<Int>) -> Bool {
    ["realm", "charset", "error", "scope", "title"].contains {
      $0.utf8.elementsEqual(bytes[range].map(SecretNames.lowered))
    }
  }

  /// Whether what follows a scheme is more than a word of a sentence about it.
  private func isCredential(_ range: Range<Int>, minimum: Int) -> Bool {
    guard range.count >= minimum, !isStatus(range) else { return false }
    if range.count >= 24 { return true }
    let value = bytes[range]
    let digits = value.count { (0x30...0x39).contains($0) }
    let hasLetter = value.contains(where: Self.isLetter)
    if minimum > 4, digits > 0, !hasLetter { return false }
    return digits > 0 || value.contains(UInt8(ascii: "_")) || !isPlainWord(range, orDashes: true)
  }

  // MARK: Bytes

  /// Whether the bytes are letters, at most the first of them a capital.
  func isPlainWord(_ range: Range<Int>, orDashes: Bool = false) -> Bool {
    bytes[range].dropFirst().allSatisfy {
      (0x61...0x7A).contains($0)
        || orDashes && ($0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "/") || $0 == 0x2E)
    } && bytes[range].first.map(Self.isLetter) ?? false
  }

  /// Whether the value says how it is with the secret, and is none.
  func isStatus(_ range: Range<Int>) -> Bool {
    range.count <= 12
      && Self.statuses.contains(bytes[range].map(SecretNames.lowered))
  }

  private static let statuses: Set<[UInt8]> = Set(
    [
      "expired", "invalid", "missing", "required", "revoked", "unknown", "empty", "unset",
      "undefined", "null", "(null)", "<null>", "nil", "none", "true", "false", "unauthorized",
      "forbidden", "denied", "yes", "no", "ok",
    ].map { Array($0.utf8) })

  /// The end of a placeholder that begins there: what it stands for is gone already.
  func placeholderEnd(at index: Int) -> Int? {
    guard bytes[index] == UInt8(ascii: "["), bytes[(index + 1)...].starts(with: "redacted:".utf8)
    else { return nil }
    return Placeholder.occurrence(in: bytes, at: index)?.range.upperBound
  }

  /// Steps over a quotation mark, and the backslashes before it in a text within a text.
  func skipQuote(_ index: inout Int) -> Bool {
    var quote = index
    while quote < bytes.count, quote - index < 8, bytes[quote] == UInt8(ascii: "\\") { quote += 1 }
    guard quote < bytes.count, Self.isQuote(bytes[quote]) else { return false }
    index = quote + 1
    return true
  }

  func skippingSpaces(from index: Int, lineEndsToo: Bool) -> Int {
    var index = index
    while index < bytes.count,
      bytes[index] == 0x20 || bytes[index] == 0x09 || lineEndsToo && Self.isLineEnd(bytes[index])
    {
      index += 1
    }
    return index
  }

  /// The user-info that starts here, after `//` and before `@`.
  private func userInfo(at index: Int) -> Range<Int>? {
    let slash = UInt8(ascii: "/")
    guard index >= 3, bytes[index - 1] == slash, bytes[index - 2] == slash,
      bytes[index - 3] == UInt8(ascii: ":")
    else { return nil }
    let end = bytes[index...].firstIndex {
      Self.isLineEnd($0) || Self.isQuote($0) || "/?# <>".utf8.contains($0)
    }
    guard let at = bytes[index..<(end ?? bytes.count)].lastIndex(of: UInt8(ascii: "@")), at > index
    else { return nil }
    return index..<at
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "%"):
      true
    default: false
    }
  }

  static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }

  static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}

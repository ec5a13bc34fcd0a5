/// The names of rules, laid out so that each name of a message is looked up once.
struct SecretNames: Sendable {
  /// A name that means a secret.
  struct Entry: Sendable {
    /// The name as placeholders carry it: lower case, digits, `_` and `-`.
    let label: String
    /// Without case, `-` and `_`.
    let folded: [UInt8]
    let places: RedactionRules.Places
    let companions: [[UInt8]]
    let hosts: [[UInt8]]?

    /// Whether a JSON value below a name is the secret too.
    ///
    /// - Parameters:
    ///   - node: The value.
    ///   - isDirect: Whether it is the named member's own.
    /// - Returns: Whether it is, or its leaves are.
    func reaches(_ node: JSONNode, isDirect: Bool) -> Bool {
      guard case .object = node.kind, !places.contains(.jsonFields) else { return true }
      return isDirect && places.contains(.jsonDictionaries)
    }

    /// Whether the value is a list of cookies.
    var holdsCookies: Bool { label == "cookie" || label == "set_cookie" }
  }

  private static let maximumLength = 80

  private var entries: [UInt64: [Entry]] = [:]
  // A bit for each hash modulo its size: most names are no secret's, and looking up costs more.
  private var filter = [UInt64](repeating: 0, count: 256)
  private var userInfoHosts: [[[UInt8]]?] = []
  private var lastWords: [LastWords] = []
  private var companions: Set<[UInt8]> = []

  /// The last words of a rule.
  private struct LastWords: Sendable {
    let words: Set<[UInt8]>
    let exceptions: [[UInt8]]
    let places: RedactionRules.Places
    let hosts: [[UInt8]]?
  }

  init(_ rules: RedactionRules) {
    for rule in rules.rules {
      let hosts = rule.hosts?.map { Self.host(in: Array($0.utf8)) }
      if rule.places.contains(.userInfo) { userInfoHosts.append(hosts) }
      if !rule.lastWords.isEmpty {
        lastWords.append(
          LastWords(
            words: Set(rule.lastWords.map { Self.folded(Array($0.utf8)[...]) }),
            exceptions: rule.exceptions.map { $0.utf8.map(Self.lowered) },
            places: rule.places, hosts: hosts))
      }
      for name in rule.names {
        let entry = Entry(
          label: Self.label(name), folded: Self.folded(Array(name.utf8)[...]), places: rule.places,
          companions: rule.companions.map { Self.folded(Array($0.utf8)[...]) }, hosts: hosts)
        guard !entry.folded.isEmpty else { continue }
        companions.formUnion(entry.companions)
        let hash = Self.hash(entry.folded[...])
        entries[hash, default: []].append(entry)
        filter[Int(hash >> 6 & 255)] |= 1 << (hash & 63)
      }
    }
  }

  /// The entry that a name at a place of that kind means; nil where it is no secret's.
  func entry(
    _ name: ArraySlice<UInt8>, at place: RedactionRules.Places, host: [UInt8]
  ) -> Entry? {
    guard !name.isEmpty, name.count <= Self.maximumLength else { return nil }
    if let found = lookUp(name, at: place, host: host) { return found }
    let dash = name.index(after: name.startIndex)
    if dash < name.endIndex, name[name.startIndex] | 0x20 == UInt8(ascii: "x"),
      name[dash] == UInt8(ascii: "-") || name[dash] == UInt8(ascii: "_")
    {
      if let found = lookUp(name[(dash + 1)...], at: place, host: host) { return found }
    }
    return place.contains(.headerFields) ? lastWordEntry(name, host: host) : nil
  }

  /// Whether a name is a companion of some rule's.
  func isCompanion(_ name: ArraySlice<UInt8>) -> Bool {
    name.count <= Self.maximumLength && companions.contains(Self.folded(name))
  }

  /// The entry of a header field's name of several words whose last one says that it is a secret's.
  private func lastWordEntry(_ name: ArraySlice<UInt8>, host: [UInt8]) -> Entry? {
    guard !lastWords.isEmpty, let mark = name.lastIndex(where: Self.isSeparator),
      mark > name.startIndex
    else { return nil }
    let last = name[(mark + 1)...].map(Self.lowered)
    guard
      let rule = lastWords.first(where: {
        $0.words.contains(last) && $0.places.contains(.headerFields) && Self.covers($0.hosts, host)
      })
    else { return nil }
    let whole = name.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "-") : Self.lowered($0) }
    let isException = rule.exceptions.contains { words in
      whole.count >= words.count && whole.suffix(words.count).elementsEqual(words)
        && (whole.count == words.count || whole[whole.count - words.count - 1] == 0x2D)
    }
    // The name may be that of a single word after `X-`, which other rules are for.
    guard !isException else { return nil }
    let label = whole.starts(with: "x-".utf8) ? whole[2...] : whole[...]
    return Entry(
      label: Self.label(String(decoding: label, as: UTF8.self)), folded: Self.folded(name),
      places: .headerFields, companions: [], hosts: rule.hosts)
  }

  /// Whether user-info is to be replaced in the URLs of requests to that host.
  func coversUserInfo(host: [UInt8]) -> Bool {
    userInfoHosts.contains { Self.covers($0, host) }
  }

  /// Whether the bytes are a name of a rule: such a word stands in protocols, and is no secret.
  func isName(_ bytes: [UInt8]) -> Bool {
    guard bytes.count <= Self.maximumLength else { return false }
    return entries[Self.hash(bytes[...])]?.contains { $0.folded == Self.folded(bytes[...]) }
      ?? false
  }

  private func lookUp(
    _ name: ArraySlice<UInt8>, at place: RedactionRules.Places, host: [UInt8]
  ) -> Entry? {
    let hash = Self.hash(name)
    guard filter[Int(hash >> 6 & 255)] & 1 << (hash & 63) != 0, let candidates = entries[hash]
    else { return nil }
    let folded = Self.folded(name)
    return candidates.first {
      $0.folded == folded && !$0.places.isDisjoint(with: place) && Self.covers($0.hosts, host)
    }
  }

  /// The host of what may be written as a URL, an origin or with a port: a rule that covers more than was
  /// meant is safer than one that covers nothing.
  private static func host(in pattern: [UInt8]) -> [UInt8] {
    var rest = pattern[...]
    if let slashes = rest.firstRange(of: Array("//".utf8)) { rest = rest[slashes.upperBound...] }
    rest = rest.prefix { !"/?#".utf8.contains($0) }
    if let at = rest.lastIndex(of: UInt8(ascii: "@")) { rest = rest[(at + 1)...] }
    let colons = rest.indices.filter { rest[$0] == UInt8(ascii: ":") }
    if let colon = colons.last, colons.count == 1 || rest.first == UInt8(ascii: "["),
      rest[colon...].dropFirst().allSatisfy({ (0x30...0x39).contains($0) })
    {
      rest = rest[..<colon]
    }
    return rest.map(lowered)
  }

  private static func covers(_ hosts: [[UInt8]]?, _ host: [UInt8]) -> Bool {
    guard let hosts else { return true }
    return hosts.contains { pattern in
      pattern.starts(with: "*.".utf8)
        ? host.count > pattern.count - 1 && host.reversed().starts(with: pattern[1...].reversed())
        : pattern == host
    }
  }

  /// The bytes by which two names are one: lower case, without `-` and `_`.
  static func folded(_ name: ArraySlice<UInt8>) -> [UInt8] {
    name.lazy.filter { !isSeparator($0) }.map(lowered)
  }

  static func lowered(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  // FNV-1a over the folded bytes, without making an array of them: most names are no secret's.
  private static func hash(_ name: ArraySlice<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name where !isSeparator(byte) {
      hash = (hash ^ UInt64(lowered(byte))) &* 0x100_0000_01b3
    }
    return hash
  }

  /// The name as it stands in placeholders, where `]`, `:` and `%` would end or hide it.
  static func label(_ name: String) -> String {
    let bytes = name.utf8.map { byte -> UInt8 in
      let byte = lowered(byte)
      switch byte {
      case 0x30...0x39, 0x61...0x7A: return byte
      default: return UInt8(ascii: "_")
      }
    }
    return bytes.isEmpty ? "secret" : String(decoding: bytes.prefix(40), as: UTF8.self)
  }
}

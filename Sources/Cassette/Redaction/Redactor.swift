import Foundation

/// Takes the secrets out of one recording run's interactions before they are written.
///
/// Secrets are found by their names (`RedactionRules`) and remembered; each is then replaced wherever
/// else it stands, in whatever encoding: at once where it is known already, at the end by `finish`
/// where it was learned later. Equal secrets get equal placeholders. The secrets are held in memory,
/// as long as the redactor is. May be used from any thread.
package final class Redactor: @unchecked Sendable {
  // `registry` is guarded by `lock`; all else is constant.
  private let lock = NSLock()
  private var registry: SecretRegistry
  private let names: SecretNames
  let runText: String?
  /// Looks for what no name gives away.
  let check: TripwireCheck

  /// The 16 hexadecimal digits by which this run's provisional placeholders are known.
  package var run: String { runText ?? "" }

  /// A redactor for one run.
  ///
  /// - Parameters:
  ///   - rules: Which values are secrets.
  ///   - tripwire: What looks like a secret without a name; none does where there are no rules, for then
  ///     secrets are recorded on purpose.
  ///   - nonce: What makes this run's placeholders its own; random.
  package convenience init(
    rules: RedactionRules = .default, tripwire: Tripwire = .default,
    nonce: UInt64 = .random(in: .min ... .max)
  ) {
    let digits = String(nonce, radix: 16)
    self.init(
      names: SecretNames(rules),
      check: TripwireCheck(rules.rules.isEmpty ? .unsafelyOff : tripwire),
      runText: String(repeating: "0", count: 16 - digits.utf8.count) + digits)
  }

  /// A redactor whose placeholders carry no number: for what is shown and not written.
  convenience init(forDisplayBy rules: RedactionRules) {
    self.init(
      names: SecretNames(rules),
      check: rules.rules.isEmpty ? TripwireCheck(.unsafelyOff) : .default, runText: nil)
  }

  /// The same by names that are at hand, so that it costs next to nothing to make.
  convenience init(forDisplayBy names: SecretNames) {
    self.init(names: names, check: .default, runText: nil)
  }

  private init(names: SecretNames, check: TripwireCheck, runText: String?) {
    self.names = names
    self.check = check
    registry = SecretRegistry(names: names)
    self.runText = runText
  }

  /// The interaction as it may be written.
  ///
  /// - Parameter interaction: As it went over the wire.
  /// - Returns: The same with this run's provisional placeholders, and their places in `redactions`.
  /// - Complexity: O(*n*) in the interaction's size, however many secrets are known.
  package func redact(_ interaction: Cassette.Interaction) -> Cassette.Interaction {
    redactCounting(interaction).interaction
  }

  /// What became of an interaction.
  package struct Redaction {
    /// The interaction as it may be written.
    package var interaction: Cassette.Interaction
    /// How many secrets it has been searched for: `finish` passes over it where no more were learned.
    package let secretCount: Int
    /// What the tripwire has found in it.
    package var findings: [Tripwire.Finding]
  }

  /// The interaction as it may be written, how many secrets it has been searched for, and what only looks
  /// like one.
  package func redactCounting(_ interaction: Cassette.Interaction) -> Redaction {
    var result = interaction
    var places = Set(interaction.redactions)
    var findings: [Tripwire.Finding] = []
    let count = lock.withLock {
      replaceNamed(&result, &places)
      spread(over: &result)
      // After what names tell, which gives better placeholders.
      findings = replaceTokens(in: &result, of: &registry)
      if !findings.isEmpty { spread(over: &result) }
      collectPlaces(of: &result, into: &places)
      return registry.spreadingCount
    }
    result.redactions = places.sortedByPlace()
    findings += suspicions(in: result)
    return Redaction(interaction: result, secretCount: count, findings: findings)
  }

  /// An interaction of the run, or one that was kept from an older one, as it is saved: without the
  /// secrets that were learned since, and with final placeholders.
  ///
  /// - Parameters:
  ///   - interaction: As `redact` returned it or as it was read from the cassette. Entries must come in
  ///     the order in which they are saved, for that is the order in which placeholders are numbered.
  ///     A body that lies in a file beside the cassette must be put in as bytes to be searched.
  ///   - knownSecretCount: What `redactCounting` returned with it; 0 where that is unknown.
  ///   - numbering: The numbers given so far.
  /// - Returns: The interaction with `[redacted:NAME:N]` for whatever was secret.
  package func finish(
    _ interaction: Cassette.Interaction, knownSecretCount: Int = 0,
    numbering: inout PlaceholderNumbering
  ) -> Cassette.Interaction {
    var result = interaction
    lock.withLock {
      guard registry.spreadingCount > knownSecretCount, spread(over: &result) else { return }
      var places = Set(result.redactions)
      collectPlaces(of: &result, into: &places)
      result.redactions = places.sortedByPlace()
    }
    return numbering.renumber(result)
  }

  // MARK: By name

  private func replaceNamed(
    _ interaction: inout Cassette.Interaction, _ places: inout Set<Cassette.Redaction>
  ) {
    let host = URLParts.host(of: interaction.request.url)
    let kept = Set(interaction.redactions.map(\.placeholder))
    let keptPlaces = Set(interaction.redactions.map { Array($0.place.utf8) })
    InteractionTexts.rewrite(&interaction) { site, text in
      guard SecretFinder.mayFindAnything(in: text, at: site) else { return nil }
      let bytes = Array(text)
      var finder = SecretFinder(bytes, names: names, host: host)
      finder.read(site)
      var numbers: [Placeholder.Occurrence] = []
      let edits = finder.found.compactMap { secret -> ByteEdit? in
        // What was never redacted has no placeholders.
        if !kept.isEmpty,
          isReplaced(secret.value, keeping: kept)
            || secret.range.map({ isReplaced(Array(bytes[$0]), keeping: kept) }) ?? false
        {
          return nil
        }
        let id = registry.identity(of: secret, host: host)
        guard let range = secret.range else { return nil }
        let placeholder = placeholder(secret.label, id)
        switch secret.style {
        case .text:
          return ByteEdit(range: range, placeholder, form(of: id))
        case .userInfo:
          return ByteEdit(range: range, placeholder, .encoded)
        case .number where site.isOfRequest && !isComparedAsJSON(site, bytes),
          .innerNumber where site.isOfRequest:
          // Digits would be compared with those of a live request.
          return ByteEdit(range: range, placeholder, .plain)
        case .number, .innerNumber:
          numbers.append(
            Placeholder.Occurrence(placeholder: placeholder, range: range, form: .plain))
          return ByteEdit(range: range, replacement: Self.digits(like: secret.value))
        }
      }
      if runText != nil, !numbers.isEmpty {
        // A number that an older run has replaced keeps the placeholder that it has.
        places.formUnion(
          PlaceholderPlaces.redactions(of: site, bytes, numbers).filter {
            !keptPlaces.contains(Array($0.place.utf8))
          })
      }
      return ByteEdit.apply(edits, to: bytes)
    }
  }

  /// Whether a value is nothing but a placeholder: one that this run, or those that an older run has put
  /// there.
  private func isReplaced(_ value: [UInt8], keeping kept: Set<String>) -> Bool {
    let occurrences = Placeholder.occurrences(in: value)
    guard occurrences.count == 1, occurrences[0].range == 0..<value.count else { return false }
    return isOwn(occurrences[0])
      || kept.contains(occurrences[0].spelled(occurrences[0].placeholder))
      || kept.contains(occurrences[0].placeholder.text)
  }

  /// Whether matching reads a body by its JSON leaves: where two members have one name, it does not.
  private func isComparedAsJSON(_ site: InteractionTexts.Site, _ bytes: [UInt8]) -> Bool {
    let type: String? =
      switch site.kind {
      case .body(let type), .part(_, let type): type
      default: nil
      }
    // The parts of multipart content are read one by one.
    guard case .json = BodyKind(bytes, contentType: type) else { return true }
    return JSONValue(bytes) != nil
  }

  func placeholder(_ label: String, _ id: Int) -> Placeholder {
    Placeholder(name: label, run: runText, number: runText == nil ? nil : id + 1)
  }

  /// A number of the same form: its first digit 1, the others 0.
  static func digits(like number: [UInt8]) -> [UInt8] {
    var isFirst = true
    return number.map { byte in
      guard (0x30...0x39).contains(byte) else { return byte }
      defer { isFirst = false }
      return isFirst ? UInt8(ascii: "1") : UInt8(ascii: "0")
    }
  }

  // MARK: For streams

  /// How many secrets are known that are looked for everywhere.
  var spreadingCount: Int { withLock { $0.spreadingCount } }

  /// Runs the closure with the lock held.
  func withLock<Result>(_ body: (inout SecretRegistry) -> Result) -> Result {
    lock.withLock { body(&registry) }
  }

  /// The secrets of a window of content that their names tell.
  func named(in window: [UInt8], host: [UInt8], contentType: String?) -> [SecretFinder.Found] {
    var finder = SecretFinder(window, names: names, host: host)
    finder.window(contentType: contentType)
    return finder.found
  }

  // MARK: Wherever else

  @discardableResult
  private func spread(over interaction: inout Cassette.Interaction) -> Bool {
    guard !registry.index.isEmpty else { return false }
    let kept = Set(interaction.redactions.map(\.placeholder))
    var changed = false
    InteractionTexts.rewrite(&interaction) { site, text in
      guard SecretSearch.mayMatch(text, index: registry.index) else { return nil }
      let bytes = Array(text)
      var userInfo: [Range<Int>] = []
      var protected: [Range<Int>] = []
      if case .url = site.kind {
        let parts = URLParts(bytes, in: 0..<bytes.count)
        userInfo = [parts.user, parts.password].compactMap { $0 }
        // A placeholder there would make it no URL at all.
        protected = [parts.scheme, parts.hostAndPort].compactMap { $0 }
      }
      guard
        let edits = edits(
          of: bytes, isUserInfo: { range in userInfo.contains { $0.overlaps(range) } },
          protected: protected, kept: kept),
        let edited = ByteEdit.apply(edits, to: bytes)
      else { return nil }
      changed = true
      return edited
    }
    return changed
  }

  private func edits(
    of bytes: [UInt8], isUserInfo: (Range<Int>) -> Bool, protected: [Range<Int>], kept: Set<String>
  ) -> [ByteEdit]? {
    let matches = matches(in: bytes, of: registry, protected: protected, kept: kept)
    return matches.isEmpty
      ? nil
      : matches.map { match in
        let placeholder = placeholder(registry.label(of: match.id), match.id)
        return ByteEdit(
          range: match.range, placeholder, isUserInfo(match.range) ? .encoded : form(of: match.id))
      }
  }

  /// Where known secrets stand, outside of the protected ranges and of this run's placeholders.
  func matches(
    in bytes: [UInt8], of registry: SecretRegistry, protected: [Range<Int>], kept: Set<String>
  ) -> [SecretIndex.Match] {
    let matches = SecretSearch.matches(in: bytes, index: registry.index)
    guard !matches.isEmpty else { return [] }
    let placeholders = Placeholder.occurrences(in: bytes)
      .filter { isOwn($0) || kept.contains($0.spelled($0.placeholder)) }
      .map(\.range)
    let protected = (protected + placeholders).sorted { $0.lowerBound < $1.lowerBound }
    return SecretSearch.merged(matches, avoiding: protected)
  }

  /// In messages a token need not be read by anybody. Called with the lock held.
  func form(of id: Int) -> Placeholder.Form {
    runText == nil ? .plain : registry.form(of: id)
  }

  private func isOwn(_ occurrence: Placeholder.Occurrence) -> Bool {
    occurrence.placeholder.run == runText
      && (runText != nil || occurrence.placeholder.number == nil)
  }

  // MARK: Places

  private func collectPlaces(
    of interaction: inout Cassette.Interaction, into places: inout Set<Cassette.Redaction>
  ) {
    guard runText != nil else { return }
    InteractionTexts.rewrite(&interaction) { site, text in
      guard Placeholder.mayOccur(in: text) else { return nil }
      let bytes = Array(text)
      let own = Placeholder.occurrences(in: bytes).filter(isOwn)
      places.formUnion(PlaceholderPlaces.redactions(of: site, bytes, own))
      return nil
    }
  }
}

extension ByteEdit {
  init(range: Range<Int>, _ placeholder: Placeholder, _ form: Placeholder.Form) {
    self.init(range: range, replacement: Array(placeholder.text(form).utf8))
  }
}

extension Set<Cassette.Redaction> {
  /// In the order of the bytes of their places, and of their placeholders where these are equal.
  func sortedByPlace() -> [Cassette.Redaction] {
    sorted { left, right in
      left.place.utf8.elementsEqual(right.place.utf8)
        ? left.placeholder.utf8.lexicographicallyPrecedes(right.placeholder.utf8)
        : left.place.utf8.lexicographicallyPrecedes(right.place.utf8)
    }
  }
}

extension SecretFinder {
  /// Whether a text may hold anything that `read(_:)` finds: names of fields and files are not read.
  static func mayFindAnything(
    in text: UnsafeBufferPointer<UInt8>, at site: InteractionTexts.Site
  ) -> Bool {
    switch site.kind {
    case .headerName, .partName, .fileName: false
    case .other: SecretScan.mayFindAnything(in: text)
    case .url, .headerField, .body, .part: true
    }
  }

  /// Reads a text as what it is.
  mutating func read(_ site: InteractionTexts.Site) {
    switch site.kind {
    case .url: url(0..<bytes.count)
    case .headerField(let name): headerField(name)
    case .body(let contentType): body(contentType: contentType)
    case .part(let name, let contentType): part(name: name, contentType: contentType)
    case .other: text(0..<bytes.count)
    case .headerName, .partName, .fileName: break
    }
  }
}

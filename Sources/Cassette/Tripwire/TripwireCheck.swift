/// A tripwire laid out to be run over many texts.
package struct TripwireCheck: Sendable {
  /// Something that looks like a secret, with what only this process may see.
  package struct Hit {
    package let finding: Tripwire.Finding
    /// The value as it stands there.
    package let value: [UInt8]
    /// What placeholders for it are named.
    package let label: String
    /// Whether its shape says that it is a secret, and not only a suspicious name.
    package let isToken: Bool
    let range: Range<Int>
  }

  /// The default one.
  static let `default` = TripwireCheck(.default)

  private let tripwire: Tripwire
  private let tokens: TokenScan
  private let suspicions: SuspicionScan

  package init(_ tripwire: Tripwire) {
    self.tripwire = tripwire
    tokens = TokenScan(tripwire.rules)
    suspicions = SuspicionScan(tripwire.rules)
  }

  var isEmpty: Bool { tokens.isEmpty && suspicions.isEmpty }

  /// What looks like a secret in an interaction that was redacted; bodies in files of their own aside.
  ///
  /// - Complexity: O(*n*) in the interaction's size.
  package func hits(in interaction: Cassette.Interaction) -> [Hit] {
    self.hits(in: interaction, tokensToo: true)
  }

  /// The same; without tokens where these are replaced already.
  func hits(in interaction: Cassette.Interaction, tokensToo: Bool) -> [Hit] {
    guard !isEmpty else { return [] }
    var result: [Hit] = []
    var copy = interaction
    InteractionTexts.rewrite(&copy) { site, text in
      guard text.count >= SecretIndex.minimumLength,
        tokensToo && mayHoldTokens(text) || suspicions.mayFindAnything(in: text)
      else { return nil }
      let bytes = Array(text)
      var own = tokensToo ? tokenHits(in: bytes, at: site, isReplaced: false) : []
      own += suspicionHits(in: bytes, at: site).filter { hit in
        !own.contains { $0.range.overlaps(hit.range) }
      }
      if !own.isEmpty {
        let places = Placeholder.occurrences(in: bytes).map(\.range)
        result += own.filter { hit in !places.contains { $0.overlaps(hit.range) } }
      }
      return nil
    }
    return result
  }

  /// Whether a text may hold a token, at little cost.
  func mayHoldTokens(_ text: UnsafeBufferPointer<UInt8>) -> Bool { tokens.mayHit(text) }

  /// The tokens of a text that are not allowed there.
  func tokenHits(
    in bytes: [UInt8], at site: InteractionTexts.Site, isReplaced: Bool
  ) -> [Hit] {
    tokens.hits(in: bytes).compactMap { hit in
      self.hit(
        hit.range, rule: tripwire.rules[hit.rule], isReplaced: isReplaced,
        place: PlaceholderPlaces.place(of: hit.range, in: bytes, site), bytes)
    }
  }

  /// The same of a window of content that has that place.
  func tokenHits(in window: [UInt8], place: String, isReplaced: Bool = true) -> [Hit] {
    tokens.hits(in: window).compactMap { hit in
      self.hit(
        hit.range, rule: tripwire.rules[hit.rule], isReplaced: isReplaced, place: place, window)
    }
  }

  /// The random values in a window of content that has that place.
  func suspicionHits(in window: [UInt8], place: String) -> [Hit] {
    guard UTF8Validation.isValid(window) else { return [] }
    return suspicions.hits(in: window, named: nil).compactMap { hit in
      self.hit(
        hit.range, rule: tripwire.rules[hit.rule], isReplaced: false, place: place, window,
        name: hit.name)
    }
  }

  private func suspicionHits(in bytes: [UInt8], at site: InteractionTexts.Site) -> [Hit] {
    guard !suspicions.isEmpty, bytes.count >= Randomness.minimumCount else { return [] }
    var name: [UInt8]?
    switch site.kind {
    case .headerField(let field): name = Array(field.utf8)
    case .part(let part, _): name = Array(part.utf8)
    case .body, .url, .other, .headerName, .partName, .fileName: break
    }
    // What is no text has no names in it.
    if case .body = site.kind, !UTF8Validation.isValid(bytes) { return [] }
    return suspicions.hits(in: bytes, named: name).compactMap { hit in
      self.hit(
        hit.range, rule: tripwire.rules[hit.rule], isReplaced: false,
        place: PlaceholderPlaces.place(of: hit.range, in: bytes, site), bytes, name: hit.name)
    }
  }

  private func hit(
    _ range: Range<Int>, rule: Tripwire.Rule, isReplaced: Bool, place: @autoclosure () -> String,
    _ bytes: [UInt8], name: [UInt8]? = nil
  ) -> Hit? {
    let finding = Tripwire.Finding(rule: rule.id, place: place(), isReplaced: isReplaced)
    guard !tripwire.allowances.contains(where: { $0.covers(finding) }) else { return nil }
    let raw = DecodedText(Array(bytes[range]))
    // Lines of a key in JSON are parted by escapes, and base64 in a query has some.
    let text = raw.unescaped() ?? raw
    let value = (name == nil ? text : text.percentDecoded() ?? text).bytes
    let label = name.map { SecretNames.label(String(decoding: $0, as: UTF8.self)) } ?? rule.label
    return Hit(
      finding: finding, value: value, label: label, isToken: rule.isReplacing, range: range)
  }
}

extension PlaceholderPlaces {
  /// The place of a range of a text.
  static func place(
    of range: Range<Int>, in bytes: [UInt8], _ site: InteractionTexts.Site
  ) -> String {
    let marker = Placeholder(name: "x", run: nil, number: nil)
    let occurrence = Placeholder.Occurrence(placeholder: marker, range: range, form: .plain)
    // Where no part of a URL holds it, it is the host.
    return redactions(of: site, bytes, [occurrence]).first?.place ?? site.side + ".url"
  }
}

/// The comparison of one live request with one recorded one, part by part.
struct RequestComparison {
  typealias Difference = RequestMatcher.Difference

  /// How texts at a place are spelled.
  enum TextForm {
    /// As they are.
    case plain
    /// As a component of a URL, in which these bytes stand unescaped.
    case component(PercentCoding.ByteSet)
  }

  let asked: MatchSubject
  let recorded: Cassette.Request
  /// The target that made the recorded request, where that is known.
  let recordedTarget: Cassette.TargetIdentity?
  /// The recorded URL taken apart, when a part of it is first compared.
  private(set) lazy var recordedURI = TargetURI(recorded.url)
  /// Whether the URLs are spelled the same, so that no part of them differs.
  let hasEqualURL: Bool
  /// Where placeholders stand in the recorded request, and what of the live one is not to be shown.
  let places: RedactedPlaces
  let key: LiveBinding.Key
  /// What the wildcards met so far stand for.
  private(set) var bindings: [LiveBinding] = []

  init(
    _ asked: MatchSubject, _ recorded: Cassette.Request, _ target: Cassette.TargetIdentity?,
    _ places: RedactedPlaces, _ key: LiveBinding.Key
  ) {
    self.asked = asked
    self.recorded = recorded
    recordedTarget = target
    hasEqualURL = asked.request.url.utf8.elementsEqual(recorded.url.utf8)
    self.places = places
    self.key = key
  }

  /// Whether a live text is the recorded one, placeholders aside, which are bound.
  mutating func isEqual(
    _ live: [UInt8], _ recorded: [UInt8], _ placeholders: [[UInt8]]?, _ form: TextForm = .plain
  ) -> Bool {
    guard let placeholders, !placeholders.isEmpty,
      let pattern = WildcardPattern(recorded, Self.spellings(placeholders, form))
    else { return live == recorded }
    if live == recorded {
      for placeholder in pattern.placeholders { bind(placeholder, placeholder[...]) }
      return true
    }
    guard let values = pattern.match(live) else { return false }
    for (placeholder, value) in zip(pattern.placeholders, values) {
      // The same secret may stand in a URL and in content: it is bound as it is without escapes.
      switch form {
      case .plain: bind(placeholder, value)
      case .component: bind(placeholder, PercentCoding.decoded(value)[...])
      }
    }
    return true
  }

  /// Notes that a placeholder stands for a live value.
  mutating func bind(_ placeholder: [UInt8], _ live: ArraySlice<UInt8>) {
    bindings.append(LiveBinding(placeholder: placeholder, live: live, key: key))
  }

  /// How placeholders may be spelled in a text of that form.
  static func spellings(
    _ placeholders: [[UInt8]], _ form: TextForm
  ) -> [WildcardPattern.Spelling] {
    placeholders.flatMap { placeholder -> [WildcardPattern.Spelling] in
      switch form {
      case .plain: [.init(text: placeholder, placeholder: placeholder)]
      case .component(let allowed):
        [
          PercentCoding.canonical(placeholder[...], allowed: allowed),
          PercentCoding.fullyEscaped(placeholder),
        ].map { .init(text: $0, placeholder: placeholder) }
      }
    }
  }

  /// The difference of two texts at a place; what is sent is not shown where the place is listed.
  func difference(
    _ part: String, _ path: String?, _ sent: [UInt8]?, _ recorded: [UInt8]?,
    placeholders: [[UInt8]]? = nil
  ) -> Difference {
    var shown = (sent.map { VisibleText.quoted($0) }, recorded.map { VisibleText.quoted($0) })
    if let sent, let recorded, placeholders == nil {
      shown = VisibleText.pair(sent, recorded)
    }
    if placeholders != nil, !(sent?.isEmpty ?? true) { shown.0 = Self.concealed }
    return Difference(part: part, path: path, sent: shown.0, recorded: shown.1)
  }

  /// What is shown in a secret's stead.
  static let concealed = "(redacted)"
}

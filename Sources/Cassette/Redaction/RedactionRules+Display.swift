extension RedactionRules {
  /// A request as it may be shown in a message: `[redacted:NAME]` for every secret.
  ///
  /// What its names show to be secret is replaced there and wherever else in the request it stands.
  package func redactedForDisplay(_ request: Cassette.Request) -> Cassette.Request {
    Redactor(forDisplayBy: self).redact(
      Cassette.Interaction(request: request, outcome: .response(Cassette.Response(status: 200)))
    ).request
  }

  /// A recording of which requests may be shown in a message: as `redactedForDisplay` of a request does, and
  /// without the answer.
  ///
  /// One of ours is as it was. What other programs have recorded, and what lies in memory, holds secrets
  /// still; two of one name are equal afterwards.
  package func redactedForDisplay(_ recorded: Cassette.Interaction) -> Cassette.Interaction {
    var shown = recorded
    shown.outcome = .response(Cassette.Response(status: 200))
    shown.attempts = []
    return Redactor(forDisplayBy: self).redact(shown)
  }

  /// A text as it may be shown in a message: a URL, or an error's text with URLs in it.
  package func redactedForDisplay(_ text: String) -> String {
    // As a URL it may be relative; as a text it may hold several.
    let failure = Cassette.Failure(domain: "", code: 0, text: text)
    let shown = Redactor(forDisplayBy: self).redact(
      Cassette.Interaction(
        request: Cassette.Request(url: text), outcome: .failure(failure, nil)))
    let isURL =
      text.utf8.allSatisfy { $0 > 0x20 }
      && (text.contains("://") || text.utf8.first.map { "/?#".utf8.contains($0) } ?? false)
    return isURL ? shown.request.url : shown.outcome.failure?.text ?? ""
  }

  /// How the default rules name the value of a name at such a place; nil where it is no secret.
  ///
  /// A name that is a secret's only beside certain others is none here, where it stands alone.
  package static func defaultLabel(of name: ArraySlice<UInt8>, at place: Places) -> String? {
    guard let entry = defaultNames.entry(name, at: place, host: []), entry.companions.isEmpty
    else { return nil }
    return entry.label
  }

  /// The names of the default rules.
  static let defaultNames = SecretNames(.default)
}

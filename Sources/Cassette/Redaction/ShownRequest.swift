/// What messages show of another program's request, from which nobody has taken the secrets.
///
/// Nothing that names show to be secret, there or wherever else in the request it stands, and not much
/// of anything: names and URLs may be of any size.
struct ShownRequest {
  /// The URL, with `...` for its query, without user-info and fragment.
  let url: String
  private let redactor = Redactor(forDisplayBy: RedactionRules.defaultNames)

  private static let urlByteCount = 200
  static let textByteCount = 400

  /// A request of that URL and those header fields.
  ///
  /// - Complexity: O(*n*) in their size.
  init(url: String, headerFields: Cassette.HeaderFields) {
    let request = redactor.redact(
      Cassette.Interaction(
        request: Cassette.Request(url: url, headerFields: headerFields),
        outcome: .response(Cassette.Response(status: 200)))
    ).request
    self.url = VisibleText.plain(
      HARDerivedMembers.withoutSecrets(request.url), limit: Self.urlByteCount)
  }

  /// A message with something in it that the other program wrote.
  func text(_ text: String) -> String {
    let failure = Cassette.Failure(domain: "", code: 0, text: text)
    let shown = redactor.redact(
      Cassette.Interaction(request: Cassette.Request(url: ""), outcome: .failure(failure, nil)))
    return VisibleText.plain(shown.outcome.failure?.text ?? "", limit: Self.textByteCount)
  }
}

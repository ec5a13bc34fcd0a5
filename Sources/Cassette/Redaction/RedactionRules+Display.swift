extension RedactionRules {
  /// A request as it may be shown in a message: `[redacted:NAME]` for every secret.
  ///
  /// What its names show to be secret is replaced there and wherever else in the request it stands.
  package func redactedForDisplay(_ request: Cassette.Request) -> Cassette.Request {
    Redactor(forDisplayBy: self).redact(
      Cassette.Interaction(request: request, outcome: .response(Cassette.Response(status: 200)))
    ).request
  }

  /// A text as it may be shown in a message: a URL, or an error's text with URLs in it.
  package func redactedForDisplay(_ text: String) -> String {
    let failure = Cassette.Failure(domain: "", code: 0, text: text)
    return Redactor(forDisplayBy: self).redact(
      Cassette.Interaction(request: Cassette.Request(url: ""), outcome: .failure(failure, nil))
    ).outcome.failure?.text ?? ""
  }
}

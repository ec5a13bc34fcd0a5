extension RequestMatcher {
  /// What differs between a request and a recorded one, each part's first difference.
  ///
  /// Parts of the request as sent are not looked at, for it is not known here.
  ///
  /// - Returns: Nothing where they match. The differences show values of `asked`, but none at a place
  ///   that was redacted in `recorded`.
  /// - Complexity: O(*n* log *n*) in the bytes of both.
  public func differences(
    between asked: Cassette.Request, and recorded: Cassette.Interaction
  ) -> [Difference] {
    differences(between: MatchSubject(asked), and: recorded, concealing: RedactedPlaces())
  }

  func differences(
    between asked: MatchSubject, and recorded: Cassette.Interaction, concealing: RedactedPlaces
  ) -> [Difference] {
    let key = LiveBinding.Key()
    var places = RedactedPlaces(recorded)
    places.conceal(concealing)
    var comparison = RequestComparison(asked, recorded.matched, recorded.target, places, key)
    let differences = parts.compactMap { $0.difference(&comparison) }
    guard let sent = asked.sent else { return differences }
    var placesSent = RedactedPlaces(recorded.redactions)
    placesSent.conceal(concealing)
    var asSent = RequestComparison(
      sent.subject, recorded.request, recorded.target, placesSent, key)
    return differences
      + partsSent.compactMap { part in
        guard var difference = part.difference(&asSent) else { return nil }
        difference.isOfSent = true
        return difference
      }
  }

  /// Compares a request with a recorded one, up to the first difference.
  ///
  /// - Parameters:
  ///   - asked: The live request. Parts of it as sent count where that is known.
  ///   - recorded: The recorded one.
  ///   - key: The key of the run's hashes.
  /// - Returns: What the recorded request's placeholders stand for; nil where the requests differ.
  /// - Complexity: O(*n* log *n*) in the bytes of both.
  package func match(
    _ asked: MatchSubject, _ recorded: Cassette.Interaction, key: LiveBinding.Key
  ) -> [LiveBinding]? {
    var comparison = RequestComparison(
      asked, recorded.matched, recorded.target, RedactedPlaces(recorded), key)
    for part in parts where part.difference(&comparison) != nil { return nil }
    guard let sent = asked.sent else { return comparison.bindings }
    var asSent = RequestComparison(
      sent.subject, recorded.request, recorded.target, RedactedPlaces(recorded.redactions), key)
    for part in partsSent where part.difference(&asSent) != nil { return nil }
    return comparison.bindings + asSent.bindings
  }

  /// What is compared of the request as sent.
  private var partsSent: [Part] {
    parts.compactMap { if case .sent(let part) = $0.kind { part } else { nil } }
  }
}

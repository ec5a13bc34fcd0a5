/// What a message says of how a request differs from a recording.
struct ShownDifferences {
  /// What differs, part by part.
  private(set) var differences: [RequestMatcher.Difference]
  /// Whether some of it lies in secrets alone, so that nothing of it is shown but where.
  private(set) var hidesSecrets = false

  /// Compares a request with a recording that may hold secrets still.
  ///
  /// - Parameters:
  ///   - asked: The request, secrets replaced.
  ///   - trueAsked: The request as it is.
  ///   - shown: The recording, secrets replaced.
  ///   - recorded: The recording as it is.
  ///   - matcher: The rule.
  ///   - concealing: Places of which no value is shown.
  init(
    of asked: MatchSubject, _ trueAsked: MatchSubject, from shown: Cassette.Interaction,
    _ recorded: Cassette.Interaction, by matcher: RequestMatcher, concealing: RedactedPlaces
  ) {
    differences = matcher.differences(between: asked, and: shown, concealing: concealing)
    guard shown.matched != recorded.matched || shown.request != recorded.request else { return }
    for hidden in matcher.differences(between: trueAsked, and: recorded, concealing: concealing) {
      let isShown = differences.contains { shown in
        shown.part == hidden.part && shown.isOfSent == hidden.isOfSent
      }
      guard !isShown else { continue }
      var difference = RequestMatcher.Difference(
        part: hidden.part, sent: "[redacted]", recorded: "[redacted], another one")
      difference.isOfSent = hidden.isOfSent
      differences.append(difference)
      hidesSecrets = true
    }
  }
}

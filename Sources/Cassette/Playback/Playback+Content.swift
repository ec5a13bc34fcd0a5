// What can be said of a request's answers before its content has been read.
extension Playback {
  /// Whether any recording may answer a request, whatever its query and content.
  ///
  /// - Complexity: As for `Cassette.candidates(onRoute:)`.
  package func hasCandidates(like request: Cassette.Request) -> Bool {
    !indices(like: request).isEmpty
  }

  /// The size in bytes of the largest content that a recording has which may answer a request, whatever
  /// its query and content.
  ///
  /// - Returns: The size; that of no number where a recording may answer content of any size.
  /// - Complexity: O(*c*) in the number of candidates, each of which is read.
  package func largestContent(like request: Cassette.Request) -> Int {
    guard !matching.hasCustomParts else { return .max }
    var largest = 0
    for index in indices(like: request) {
      let recorded: Cassette.Interaction
      do throws(CassetteError) {
        recorded = try cassette.interaction(at: index)
      } catch {
        // It is told of where it is looked at to answer.
        return .max
      }
      if RedactedPlaces(recorded).isInContent { return .max }
      largest = max(largest, recorded.matched.body.byteCount)
    }
    return largest
  }

  private func indices(like request: Cassette.Request) -> [Int] {
    matching.usesWholeRoute
      ? cassette.candidates(onRoute: MatchKey(request).route) : Array(0..<cassette.count)
  }
}

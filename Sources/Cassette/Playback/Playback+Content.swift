// What can be said of a request's answers before its content has been read.
extension Playback {
  /// Whether any recording may answer a request, whatever its query and content.
  ///
  /// - Complexity: As for `Cassette.candidates(onRoute:)`.
  package func hasCandidates(like request: Cassette.Request) -> Bool {
    !indices(like: request).isEmpty
  }

  /// How many bytes of a part's content have to be read to tell that no recording has the same, where it is
  /// 1 MiB or longer.
  ///
  /// - Parameters:
  ///   - part: Which part of a multipart request it is, from 0.
  ///   - request: The request; its query and content are not looked at.
  ///   - limit: What to say where a recording may answer content of any size. Recordings of more than
  ///     that are passed over.
  /// - Returns: The size in bytes of the largest content that a recording has there.
  /// - Complexity: O(*c*) in the number of candidates, each of which is read.
  package func largestContent(
    ofPart part: Int, of request: Cassette.Request, limit: Int
  ) -> Int {
    guard !matching.hasCustomParts else { return limit }
    var largest = 0
    for index in indices(like: request) {
      let recorded: Cassette.Interaction
      do throws(CassetteError) {
        recorded = try cassette.interaction(at: index)
      } catch {
        // It is told of where it is looked at to answer.
        return limit
      }
      guard let sections = RequestContent(recorded.matched).sections, part < sections.count else {
        continue
      }
      let section = sections[part]
      // A hash without the secrets is nothing to compare with.
      if section.digest != nil, RedactedPlaces(recorded).isInContent(ofPart: section.name) {
        return limit
      }
      if section.byteCount <= limit { largest = max(largest, section.byteCount) }
    }
    return largest
  }

  private func indices(like request: Cassette.Request) -> [Int] {
    matching.usesWholeRoute
      ? cassette.candidates(onRoute: MatchKey(request).route) : Array(0..<cassette.count)
  }
}

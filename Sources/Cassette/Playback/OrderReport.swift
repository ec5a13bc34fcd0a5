/// Why a request may not be sent yet: what is due, what differs, and where what was sent is recorded.
package struct OrderReport: Sendable {
  /// What a report is made from.
  package struct Input {
    /// The live request. It is redacted before anything of it is looked at or shown.
    package var asked: MatchSubject
    /// The place of the recording that is due.
    package var due: Int
    /// The recordings of the cassette.
    package var playback: Playback
    /// The cassette's path or name.
    package var cassette: String
    /// The mode's name, such as `once`.
    package var mode: String

    /// What a report is made from.
    package init(
      asked: MatchSubject, due: Int, playback: Playback, cassette: String, mode: String
    ) {
      self.asked = asked
      self.due = due
      self.playback = playback
      self.cassette = cassette
      self.mode = mode
    }
  }

  /// The whole text: ASCII, at most 4 KiB.
  package let text: String

  /// Compares what was sent with what is due.
  ///
  /// - Parameters:
  ///   - input: The request, and what is due.
  ///   - redact: Replaces the secrets of a recording's requests, and so those of the live one, too.
  /// - Throws: `CassetteError` where the cassette is damaged.
  /// - Complexity: O(*c*) in the number of recordings that may be the request's.
  package init(
    _ input: Input, redact: (Cassette.Interaction) -> Cassette.Interaction
  ) throws(CassetteError) {
    let playback = input.playback
    let recorded = try playback.cassette.interaction(at: input.due)
    let due = redact(recorded)
    let later = try playback.free(input.asked, limit: Self.listed + 1)
    let used = try playback.usedUp(input.asked).indices
    var places = RedactedPlaces(due)
    for index in (later + used).prefix(1) {
      places.conceal(RedactedPlaces(try playback.cassette.interaction(at: index)))
    }
    let asked = MatchSubject(
      redact(.init(request: input.asked.request, outcome: .response(.init(status: 200)))).request,
      target: input.asked.target)
    let differences = ShownDifferences(
      of: asked, MatchSubject(input.asked.request, target: input.asked.target), from: due,
      recorded, by: playback.matching, concealing: places
    ).differences

    var lines = [
      "\(MissReport.shown(asked, concealing: places)) is not due yet in "
        + "\(VisibleText.plain(input.cassette, limit: 300)) (mode \(input.mode)): entry \(input.due), "
        + "\(MissReport.shown(due.matched.method, due.matched.url)), is", "",
    ]
    if !differences.isEmpty {
      let shown = differences.prefix(3).map(\.description).joined(separator: "; in ")
      let more = differences.count > 3 ? "; and in \(differences.count - 3) more" : ""
      lines.append("they differ in \(shown)\(more)")
    }
    if !later.isEmpty {
      lines.append("what was sent is recorded later: \(Self.list(later))")
    } else if !used.isEmpty {
      lines.append("what was sent was recorded, and is used: \(Self.list(used))")
    } else {
      lines.append("what was sent is not recorded")
    }
    lines.append("to let different requests come in any order: options: .init(order: .any)")
    let text = lines.joined(separator: "\n")
    self.text = String(decoding: Array(text.utf8.prefix(MissReport.byteLimit)), as: UTF8.self)
  }

  private static let listed = 5

  private static func list(_ indices: [Int]) -> String {
    let shown = indices.prefix(listed).map { "\($0)" }.joined(separator: ", ")
    let more = indices.count > listed ? " and more" : ""
    return "\(indices.count == 1 ? "entry" : "entries") \(shown)\(more)"
  }
}

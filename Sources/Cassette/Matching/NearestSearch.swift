/// Finds the recordings nearest to a request among many, with bounded work.
struct NearestSearch {
  private struct Scored {
    let index: Int
    /// Secrets replaced, once it has been compared.
    var interaction: Cassette.Interaction
    let score: Int
    var hidesSecrets = false
  }

  private let asked: MatchSubject
  private let segments: [ArraySlice<UInt8>]
  private let items: Set<NamedValue>
  private let names: Set<[UInt8]>
  private let likeness: ContentLikeness
  /// The best so far, at most `MissReport.comparedLimit`, the best first.
  private var best: [Scored] = []
  /// What any of the entries looked at had redacted.
  private(set) var concealed = RedactedPlaces()
  private(set) var examinedCount = 0
  private(set) var isPartial = false
  /// What kept entries from being read, at most three lines.
  private(set) var failures: [String] = []

  /// A search for what is near a redacted request.
  init(_ asked: MatchSubject) {
    self.asked = asked
    segments = asked.uri.path.split(separator: UInt8(ascii: "/"))
    let queryItems = NamedValue.queryItems(asked.uri.query)
    items = Set(queryItems)
    names = Set(queryItems.map(\.name))
    likeness = ContentLikeness(asked.content)
  }

  /// Looks at entries.
  mutating func examine(
    _ input: MissReport.Input, _ interaction: (Int) throws -> Cassette.Interaction
  ) {
    for index in input.nearby.prefix(MissReport.examinedLimit) {
      examine(index, input.placeInCassette, interaction)
    }
    isPartial = examinedCount < input.entryCount
  }

  private mutating func examine(
    _ index: Int, _ place: (Int) -> Int, _ read: (Int) throws -> Cassette.Interaction
  ) {
    examinedCount += 1
    let interaction: Cassette.Interaction
    do {
      interaction = try read(index)
    } catch {
      if failures.count < 3 {
        failures.append(
          "entry \(place(index)) cannot be read: \(VisibleText.plain("\(error)", limit: 200))")
      }
      return
    }
    if !interaction.redactions.isEmpty { concealed.conceal(RedactedPlaces(interaction)) }
    let score = score(interaction)
    guard score > 0 else { return }
    if best.count == MissReport.comparedLimit, let last = best.last, last.score >= score { return }
    let place = best.firstIndex { $0.score < score } ?? best.endIndex
    best.insert(Scored(index: index, interaction: interaction, score: score), at: place)
    if best.count > MissReport.comparedLimit { best.removeLast() }
  }

  /// How near a recorded request is.
  private func score(_ interaction: Cassette.Interaction) -> Int {
    let request = interaction.matched
    let uri = TargetURI(request.url)
    var score = 0
    if uri.path == asked.uri.path {
      score += 40
    } else {
      let theirs = uri.path.split(separator: UInt8(ascii: "/"))
      score += 4 * min(zip(segments, theirs).prefix { $0 == $1 }.count, 6)
      let shared = zip(segments.reversed(), theirs.reversed()).prefix { $0 == $1 }.count
      score += 4 * min(shared, 3)
      if Self.isTypo(uri.path, of: asked.uri.path) { score += 20 }
    }
    // Without anything of the path or the host in common, requests are just two requests.
    if uri.host == asked.uri.host { score += 8 } else if score < 4 { return 0 }
    if uri.port == asked.uri.port { score += 2 }
    if uri.scheme == asked.uri.scheme { score += 1 }
    if request.method.utf8.elementsEqual(asked.request.method.utf8) { score += 12 }
    let theirs = NamedValue.queryItems(uri.query).prefix(32)
    score += min(theirs.count { items.contains($0) }, 4) * 2
    score += min(theirs.count { names.contains($0.name) }, 4)
    return score + likeness.score(RequestContent(request))
  }

  /// Whether two texts are equal but for a few bytes in one place.
  private static func isTypo(_ left: [UInt8], of right: [UInt8]) -> Bool {
    let prefix = zip(left, right).prefix { $0 == $1 }.count
    let rest = (left.dropFirst(prefix), right.dropFirst(prefix))
    let suffix = zip(rest.0.reversed(), rest.1.reversed()).prefix { $0 == $1 }.count
    return max(rest.0.count, rest.1.count) - suffix <= 2 && prefix + suffix > 1
  }

  /// The three nearest by what differs, then by score, then by place in the cassette.
  ///
  /// - Parameters:
  ///   - trueAsked: The request with its secrets.
  ///   - matcher: The rule that found nothing.
  ///   - useCount: How often an entry has been used.
  ///   - skipped: Entries that are no answer to what differs.
  ///   - redact: Replaces the secrets of a recording's requests.
  /// - Returns: Three at most, of those that differ.
  mutating func compare(
    _ trueAsked: MatchSubject, by matcher: RequestMatcher, _ useCount: (Int) -> Int,
    skipping skipped: Set<Int>, redact: (Cassette.Interaction) -> Cassette.Interaction
  ) -> [MissReport.Nearest] {
    best.removeAll { skipped.contains($0.index) }
    let compared = best.indices.map { place in
      let recorded = best[place].interaction
      let shown = redact(recorded)
      let found = ShownDifferences(
        of: asked, trueAsked, from: shown, recorded, by: matcher, concealing: concealed)
      best[place].interaction = shown
      best[place].hidesSecrets = found.hidesSecrets
      return (
        score: best[place].score,
        nearest: MissReport.Nearest(
          index: best[place].index, request: shown.matched, differences: found.differences,
          useCount: useCount(best[place].index))
      )
    }
    // Redacted as it is, the request may match what its true values do not.
    return
      compared.filter { !$0.nearest.differences.isEmpty }
      .sorted { left, right in
        (left.nearest.differences.count, -left.score, left.nearest.index)
          < (right.nearest.differences.count, -right.score, right.nearest.index)
      }
      .prefix(3).map(\.nearest)
  }

  /// The narrowest matcher by which an entry answers; nil where there is none worth giving, and where that
  /// takes looking at secrets.
  func rule(for index: Int, from matcher: RequestMatcher) -> RequestMatcher? {
    best.first { $0.index == index && !$0.hidesSecrets }.flatMap { candidate in
      NarrowestRule.rule(
        from: matcher, for: asked, candidate.interaction, concealing: concealed)
    }
  }
}

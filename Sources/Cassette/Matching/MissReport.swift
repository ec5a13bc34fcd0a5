/// Why no recording answers a request, in a form that teaches: what is nearest, what differs, what to do.
package struct MissReport: Sendable {
  /// A recording that is near.
  package struct Nearest: Sendable {
    /// Its number in the cassette, from 0.
    package let index: Int
    /// Its request as recorded, secrets replaced.
    package let request: Cassette.Request
    /// What differs.
    package let differences: [RequestMatcher.Difference]
    /// How often it has been used.
    package let useCount: Int
  }

  /// What a report is made from.
  package struct Input {
    /// The live request. It is redacted before anything of it is looked at or shown.
    package var asked: Cassette.Request
    /// The request as it would be sent, where that is known and compared; it is redacted, too.
    package var sent: Cassette.Request?
    /// The target that makes it, where that is known.
    package var target: Cassette.TargetIdentity?
    /// The rule that found nothing.
    package var matcher: RequestMatcher
    /// The cassette's path or name.
    package var cassette: String
    /// The mode's name, such as `once`.
    package var mode: String
    /// How many entries the cassette has.
    package var entryCount: Int
    /// The entries to look at, the likeliest first.
    package var nearby: [Int]
    /// The place of an entry in its own cassette, where several are numbered on from one to the next.
    package var placeInCassette: (Int) -> Int
    /// The entries that match, all of which are used up.
    package var usedUp: Playback.UsedUp
    /// Further lines that help, such as how to let the last recording answer again.
    package var hints: [String]
    /// The last line: what to do next.
    package var nextAction: String?

    /// What a report is made from; what is left out is unknown.
    package init(
      asked: Cassette.Request, sent: Cassette.Request? = nil,
      target: Cassette.TargetIdentity? = nil, matcher: RequestMatcher, cassette: String,
      mode: String, entryCount: Int, nearby: [Int],
      placeInCassette: @escaping (Int) -> Int = { $0 }, usedUp: Playback.UsedUp = .init(),
      hints: [String] = [], nextAction: String? = nil
    ) {
      self.asked = asked
      self.sent = sent
      self.target = target
      self.matcher = matcher
      self.cassette = cassette
      self.mode = mode
      self.entryCount = entryCount
      self.nearby = nearby
      self.placeInCassette = placeInCassette
      self.usedUp = usedUp
      self.hints = hints
      self.nextAction = nextAction
    }
  }

  /// The most entries that are looked at, so that a report costs the same on any cassette.
  package static let examinedLimit = 36
  /// The most entries that are compared part by part.
  static let comparedLimit = 8
  /// The most bytes of the whole text.
  package static let byteLimit = 4_096

  /// The first line, which stands alone.
  package let headline: String
  /// Up to three recordings that are near, the nearest first.
  package let nearest: [Nearest]
  /// The matcher by which the nearest recording would have answered; nil where no option does it.
  package let rule: RequestMatcher?
  /// The whole text: ASCII, at most 4 KiB.
  package let text: String

  /// Looks for the nearest recordings and says what differs.
  ///
  /// - Parameters:
  ///   - input: The request, and what is known of its cassette.
  ///   - useCount: How often an entry has been used.
  ///   - interaction: Reads an entry. What it throws is named in the text, and the entry passed over.
  ///   - redact: Replaces the secrets of a recording's requests, and so those of the live one, too.
  /// - Complexity: At most `examinedLimit` entries are read and at most 8 are compared part by part.
  package init(
    _ input: Input, useCount: (Int) -> Int,
    interaction: (Int) throws -> Cassette.Interaction,
    redact: (Cassette.Interaction) -> Cassette.Interaction
  ) {
    func shown(_ request: Cassette.Request) -> Cassette.Request {
      redact(.init(request: request, outcome: .response(.init(status: 200)))).request
    }
    var asked = MatchSubject(shown(input.asked), target: input.target)
    var trueAsked = MatchSubject(input.asked, target: input.target)
    if let sent = input.sent {
      asked = asked.sent(as: shown(sent))
      trueAsked = trueAsked.sent(as: sent)
    }
    var search = NearestSearch(asked)
    search.examine(input, interaction)
    let concealed = search.concealed
    let nearest = search.compare(
      trueAsked, by: input.matcher, useCount, skipping: Set(input.usedUp.indices), redact: redact)
    let rule = nearest.first.flatMap { first in
      search.rule(for: first.index, from: input.matcher)
    }

    let target = MissReport.shown(asked, concealing: concealed)
    let cassette = VisibleText.plain(input.cassette, limit: 300)
    var headline = "no recording of \(target) in \(cassette) (mode \(input.mode))"
    if !input.usedUp.indices.isEmpty { headline += ": \(input.usedUp)" }
    var lines: [String] = []
    for (offset, near) in nearest.enumerated() {
      lines.append(Self.line(near, number: offset + 1))
    }
    if nearest.isEmpty, input.usedUp.indices.isEmpty {
      lines.append(
        input.entryCount == 0 ? "the cassette is empty" : "nothing recorded is near it")
    }
    if search.isPartial {
      lines.append("(of \(search.examinedCount) of the cassette's \(input.entryCount) entries)")
    }
    lines += search.failures
    var last: [String] = []
    // Cut, it could not be pasted.
    if let rule, rule.description.utf8.count <= 400 {
      last.append("this would match #1: options: .init(matching: \(rule))")
    }
    last += input.hints.map { VisibleText.plain($0, limit: 400) }
    if let nextAction = input.nextAction { last.append(VisibleText.plain(nextAction, limit: 600)) }

    self.headline = headline
    self.nearest = nearest
    self.rule = rule
    text = Self.layOut(headline, lines, last)
  }

  private static func line(_ near: Nearest, number: Int) -> String {
    let shown = shown(near.request.method, near.request.url)
    let differences = near.differences.prefix(3).map(\.description).joined(separator: "; in ")
    let more = near.differences.count > 3 ? "; and in \(near.differences.count - 3) more" : ""
    let used = near.useCount > 0 ? " (used)" : ""
    return "#\(number) \(shown)\(used) differs in \(differences)\(more)"
  }

  static func shown(_ method: String, _ url: String) -> String {
    "\(VisibleText.plain(method, limit: 40)) \(VisibleText.plain(url, limit: 400))"
  }

  /// Method and URL of the live request without what any recording thought secret.
  static func shown(_ asked: MatchSubject, concealing places: RedactedPlaces) -> String {
    let request = asked.request
    var url = Array(request.url.utf8)
    func replace(_ range: Range<Int>) {
      url.replaceSubrange(range, with: "[redacted]".utf8)
    }
    // From the back, so that earlier offsets stay good.
    let end = url.firstIndex(of: UInt8(ascii: "#")) ?? url.endIndex
    if let mark = url[..<end].firstIndex(of: UInt8(ascii: "?")), places.isInQuery {
      if places.rawQuery != nil {
        replace((mark + 1)..<end)
      } else {
        let items = url[(mark + 1)..<end].split(
          separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        for item in items.reversed() {
          guard let sign = item.firstIndex(of: UInt8(ascii: "=")), sign + 1 < item.endIndex,
            places.query(named: Array(item[..<sign])) != nil
          else { continue }
          replace((sign + 1)..<item.endIndex)
        }
      }
    }
    if asked.uri.user != nil, let start = url.firstRange(of: "//".utf8)?.upperBound {
      let stop =
        url[start...].firstIndex { [0x2F, 0x3F, 0x23].contains($0) } ?? url.endIndex
      if let at = url[start..<stop].lastIndex(of: UInt8(ascii: "@")) { replace(start..<at) }
    }
    return shown(request.method, String(decoding: url, as: UTF8.self))
  }

  /// Puts the lines together; what does not fit of those in the middle is cut.
  private static func layOut(_ headline: String, _ lines: [String], _ last: [String]) -> String {
    let ending = last.isEmpty ? "" : "\n" + last.joined(separator: "\n")
    let notice = "\n(cut)"
    var text = headline
    if !lines.isEmpty { text += "\n" }
    for line in lines {
      let room = byteLimit - text.utf8.count - ending.utf8.count - notice.utf8.count
      guard line.utf8.count + 1 <= room else {
        text += notice
        break
      }
      text += "\n" + line
    }
    text += ending
    // Hints are the caller's; still the text has its limit.
    return text.utf8.count <= byteLimit
      ? text : String(decoding: Array(text.utf8.prefix(byteLimit)), as: UTF8.self)
  }
}

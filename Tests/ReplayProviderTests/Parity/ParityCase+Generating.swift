import Foundation
import MoyaCore
import TestSupport

extension ParityCase {
  /// A case of that number, made up by the generator.
  ///
  /// - Parameters:
  ///   - id: Its number.
  ///   - isRedacted: Whether secrets are replaced, so that answers may have none.
  ///   - follows: Whether redirections are followed.
  ///   - random: The generator.
  init(id: Int, isRedacted: Bool, follows: Bool, using random: inout SplitMix64) {
    self.id = id
    content = ParityContent(kind: random.pick(ParityContent.Kind.allCases), seed: random.next())
    path =
      "/c/\(id)/" + random.pick(["x", "x", "x", "a b", "\u{E9}", "%41", "x;v=1", "~", "\u{1F600}"])
    method = Self.method(for: content, &random)
    headers = Self.headers(&random)
    answer = ParityAnswer(
      isRedacted: isRedacted,
      // Where a download stops at a redirection, Linux calls it done and writes no file.
      mayRedirect: follows || !content.isDownload, using: &random)
    validation = random.pick([
      .none, .none, .none, .successCodes, .successAndRedirectCodes, .customCodes([200, 404, 503]),
    ])
    let isCancelled = answer.trouble == nil && content.isBuilt(for: method) && random.chance(5)
    cancellation =
      !isCancelled
      ? .never : random.pick([.whileHeld, .whileHeld, .beforeSending])
    // Only a completion's call can be cancelled by hand.
    style = cancellation == .never ? random.pick(Style.allCases) : .completion
    hasOwnQueue = random.chance(30)
    isRequestedLate = cancellation != .beforeSending && random.chance(15)
  }

  private static func method(
    for content: ParityContent, _ random: inout SplitMix64
  ) -> Moya.Method {
    let all: [Moya.Method] = [
      .get, .post, .put, .patch, .delete, .head, .options, .trace,
      .init(rawValue: "PURGE"), .init(rawValue: "REPORT"),
    ]
    if random.chance(8), !content.isStreamed { return random.pick(all) }
    if content.isMultipart { return random.pick([.post, .put, .patch]) }
    if content.isDownload { return random.pick([.get, .get, .get, .post]) }
    if content.isInURL { return random.pick([.get, .get, .get] + all) }
    return random.pick([.post, .post, .put, .patch, .delete, .init(rawValue: "REPORT")])
  }

  private static func headers(_ random: inout SplitMix64) -> [String: String]? {
    guard random.chance(60) else { return nil }
    var fields: [String: String] = [:]
    for _ in 0..<random.below(4) {
      switch random.below(6) {
      case 0: fields["Accept"] = "application/json"
      case 1: fields["X-Empty"] = ""
      case 2: fields["x-text"] = "caf\u{E9}"
      case 3: fields["User-Agent"] = "parity/1"
      case 4: fields["Accept-Language"] = "de, en;q=0.5"
      default: fields["X-Number"] = "\(random.below(100))"
      }
    }
    return fields
  }
}

extension ParityAnswer {
  private static let statuses = [
    201, 202, 203, 204, 205, 206, 207, 226, 299, 300, 304, 305, 399, 400, 401, 402, 403, 404, 405,
    408, 409, 410, 418, 421, 422, 425, 426, 428, 429, 451, 499, 500, 501, 502, 503, 504, 511, 599,
  ]

  init(isRedacted: Bool, mayRedirect: Bool, using random: inout SplitMix64) {
    status = random.chance(45) ? 200 : random.pick(Self.statuses)
    fields = random.answerFields(isRedacted: isRedacted)
    coding = random.chance(60) ? .none : random.pick(Coding.allCases)
    framing = random.pick([.length, .length, .chunks, .close])
    hasEarlyHints = random.chance(4)
    isHTTP10 = random.chance(5)
    var trouble = random.chance(14) ? random.pick(Trouble.allCases) : nil
    // A second each, and a connection to each.
    if trouble == .silence, !random.chance(25) { trouble = .closed }
    self.trouble = trouble
    let content = random.content()
    // What is cut off needs some to be cut off from.
    body = trouble == nil ? content : Array("0123456789abcdef".utf8)
    step = trouble == nil ? 1 + random.below(max(1, body.count)) : 1 + random.below(8)
    redirection =
      mayRedirect && trouble == nil && random.chance(12)
      ? Redirection(
        status: random.pick([301, 302, 303, 307, 308]), hops: 1 + random.below(3),
        form: random.pick(Redirection.Form.allCases))
      : nil
  }
}

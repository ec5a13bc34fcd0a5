import Foundation

/// Compares what was replayed with what was seen live.
struct Difference {
  /// The places and placeholders that the cassette lists for one interaction.
  let redactions: [(place: String, placeholder: String)]
  /// What placeholders may stand for.
  let secrets: SecretForms
  /// Whether errors come without the wrapping that live ones have, as Moya's own stubs have them.
  let isPlain: Bool
  /// What each placeholder of the cassette was found to stand for.
  private(set) var meanings: [String: String]

  /// What differs, a line each.
  private(set) var lines: [String] = []
  /// How many places held a placeholder, and how many placeholders there were.
  private(set) var placeCount = 0
  private(set) var placeholderCount = 0
  /// How many `Content-Length` fields are those of the body as redacted.
  private(set) var followingLengthCount = 0

  init(
    redactions: [(place: String, placeholder: String)], secrets: SecretForms, isPlain: Bool,
    meanings: [String: String]
  ) {
    self.redactions = redactions
    self.secrets = secrets
    self.isPlain = isPlain
    self.meanings = meanings
  }

  /// Compares all that a caller is given.
  mutating func compare(live: Seen, replayed: Seen) {
    exact("status", live.status, replayed.status)
    compareFields(live, replayed)
    text("final URL", live.finalURL, replayed.finalURL, at: ["response.url", "request.url"])
    exact("MIME type", live.mimeType, replayed.mimeType)
    bytes("body", live.body, replayed.body, at: ["response.body"])
    bytes("file", live.file, replayed.file, at: ["response.body"])
    if isPlain {
      exact("failed", !live.failures.isEmpty, !replayed.failures.isEmpty)
      guard live.status == nil else { return }
      exact("domain", live.failures.last?.domain, replayed.failures.last?.domain)
      exact("code", live.failures.last?.code, replayed.failures.last?.code)
      text("text", live.failures.last?.text, replayed.failures.last?.text, at: ["error.text"])
    } else {
      exact("number of errors", live.failures.count, replayed.failures.count)
      for (live, replayed) in zip(live.failures, replayed.failures) {
        exact("error's type", live.type, replayed.type)
        exact("error's domain", live.domain, replayed.domain)
        exact("error's code", live.code, replayed.code)
        text("error's text", live.text, replayed.text, at: ["error.text"])
      }
    }
  }

  private mutating func exact<Value: Equatable>(_ what: String, _ live: Value, _ replayed: Value) {
    if live != replayed { lines.append("\(what): live \(live), replayed \(replayed)") }
  }

  private mutating func compareFields(_ live: Seen, _ replayed: Seen) {
    var live = live
    if let length = followingLength(live, replayed) {
      followingLengthCount += 1
      live.headerFields?["Content-Length"] = "\(length)"
      live.expectedContentLength = Int64(length)
    }
    exact("expected length", live.expectedContentLength, replayed.expectedContentLength)
    guard let fields = live.headerFields, let others = replayed.headerFields else {
      return exact("header fields", live.headerFields, replayed.headerFields)
    }
    exact("names of header fields", fields.keys.sorted(), others.keys.sorted())
    for name in fields.keys.sorted() {
      text("header field \(name)", fields[name], others[name], at: ["response.header[\(name)]"])
    }
  }

  /// The length of the replayed body, where secrets in it were replaced and `Content-Length`, which was
  /// that of the live body, may have followed.
  private func followingLength(_ live: Seen, _ replayed: Seen) -> Int? {
    guard let before = live.body?.count, let after = replayed.body?.count, before != after,
      live.headerFields?["Content-Length"] == "\(before)",
      replayed.headerFields?["Content-Length"] == "\(after)",
      redactions.contains(where: { $0.place.hasPrefix("response.body") })
    else { return nil }
    return after
  }

  private mutating func text(
    _ what: String, _ live: String?, _ replayed: String?, at places: [String]
  ) {
    bytes(what, live.map { Data($0.utf8) }, replayed.map { Data($0.utf8) }, at: places)
  }

  private mutating func bytes(
    _ what: String, _ live: Data?, _ replayed: Data?, at places: [String]
  ) {
    guard let live, let replayed, live != replayed else { return exact(what, live, replayed) }
    let placeholders = Set(
      redactions.filter { redaction in
        places.contains { redaction.place.lowercased().hasPrefix($0.lowercased()) }
      }.map(\.placeholder))
    guard let values = Placeholders(placeholders).values(in: live, as: replayed) else {
      lines.append(
        "\(what): live \(secrets.hidden(in: Self.shown(live))), replayed \(Self.shown(replayed)), "
          + "redacted there: \(placeholders.sorted())")
      return
    }
    placeCount += 1
    placeholderCount += values.count
    for (placeholder, value) in values {
      guard let secret = secrets.secret(value) else {
        lines.append(
          "\(what): \(placeholder) stands for what is no secret: \(Self.shown(value))")
        continue
      }
      let name = placeholder.removingPercentEncoding ?? placeholder
      if let earlier = meanings[name], earlier != secret {
        lines.append("\(what): \(placeholder) stands for another secret than before")
      }
      meanings[name] = secret
    }
  }

  private static func shown(_ data: Data) -> String {
    let text = String(data: data, encoding: .utf8) ?? data.base64EncodedString()
    return text.count > 1_500 ? "\(text.prefix(1_500))… (\(data.count) bytes)" : text
  }
}

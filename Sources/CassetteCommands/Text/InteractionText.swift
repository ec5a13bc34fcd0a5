import Cassette
import Foundation

/// An interaction as people read it: on one line, or whole.
enum InteractionText {
  /// One line: number, method, status, size of the body, URL, target, and the error where there is one.
  static func row(_ number: Int?, _ interaction: Cassette.Interaction) -> String {
    let response = interaction.outcome.response
    var columns = [
      Terminal.indented(number.map { "\($0)" } ?? "-", to: 4),
      Terminal.padded(Terminal.line(interaction.matched.method), to: 6),
      Terminal.padded(
        interaction.outcome.failure == nil ? "\(response?.status ?? 0)" : "error", to: 5),
      Terminal.indented(
        response.map { "\($0.body.byteCount)" } ?? "-", to: 8),
      Terminal.line(interaction.matched.url),
    ]
    if let target = interaction.target { columns.append(name(of: target)) }
    if let failure = interaction.outcome.failure { columns.append(name(of: failure)) }
    return columns.joined(separator: "  ")
  }

  /// All of it, over several lines.
  static func whole(_ number: Int, _ interaction: Cassette.Interaction) -> String {
    var lines = [
      "entry \(number): \(Terminal.line(interaction.matched.method)) "
        + Terminal.line(interaction.matched.url)
    ]
    if let target = interaction.target { lines.append("target: \(name(of: target))") }
    lines.append(
      "started: \(Timestamp.text(of: interaction.startedAt)), took "
        + "\(Timestamp.milliseconds(of: interaction.duration)) ms")
    if let progress = interaction.progress {
      let total = progress.totalByteCount.map { "\($0)" } ?? "an unknown number of"
      lines.append("progress: \(progress.completedByteCount) of \(total) bytes")
    }
    if let cache = interaction.fromCache { lines.append("from cache: \(cache.rawValue)") }
    for redaction in interaction.redactions {
      lines.append(
        "redacted: \(Terminal.line(redaction.place)) as \(Terminal.line(redaction.placeholder))")
    }
    lines += interaction.notes.map { "note: \(Terminal.line($0))" }
    if !interaction.tags.isEmpty {
      lines.append("tags: \(interaction.tags.map { Terminal.line($0) }.joined(separator: ", "))")
    }
    for (index, attempt) in interaction.attempts.enumerated() {
      lines += block("attempt \(index), request", Self.lines(of: attempt.request))
      lines += Self.lines(of: attempt.outcome, prefix: "attempt \(index), ")
    }
    if let built = interaction.built {
      lines += block("request as built", Self.lines(of: built))
      lines += block("request as sent", Self.lines(of: interaction.request))
    } else {
      lines += block("request", Self.lines(of: interaction.request))
    }
    lines += Self.lines(of: interaction.outcome, prefix: "")
    return lines.joined(separator: "\n")
  }

  /// `Type.case`.
  static func name(of target: Cassette.TargetIdentity) -> String {
    Terminal.line(target.type) + (target.name.map { "." + Terminal.line($0) } ?? "")
  }

  private static func name(of failure: Cassette.Failure) -> String {
    "\(Terminal.line(failure.domain)) \(failure.code)"
  }

  private static func block(_ title: String, _ lines: [String]) -> [String] {
    ["", title + ":"] + lines.map { $0.utf8.isEmpty ? "" : "  " + $0 }
  }

  private static func lines(of request: Cassette.Request) -> [String] {
    [
      "\(Terminal.line(request.method)) \(Terminal.line(request.url)) "
        + Terminal.line(request.httpVersion)
    ] + lines(of: request.headerFields, request.body)
  }

  private static func lines(of outcome: Cassette.Outcome, prefix: String) -> [String] {
    var lines: [String] = []
    if let response = outcome.response {
      var start = "\(Terminal.line(response.httpVersion)) \(response.status)"
      if !response.statusText.utf8.isEmpty { start += " " + Terminal.line(response.statusText) }
      lines += block(
        prefix + "response",
        [start] + (response.finalURL.map { ["from \(Terminal.line($0))"] } ?? [])
          + self.lines(of: response.headerFields, response.body)
          + (response.contentIsMissing ? ["", "(content that was not kept)"] : []))
    }
    if let failure = outcome.failure {
      lines += block(
        prefix + "error",
        [name(of: failure)] + (failure.text.utf8.isEmpty ? [] : [Terminal.line(failure.text)]))
    }
    return lines
  }

  private static func lines(
    of fields: Cassette.HeaderFields, _ body: Cassette.Body
  ) -> [String] {
    let bodyLines = BodyText.lines(of: body, contentType: fields["Content-Type"])
    return fields.map { "\(Terminal.line($0.name)): \(Terminal.line($0.value))" }
      + (bodyLines.isEmpty ? [] : [""] + bodyLines)
  }
}

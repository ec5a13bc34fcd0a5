import Cassette

extension RunLog: CustomStringConvertible {
  /// The log as a table: a line of counts, a line for each call, and a line for each entry not played.
  public var description: String {
    let name = VisibleText.plain(cassette, limit: 300)
    var lines = ["\(Self.count(callCount, "call")) on \(name) (mode \(mode))\(counts.text)"]
    let numbers = calls.map { "#\($0.number)" }
    let outcomes = calls.map(\.outcome.text)
    let width = (numbers.map(\.utf8.count).max() ?? 0, outcomes.map(\.utf8.count).max() ?? 0)
    for (index, call) in calls.enumerated() {
      if index > 0, call.number > calls[index - 1].number + 1 {
        lines.append("(\(call.number - calls[index - 1].number - 1) calls are not kept)")
      }
      lines.append(
        Self.padded(numbers[index], width.0) + " " + Self.padded(outcomes[index], width.1)
          + " " + call.request)
      if case .failed(let why) = call.outcome, !why.isEmpty { lines.append("    " + why) }
      lines += call.notes.map { "    " + VisibleText.plain($0, limit: 300) }
    }
    guard unplayedCount > 0 else { return lines.joined(separator: "\n") }
    lines.append(
      "\(Self.count(unplayedCount, "entry", "entries")) of the cassette "
        + (unplayedCount == 1 ? "has" : "have") + " answered no call:")
    lines += unplayed.map(\.description)
    if unplayedCount > unplayed.count {
      lines.append("(\(unplayedCount - unplayed.count) more)")
    }
    return lines.joined(separator: "\n")
  }

  static func count(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count) \(count == 1 ? one : many ?? one + "s")"
  }

  /// A request on one line, for a URL may hold anything.
  fileprivate static func request(
    _ method: String, _ url: String, _ target: Cassette.TargetIdentity?
  ) -> String {
    let words = [
      VisibleText.plain(method, limit: 40), VisibleText.plain(url, limit: 400),
      target.map { "(\(VisibleText.plain($0.text, limit: 200)))" } ?? "",
    ]
    return words.filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.utf8.count))
  }
}

extension RunLog.Call: CustomStringConvertible {
  /// The call on one line: its number, its request, its target and what has become of it.
  public var description: String { "#\(number) \(request): \(outcome.text)" }

  fileprivate var request: String { RunLog.request(method, url, target) }
}

extension RunLog.Unplayed: CustomStringConvertible {
  /// The entry on one line: its place, its request and its target.
  public var description: String {
    let place = cassette.map { " (\(VisibleText.plain($0, limit: 300)))" } ?? ""
    return "entry \(index)\(place): " + RunLog.request(method, url, target)
  }
}

extension RunLog.Outcome {
  /// What has become of a call, in a word; and which entry it was.
  fileprivate var text: String {
    switch self {
    case .replayed(let index): "replayed entry \(index)"
    case .recorded: "recorded"
    case .compared(let index): "compared with entry \(index)"
    case .live: "live"
    case .missed: "missed"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .timedOut: "timed out"
    case .notSent: "not sent"
    case .sample: "its sample"
    case .underWay: "under way"
    }
  }
}

extension RunLog.Counts {
  /// The counts that are not 0, to follow a sentence.
  fileprivate var text: String {
    let counts = [
      (replayed, "replayed"), (recorded, "recorded"), (compared, "compared"), (live, "live"),
      (missed, "missed"), (failed, "failed"), (cancelled, "cancelled"), (timedOut, "timed out"),
      (notSent, "not sent"), (sample, "by samples"), (underWay, "under way"),
    ]
    let text = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    return text.isEmpty ? "" : ": \(text)"
  }
}

extension Cassette.TargetIdentity {
  /// Type and case, such as `GitHub.userProfile`.
  var text: String { name.map { "\(type).\($0)" } ?? type }
}

import Cassette

/// What a recording has changed in its cassette.
struct RecordingSummary {
  /// Some calls: how many, and the first few.
  struct Calls {
    /// How many are shown.
    static let limit = 5

    var count = 0
    private(set) var first: [(method: String, url: String)] = []

    /// Counts a call, with its secrets replaced.
    mutating func add(method: String, url: String) {
      count += 1
      if first.count < Self.limit { first.append((method, url)) }
    }

    /// Counts an interaction, as it is written.
    mutating func add(_ interaction: Cassette.Interaction) {
      add(method: interaction.matched.method, url: interaction.matched.url)
    }

    /// A line for each of the first, after a line break; and one for the others.
    func lines(mark: String) -> String {
      var lines = first.map { "\n\(mark) \(Self.shown($0.method)) \(Self.shown($0.url))" }
      if count > first.count { lines.append("\n\(mark) (\(count - first.count) more)") }
      return lines.joined()
    }

    /// A text on one line, for a URL may hold anything.
    private static func shown(_ text: String) -> String {
      let bytes = text.utf8.prefix(300).map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Requests that the cassette did not have.
  var new = Calls()
  /// Requests whose answers have changed.
  var changed = Calls()
  /// Requests that the cassette had and has no more.
  var gone = Calls()
  /// How many were recorded again with the same answers.
  var sameCount = 0
  /// How many entries stayed that nothing was recorded of.
  var keptCount = 0
}

extension RecordingSummary: CustomStringConvertible {
  /// What was changed, to follow a sentence: the counts, and lines of `+` new, `~` changed, `-` gone.
  var description: String {
    var counts = [
      (new.count, "new"), (changed.count, "changed"), (gone.count, "gone"), (sameCount, "the same"),
    ]
    counts.append((keptCount, "kept"))
    let text = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    return (text.isEmpty ? "" : ": \(text)") + new.lines(mark: "+") + changed.lines(mark: "~")
      + gone.lines(mark: "-")
  }
}

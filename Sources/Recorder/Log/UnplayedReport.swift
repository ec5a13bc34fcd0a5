import Cassette

/// Which entries of a cassette have answered no call of a run.
public struct UnplayedReport: Hashable, Sendable {
  /// The cassette's path.
  public var cassette: String
  /// How many entries the cassette has.
  public var entryCount: Int
  /// How many of them have answered no call.
  public var count: Int
  /// Those: the first hundred.
  public var first: [RunLog.Unplayed]
  /// How to record the cassette without them.
  var howToRecord: String
}

extension UnplayedReport: CustomStringConvertible {
  /// A line of counts, then a line for each entry, 40 at most, and what to do.
  public var description: String {
    let headline =
      "\(count) of \(RunLog.count(entryCount, "entry", "entries")) in "
      + "\(VisibleText.plain(cassette, limit: 300)) \(count == 1 ? "has" : "have") answered no call"
    var lines: [String] = []
    var byteCount = 0
    for entry in first.prefix(40) {
      let line = entry.description
      byteCount += line.utf8.count + 1
      guard byteCount <= 2_048 else { break }
      lines.append(line)
    }
    if count > lines.count { lines.append("(\(count - lines.count) more)") }
    let advice = "To allow it: options: .init(unplayed: .log). \(howToRecord)"
    return ([headline, ""] + lines + ["", advice]).joined(separator: "\n")
  }
}

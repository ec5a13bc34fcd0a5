/// The lines of a cassette's text that hold no entry.
enum CassetteText {
  /// Changes only with the form of the text.
  static let creatorVersion = "1.0"

  /// What a first line says.
  struct Opening {
    /// When the cassette was last compared with what is live, in milliseconds since 1970.
    var checkedAt: Int?
  }

  /// The first line up to what may differ between cassettes.
  private static let start = Array(
    (#"{"log":{"version":"1.2","creator":{"name":"MoyaCassettes","version":"\#(creatorVersion)"},"#
      + #""_cassette":\#(CassetteError.supportedVersion)"#).utf8)
  private static let checked = Array(#","_checkedAt":""#.utf8)
  private static let end = Array((#","entries":["# + "\n").utf8)

  /// The first line, with its line feed.
  static let opening = start + end

  /// The first line of a cassette that says when it was last compared with what is live.
  static func opening(checkedAt milliseconds: Int?) -> [UInt8] {
    guard let milliseconds else { return opening }
    var json = JSONText()
    Timestamp.append(milliseconds: milliseconds, to: &json)
    return start + checked + json.bytes + [UInt8(ascii: "\"")] + end
  }

  /// The size of the longest first line, in bytes.
  static let openingLimit = opening.count + checked.count + Timestamp.byteCount + 1

  /// What a text says in its first line; nil where that is none of ours.
  ///
  /// - Parameter text: The text's beginning, of `openingLimit` bytes or more.
  /// - Returns: What the line says.
  static func readOpening(_ text: UnsafeRawBufferPointer) -> Opening? {
    if text.starts(with: opening) { return Opening(checkedAt: nil) }
    let date = (start.count + checked.count)..<(start.count + checked.count + Timestamp.byteCount)
    guard text.count >= openingLimit, text.starts(with: start + checked),
      text[(date.upperBound + 1)...].starts(with: end), text[date.upperBound] == UInt8(ascii: "\""),
      let checkedAt = Timestamp.milliseconds(
        ofOwnForm: UnsafeRawBufferPointer(rebasing: text[date]))
    else { return nil }
    return Opening(checkedAt: checkedAt)
  }

  /// The last line, with its line feed.
  static let closing = Array("]}}\n".utf8)
}

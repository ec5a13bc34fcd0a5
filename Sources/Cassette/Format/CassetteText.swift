/// The lines of a cassette's text that hold no entry.
enum CassetteText {
  /// Changes only with the form of the text.
  static let creatorVersion = "1.0"

  /// The first line, with its line feed.
  static let opening = Array(
    (#"{"log":{"version":"1.2","creator":{"name":"MoyaCassettes","version":"\#(creatorVersion)"},"#
      + #""_cassette":\#(CassetteError.supportedVersion),"entries":["# + "\n").utf8)

  /// The last line, with its line feed.
  static let closing = Array("]}}\n".utf8)
}

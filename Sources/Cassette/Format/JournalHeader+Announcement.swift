/// The journal's last line, where its recording came as far as putting the cassette in its place.
extension JournalHeader.Base {
  /// The largest announcement, in bytes.
  static let announcementLimit = 100

  /// The line, with its line feed.
  var announcement: [UInt8] {
    var json = JSONText()
    json.raw(#"{"_saved":"#)
    write(to: &json)
    json.raw("}\n")
    return json.bytes
  }

  /// Adds the object that says it.
  func write(to json: inout JSONText) {
    json.raw(#"{"size":"#)
    json.integer(byteCount)
    json.raw(#","crc":"#)
    json.integer(Int(crc32))
    json.raw("}")
  }

  /// What a line announces; nil where it is another line.
  init?(announcement document: JSONDocument) {
    guard let saved = document.member("_saved", of: document.root) else { return nil }
    self.init(saved, of: document)
  }

  /// What an object says; nil where a member is missing or out of range.
  init?(_ object: JSONNode, of document: JSONDocument) {
    guard let size = document.member("size", of: object).flatMap({ document.integer($0) }),
      let crc = document.member("crc", of: object).flatMap({ document.integer($0) }),
      let crc32 = UInt32(exactly: crc)
    else { return nil }
    self.init(byteCount: size, crc32: crc32)
  }
}

extension JournalHeader {
  /// The line that says that a recording has come to its end, its line feed included.
  static var end: [UInt8] { Array("{\"_ended\":true}\n".utf8) }

  /// Whether a line says that.
  static func isEnd(_ document: JSONDocument) -> Bool {
    document.member("_ended", of: document.root) != nil
  }
}

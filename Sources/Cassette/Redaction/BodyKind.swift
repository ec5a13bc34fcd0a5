/// How a body's content is read for names.
enum BodyKind {
  /// JSON, or what begins like it, from that offset on: a byte order mark comes before it.
  case json(from: Int)
  /// `application/x-www-form-urlencoded`, by its type, or by its look where no type is given.
  case form
  /// Multipart with that boundary.
  case multipart(boundary: [UInt8])
  /// Any other UTF-8.
  case text
  /// Not UTF-8.
  case binary

  init(_ bytes: [UInt8], contentType: String?) {
    let type = contentType.map(Self.mediaType) ?? ""
    if type.hasPrefix("multipart/"),
      let boundary = Self.parameter("boundary", of: contentType ?? "")
    {
      self = .multipart(boundary: Array(boundary.utf8))
      return
    }
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let isMarked = start > 0
    while start < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[start]) { start += 1 }
    if start < bytes.count,
      bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[")
        || bytes[start] == UInt8(ascii: "\"")
    {
      self = .json(from: isMarked ? 3 : 0)
    } else if type == "application/x-www-form-urlencoded"
      || (type.isEmpty && Self.looksLikeForm(bytes))
    {
      self = .form
    } else {
      self = UTF8Validation.isValid(bytes) ? .text : .binary
    }
  }

  /// The media type of a field's value, lower case, without parameters.
  static func mediaType(_ value: String) -> String {
    let type = value.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
      .filter { $0 != 0x20 && $0 != 0x09 }
    return String(decoding: type.map(SecretNames.lowered), as: UTF8.self)
  }

  /// Whether content of that type is a page, a script or a style sheet.
  static func isProgram(_ contentType: String?) -> Bool {
    let type = contentType.map(mediaType) ?? ""
    return ["html", "xml", "javascript", "ecmascript", "css", "svg", "typescript"].contains {
      type.utf8.count >= $0.utf8.count && type.contains($0)
    }
  }

  private static func looksLikeForm(_ bytes: [UInt8]) -> Bool {
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals > 0 else { return false }
    return bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "<") }
  }

  /// The value of a parameter such as `boundary="x"`, of whichever case.
  static func parameter(_ name: String, of value: String) -> String? {
    let wanted = Array(name.utf8)
    let bytes = Array(value.utf8)
    var index = 0
    while index < bytes.count {
      // A parameter's name begins after a delimiter, so that `name` is not found in `filename`.
      let begins = index == 0 || [0x3B, 0x20, 0x09, 0x0A].contains(bytes[index - 1])
      let end = index + wanted.count
      guard begins, end < bytes.count, bytes[end] == UInt8(ascii: "="),
        bytes[index..<end].map(SecretNames.lowered) == wanted
      else {
        index += 1
        continue
      }
      let text = bytes[(end + 1)...]
      if text.first == UInt8(ascii: "\"") {
        return String(
          decoding: text.dropFirst().prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
      }
      let stop: [UInt8] = [0x3B, 0x20, 0x09, 0x0D, 0x0A]
      return String(decoding: text.prefix { !stop.contains($0) }, as: UTF8.self)
    }
    return nil
  }
}

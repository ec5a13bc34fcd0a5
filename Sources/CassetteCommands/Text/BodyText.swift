import Cassette
import Foundation

/// A body as people read it.
enum BodyText {
  /// The lines of a body, safe for a terminal; none for an empty one.
  static func lines(of body: Cassette.Body, contentType: String?) -> [String] {
    switch body {
    case .empty:
      []
    case .bytes(let data):
      lines(of: data, contentType: contentType)
    case .multipart(let parts):
      parts.flatMap { part in
        [heading(of: part)]
          + lines(of: part).map { "  " + $0 }
      }
    case .sideFile(let file):
      [
        "(\(Terminal.count(file.byteCount, "byte", "bytes")) in \(Terminal.line(file.path)); "
          + "`--body` writes them)"
      ]
    case .digest(let byteCount, let sha256):
      [notKept(byteCount, sha256)]
    }
  }

  private static func lines(of part: Cassette.Body.Part) -> [String] {
    part.digest.map { [notKept($0.byteCount, $0.sha256)] }
      ?? lines(of: part.value, contentType: part.contentType)
  }

  private static func notKept(_ byteCount: Int, _ sha256: String) -> String {
    "(\(Terminal.count(byteCount, "byte", "bytes")), not kept; SHA-256 \(Terminal.line(sha256)))"
  }

  private static func heading(of part: Cassette.Body.Part) -> String {
    var words = ["part \(Terminal.quoted(part.name))"]
    if let fileName = part.fileName { words.append("file \(Terminal.quoted(fileName))") }
    if let contentType = part.contentType { words.append(Terminal.line(contentType)) }
    return words.joined(separator: ", ") + ":"
  }

  private static func lines(of data: Data, contentType: String?) -> [String] {
    let bytes = Array(data)
    guard UTF8Validation.isValid(bytes), !bytes.contains(0) else {
      return ["(\(Terminal.count(bytes.count, "byte", "bytes")) that are no text)"]
    }
    let text = isJSON(contentType) ? JSONLayout.lines(of: bytes) : nil
    return Terminal.lines(text ?? String(decoding: bytes, as: UTF8.self)).utf8
      .split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String($0) ?? "" }
  }

  /// Whether a media type is `application/json` or of the suffix `+json` (RFC 6839 §3.1).
  private static func isJSON(_ contentType: String?) -> Bool {
    let type = (contentType ?? "").utf8.prefix { $0 != UInt8(ascii: ";") }
      .filter { $0 != 0x20 && $0 != 0x09 }
      .map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return type.elementsEqual("application/json".utf8) || type.suffix(5).elementsEqual("+json".utf8)
  }
}

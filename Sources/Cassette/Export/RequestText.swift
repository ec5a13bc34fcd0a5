import Foundation

/// What the exports of requests as text have in common.
enum RequestText {
  /// The content of a request, and the header fields that go with it.
  struct Message {
    var fields: Cassette.HeaderFields
    var content: Content
  }

  /// The content of a request.
  enum Content {
    case bytes([UInt8])
    /// It was not kept: its size in bytes and its SHA-256, of which a file may have made anything.
    case lost(byteCount: Int, sha256: String)

    static func lost(byteCount: Int, unchecked sha256: String) -> Content {
      let isHash =
        sha256.utf8.count == 64 && sha256.utf8.allSatisfy { $0.hexadecimalDigitValue != nil }
      return .lost(byteCount: byteCount, sha256: isHash ? sha256 : "unknown")
    }
  }

  /// The message of a request, parts of multipart content put together with a boundary of their own.
  static func message(of request: Cassette.Request) -> Message {
    switch request.body {
    case .empty:
      return Message(fields: request.headerFields, content: .bytes([]))
    case .bytes(let data):
      return Message(fields: request.headerFields, content: .bytes([UInt8](data)))
    case .digest(let byteCount, let sha256):
      return Message(
        fields: request.headerFields, content: .lost(byteCount: byteCount, unchecked: sha256))
    case .sideFile(let file):
      return Message(
        fields: request.headerFields,
        content: .lost(byteCount: file.byteCount, unchecked: file.sha256))
    case .multipart(let parts):
      var fields = request.headerFields
      let boundary = boundary(for: parts)
      let type = fields["Content-Type"].map { Array($0.utf8) } ?? []
      let isMultipart = type.prefix(10).map(\.asciiLowercased).elementsEqual("multipart/".utf8)
      let essence = isMultipart ? type.prefix { $0 != UInt8(ascii: ";") } : []
      fields["Content-Type"] =
        (essence.isEmpty ? "multipart/form-data" : String(decoding: essence, as: UTF8.self))
        + "; boundary=" + boundary
      let bytes = multipart(parts, boundary)
      // Without the parts that were not kept it would be another request.
      let lost = parts.filter { $0.digest != nil }
      guard lost.isEmpty else {
        return Message(
          fields: fields,
          content: .lost(
            byteCount: lost.reduce(bytes.count) { $0.addingHeld($1.byteCount - $1.value.count) },
            sha256: "unknown"))
      }
      return Message(fields: fields, content: .bytes(bytes))
    }
  }

  /// A boundary that occurs in no part; the same for the same parts.
  private static func boundary(for parts: [Cassette.Body.Part]) -> String {
    var number = 0
    while true {
      let boundary = "cassette-boundary-\(number)"
      let isTaken = parts.contains { part in
        part.value.withUnsafeBytes { $0.firstOffset(of: Array(boundary.utf8), from: 0) } != nil
      }
      if !isTaken { return boundary }
      number += 1
    }
  }

  /// The parts as multipart/form-data (RFC 7578), names escaped as browsers do.
  private static func multipart(_ parts: [Cassette.Body.Part], _ boundary: String) -> [UInt8] {
    func quoted(_ name: String) -> [UInt8] {
      [UInt8(ascii: "\"")]
        + name.utf8.flatMap { byte -> [UInt8] in
          switch byte {
          case 0x0A: Array("%0A".utf8)
          case 0x0D: Array("%0D".utf8)
          case UInt8(ascii: "\""): Array("%22".utf8)
          default: [byte]
          }
        } + [UInt8(ascii: "\"")]
    }
    var bytes: [UInt8] = []
    for part in parts {
      bytes += "--\(boundary)\r\nContent-Disposition: form-data; name=".utf8
      bytes += quoted(part.name)
      if let fileName = part.fileName {
        bytes += "; filename=".utf8
        bytes += quoted(fileName)
      }
      bytes += "\r\n".utf8
      if let type = part.contentType { bytes += "Content-Type: \(line(type))\r\n".utf8 }
      bytes += "\r\n".utf8
      bytes += part.value
      bytes += "\r\n".utf8
    }
    return bytes + "--\(boundary)--\r\n".utf8
  }

  /// The text without control characters, for a comment or a field.
  static func line(_ text: String) -> String {
    String(decoding: text.utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
  }

  /// What became of a request, in a few words.
  static func outcome(_ outcome: Cassette.Outcome) -> String {
    switch outcome {
    case .response(let response):
      line(
        "answered \(response.status)"
          + (response.statusText.utf8.isEmpty ? "" : " \(response.statusText)"))
    case .failure(let failure, _):
      line("failed with \(failure.domain) \(failure.code)")
    }
  }

  /// Whether a field's name is one (RFC 9110 §5.6.2), and its value may stand in a message.
  static func isSendable(_ field: Cassette.HeaderFields.Field) -> Bool {
    let isToken = field.name.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
    }
    return isToken && !field.name.utf8.isEmpty
      && field.value.utf8.allSatisfy { $0 != 0 && $0 != 0x0A && $0 != 0x0D }
  }
}

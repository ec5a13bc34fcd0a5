import Foundation

/// Taking apart what forms and queries send.
enum FormFields {
  /// A part of a multipart content.
  struct Part {
    var name: String
    var isFile: Bool
    var contentType: String
    var content: [UInt8]
  }

  /// The pairs of a query or of an urlencoded form, percent escapes and `+` undone.
  static func pairs(_ text: some StringProtocol) -> [(name: String, value: String)] {
    text.utf8.split(separator: UInt8(ascii: "&")).map { item in
      let halves = item.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      return (decoded(halves[0]), halves.count > 1 ? decoded(halves[1]) : "")
    }
  }

  /// The text with percent escapes undone; broken escapes stay as they are.
  static func decoded(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = true) -> String {
    let bytes = Array(bytes)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%"), index + 2 < bytes.count,
        let value = UInt8(
          String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
      {
        result.append(value)
        index += 3
      } else {
        result.append(byte == UInt8(ascii: "+") && plusIsSpace ? 0x20 : byte)
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The parts of a multipart content, or nil where it has not the form that RFC 2046 asks for.
  static func parts(_ body: [UInt8], contentType: String) -> [Part]? {
    guard let boundary = parameter("boundary", of: contentType) else { return nil }
    let delimiter = Array("--\(boundary)".utf8)
    guard var index = ASCII.firstIndex(of: delimiter, in: body) else { return nil }
    var parts: [Part] = []
    while true {
      index += delimiter.count
      if body[index...].starts(with: "--".utf8) { return parts }
      guard body[index...].starts(with: [13, 10]),
        let end = ASCII.firstIndex(of: [13, 10] + delimiter, in: body, from: index + 2),
        let part = part(Array(body[(index + 2)..<end]))
      else { return nil }
      parts.append(part)
      index = end + 2
    }
  }

  private static func part(_ bytes: [UInt8]) -> Part? {
    guard let headEnd = ASCII.firstIndex(of: [13, 10, 13, 10], in: bytes) else { return nil }
    let head = String(decoding: bytes[..<headEnd], as: UTF8.self)
    var result = Part(
      name: "", isFile: false, contentType: "text/plain", content: Array(bytes[(headEnd + 4)...]))
    for line in head.components(separatedBy: "\r\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      if ASCII.equalIgnoringCase(line[..<colon], "Content-Disposition") {
        result.name = parameter("name", of: value) ?? ""
        result.isFile = parameter("filename", of: value) != nil
      } else if ASCII.equalIgnoringCase(line[..<colon], "Content-Type") {
        result.contentType = value
      }
    }
    return result
  }

  /// A parameter after the semicolons of a field value, quoted or not.
  static func parameter(_ name: String, of value: String) -> String? {
    var rest = Array(value.utf8)[...]
    while let semicolon = rest.firstIndex(of: UInt8(ascii: ";")) {
      rest = ASCII.trimmed(rest[rest.index(after: semicolon)...])
      guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      let key = String(decoding: ASCII.trimmed(rest[..<equals]), as: UTF8.self)
      rest = rest[rest.index(after: equals)...]
      var text: [UInt8] = []
      if rest.first == UInt8(ascii: "\"") {
        rest = rest.dropFirst()
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
          if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
            text.append(escaped)
          } else {
            text.append(byte)
          }
        }
      } else {
        text = Array(ASCII.trimmed(rest.prefix { $0 != UInt8(ascii: ";") }))
      }
      if ASCII.equalIgnoringCase(key, name) { return String(decoding: text, as: UTF8.self) }
    }
    return nil
  }
}

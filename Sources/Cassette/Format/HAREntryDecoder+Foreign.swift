import Foundation

/// What programs other than ours write in ways of their own.
extension HAREntryDecoder {
  /// Whether a member is absent or null.
  func isMissing(_ name: StaticString, of node: JSONNode) -> Bool {
    guard let value = document.member(name, of: node) else { return true }
    if case .null = value.kind { return true }
    return false
  }

  /// A string; numbers and Booleans as their text.
  func foreignText(of value: JSONNode) -> String? {
    switch value.kind {
    case .number, .bool: String(decoding: document.source(of: value), as: UTF8.self)
    case .string: document.string(value)
    case .null, .array, .object: nil
    }
  }

  /// A member's whole number, which another program may have written as a string.
  func integer(_ name: StaticString, of node: JSONNode) -> Int? {
    guard let value = document.member(name, of: node) else { return nil }
    if let number = document.integer(value) { return number }
    guard isForeign, let text = document.stringBytes(value) else { return nil }
    return Int(String(decoding: text[...].trimmingWhiteSpace(), as: UTF8.self))
  }

  /// The method. It is case-sensitive, but those that everybody knows have no small letters.
  func method(of request: JSONNode) -> String {
    guard let method = text("method", of: request), !isForeign || !method.utf8.isEmpty else {
      return "GET"
    }
    return isForeign ? HTTPMethod.inCapitals(method) : method
  }

  /// Whether an entry is a WebSocket's: its opening is answered by 101, which no call ever sees.
  func isWebSocket(_ entry: JSONNode, url: String) -> Bool {
    let scheme = url.utf8.prefix(4).map(\.asciiLowercased)
    return !elements("_webSocketMessages", of: entry).isEmpty
      || scheme.starts(with: "ws:/".utf8) || scheme.elementsEqual("wss:".utf8)
      || (text("_resourceType", of: entry) ?? "").utf8.elementsEqual("websocket".utf8)
  }

  /// The scheme of a URL whose content a browser has without the network; nil for all others.
  func schemeWithoutNetwork(_ url: String) -> String? {
    let start = url.utf8.prefix(5).map(\.asciiLowercased)
    return ["data", "blob"].first { start.elementsEqual(($0 + ":").utf8) }
  }

  /// Why there was no answer: Chrome and Safari write `_error`, Playwright `_failureText`.
  func failureText(of response: JSONNode) -> String? {
    [text("_error", of: response), text("_failureText", of: response)]
      .lazy.compactMap { $0 }.first { !$0.utf8.isEmpty }
  }

  /// When the request was sent, in milliseconds since 1970; nil where that cannot be read.
  func foreignStart(of entry: JSONNode) -> Int? {
    guard let value = document.member("startedDateTime", of: entry) else { return nil }
    let text = document.stringBytes(value) ?? Array(document.source(of: value))
    return Timestamp.milliseconds(parsingForeign: text)
  }

  /// How long it took, where the number of milliseconds may be in a string.
  func foreignDuration(of entry: JSONNode) -> Duration {
    let value = document.member("time", of: entry)
    guard let value, let text = document.stringBytes(value) else { return duration(value) }
    guard let number = Double(String(decoding: text, as: UTF8.self)), number > 0, number < 1e12
    else { return .zero }
    return .microseconds(Int64((number * 1000).rounded()))
  }

  /// Header fields: a list of names and values, or, in some programs' files, an object.
  func foreignHeaderFields(of message: JSONNode) -> Cassette.HeaderFields {
    var fields: [Cassette.HeaderFields.Field] = []
    func add(_ name: String, _ value: String) {
      // Pseudo-header fields are no header fields (RFC 9113 §8.3).
      guard let first = name.utf8.first, first != UInt8(ascii: ":") else { return }
      // No value has a line feed (RFC 9110 §5.5): Chrome joins those of Set-Cookie by it.
      for line in Array(value.utf8).split(separator: 0x0A, omittingEmptySubsequences: true) {
        let isReturned = line.last == 0x0D
        let line = (isReturned ? line.dropLast() : line).trimmingWhiteSpace()
        fields.append(.init(name: name, value: String(decoding: line, as: UTF8.self)))
      }
      if value.utf8.isEmpty { fields.append(.init(name: name, value: "")) }
    }
    switch document.member("headers", of: message)?.kind {
    case .array(let elements):
      for field in elements {
        guard let name = text("name", of: field) else { continue }
        add(name, text("value", of: field) ?? "")
      }
    case .object(let members):
      for member in members {
        let name = String(decoding: document.key(member), as: UTF8.self)
        if case .array(let values) = member.value.kind {
          for value in values { add(name, foreignText(of: value) ?? "") }
        } else {
          add(name, foreignText(of: member.value) ?? "")
        }
      }
    default:
      break
    }
    return Cassette.HeaderFields(fields)
  }

  /// The bytes of a text in which Python, and so mitmproxy, has kept bytes that are no UTF-8 as lone
  /// surrogates from U+DC80 to U+DCFF (PEP 383).
  static func withBytesOfSurrogates(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(0xED) else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      // Generalised UTF-8, as the parser leaves lone surrogates.
      if text[index] == 0xED, index + 2 < text.count, (0xB2...0xB3).contains(text[index + 1]) {
        result.append((text[index + 1] & 1) << 6 | text[index + 2] & 0x3F | 0x80)
        index += 3
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }

  /// The bytes of a text that a program has made of content in Latin-1, or of content that it took for
  /// that, as mitmproxy takes what has no charset: where the size says so, one byte a character.
  ///
  /// Sizes lie too, and some count characters. So a charset of UTF-8 is believed, and what may be text
  /// has to become UTF-8.
  static func withoutTranscoding(_ text: [UInt8], size: Int, contentType: String) -> [UInt8] {
    guard size > 0, size < text.count else { return text }
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
    guard scalars.count == size, scalars.allSatisfy({ $0.value <= 0xFF }) else { return text }
    let bytes = scalars.map { UInt8(truncatingIfNeeded: $0.value) }
    let type = MediaType(contentType)
    if let charset = type.parameter("charset")?.map(\.asciiLowercased) {
      let isLatin = ["iso-8859-1", "latin1", "windows-1252", "us-ascii"].contains { name in
        charset.elementsEqual(name.utf8)
      }
      return isLatin ? bytes : text
    }
    return isBinary(type) || UTF8Validation.isValid(bytes) ? bytes : text
  }

  /// Whether content of a type can only be bytes; all else may be text.
  private static func isBinary(_ type: MediaType) -> Bool {
    let essence = type.essence
    guard !essence.suffix(4).elementsEqual("+xml".utf8),
      !essence.suffix(5).elementsEqual("+json".utf8)
    else { return false }
    return binaryTypes.contains { essence.starts(with: $0.utf8) }
  }

  /// How the types begin whose content is bytes. Parts may hold any: no text says where each ends.
  private static let binaryTypes = [
    "image/", "audio/", "video/", "font/", "multipart/", "application/octet-stream",
    "application/pdf", "application/zip", "application/gzip", "application/x-gzip",
    "application/zstd", "application/x-tar", "application/x-bzip", "application/x-7z",
    "application/wasm", "application/protobuf", "application/x-protobuf",
    "application/vnd.google.protobuf", "application/grpc", "application/msgpack",
    "application/x-msgpack", "application/cbor", "application/java-archive", "application/font-",
    "application/vnd.ms-", "application/vnd.openxmlformats-", "application/vnd.apple.pkpass",
    "application/vnd.android.package-archive", "binary/",
  ]

  /// The bytes of base64 that is not marked as such, as mattt/Replay writes a request's content that is
  /// no text: nil unless the size proves it, and the bytes could not have stood there as text.
  static func unmarkedBase64(_ text: [UInt8], size: Int) -> [UInt8]? {
    guard size > 0, size < text.count, (size + 2) / 3 * 4 == text.count,
      let bytes = Base64.decode(text), bytes.count == size, !UTF8Validation.isValid(bytes)
    else { return nil }
    return bytes
  }

  /// The content without the head that Firefox puts before an upload's: `Content-Type`, length and an
  /// empty line. It is one only where it says the type that the request's own field says.
  func withoutHead(_ data: Data, of request: JSONNode) -> Data {
    let start = Array(data.prefix(1024))
    let name = Array("content-type:".utf8)
    guard start.count > name.count,
      start.prefix(name.count).map(\.asciiLowercased).elementsEqual(name),
      let end = start.withUnsafeBytes({ $0.firstOffset(of: [13, 10, 13, 10], from: 0) })
    else { return data }
    let type = foreignHeaderFields(of: request)["Content-Type"].map { Array($0.utf8) }
    let lines = start[..<end].split(separator: 0x0A)
    let written = lines[0].dropFirst(name.count).filter { $0 != 0x0D }
    let isHead = lines.dropFirst().allSatisfy { line in
      line.prefix(8).map(\.asciiLowercased).elementsEqual("content-".utf8)
    }
    guard isHead, let type, written[...].trimmingWhiteSpace().elementsEqual(type) else {
      return data
    }
    return Data(data.dropFirst(end + 4))
  }
}

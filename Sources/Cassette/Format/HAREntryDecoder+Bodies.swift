import Foundation

extension HAREntryDecoder {
  /// Whether a media type is one of multipart content.
  static func isMultipart(_ mimeType: String) -> Bool {
    mimeType.utf8.prefix(10).map { $0 | 0x20 }.elementsEqual("multipart/".utf8)
  }

  mutating func responseBody(of response: JSONNode, url: String) throws(Problem) -> Cassette.Body {
    guard let content = document.member("content", of: response) else { return .empty }
    let size = document.member("size", of: content).flatMap { document.integer($0) } ?? 0
    if let reference = try reference(in: content, size: size, url: url) { return reference }
    if document.member("_params", of: content) != nil, !isForeign {
      return .multipart(try parts(elements("_params", of: content), url: url))
    }
    return Cassette.Body(try bytes("text", encoding: "encoding", of: content, url: url))
  }

  mutating func requestBody(of request: JSONNode, url: String) throws(Problem) -> Cassette.Body {
    guard let post = document.member("postData", of: request), case .object = post.kind else {
      return .empty
    }
    let size = document.member("bodySize", of: request).flatMap { document.integer($0) } ?? 0
    if let reference = try reference(in: post, size: size, url: url) { return reference }
    let data = try bytes("text", encoding: "_encoding", of: post, url: url)
    guard data.isEmpty, case .array(let params)? = document.member("params", of: post)?.kind else {
      return Cassette.Body(data)
    }
    if Self.isMultipart(text("mimeType", of: post) ?? "") {
      return .multipart(try parts(params, url: url))
    }
    let parts = try parts(params, url: url)
    return Cassette.Body(Data(Self.form(parts)))
  }

  private func reference(
    in node: JSONNode, size: Int, url: String
  ) throws(Problem) -> Cassette.Body? {
    let sha256 = text("_sha256", of: node)
    if let path = text("_file", of: node) {
      return .sideFile(
        .init(
          path: path, byteCount: max(size, 0),
          sha256: sha256 ?? SideFileReference(path)?.sha256 ?? ""))
    }
    guard let sha256, !isForeign else { return nil }
    return .digest(byteCount: max(size, 0), sha256: sha256)
  }

  private mutating func bytes(
    _ member: StaticString, encoding: StaticString, of node: JSONNode, url: String
  ) throws(Problem) -> Data {
    guard let value = document.member(member, of: node) else { return Data() }
    guard let text = document.stringBytes(value) else {
      if case .null = value.kind { return Data() }
      guard isForeign else { throw Problem(reason: "its content is not a string", url: url) }
      warn("its content is not a string; its JSON text is taken", url: url)
      return Data(document.source(of: value))
    }
    guard let encoding = document.member(encoding, of: node).flatMap(document.stringBytes),
      !encoding.isEmpty
    else { return Data(text) }
    if encoding.map({ $0 | 0x20 }).elementsEqual("base64".utf8) {
      if let decoded = Base64.decode(text) { return Data(decoded) }
      guard isForeign else { throw Problem(reason: "its content is not base64", url: url) }
      warn("its content is marked as base64 but is not; it is taken as text", url: url)
      return Data(text)
    }
    let name = String(decoding: encoding, as: UTF8.self)
    guard isForeign else { throw Problem(reason: "an unknown encoding \"\(name)\"", url: url) }
    warn("its content has the unknown encoding \"\(name)\"; it is taken as text", url: url)
    return Data(text)
  }

  private mutating func parts(
    _ nodes: [JSONNode], url: String
  ) throws(Problem) -> [Cassette.Body.Part] {
    var parts: [Cassette.Body.Part] = []
    for node in nodes {
      guard let name = text("name", of: node) else {
        if isForeign { continue }
        throw Problem(reason: "a part has no name", url: url)
      }
      parts.append(
        .init(
          name: name, fileName: text("fileName", of: node),
          contentType: text("contentType", of: node),
          value: try bytes("value", encoding: "_encoding", of: node, url: url),
          digest: digest(of: node)))
    }
    return parts
  }

  private func digest(of node: JSONNode) -> Cassette.Body.Digest? {
    guard !isForeign, let sha256 = text("_sha256", of: node),
      let size = document.member("_size", of: node).flatMap({ document.integer($0) })
    else { return nil }
    return .init(byteCount: max(size, 0), sha256: sha256)
  }

  /// The text of form fields of which a program exported only the decoded pairs.
  private static func form(_ parts: [Cassette.Body.Part]) -> [UInt8] {
    var result: [UInt8] = []
    for part in parts {
      if !result.isEmpty { result.append(UInt8(ascii: "&")) }
      appendFormEncoded(Array(part.name.utf8), to: &result)
      result.append(UInt8(ascii: "="))
      appendFormEncoded(Array(part.value), to: &result)
    }
    return result
  }

  // The URL standard's application/x-www-form-urlencoded set.
  private static func appendFormEncoded(_ bytes: [UInt8], to result: inout [UInt8]) {
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in bytes {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "*"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"):
        result.append(byte)
      case 0x20:
        result.append(UInt8(ascii: "+"))
      default:
        result.append(UInt8(ascii: "%"))
        result.append(digits[Int(byte >> 4)])
        result.append(digits[Int(byte & 0x0F)])
      }
    }
  }
}

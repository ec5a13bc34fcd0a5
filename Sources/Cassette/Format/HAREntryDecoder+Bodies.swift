import Foundation

extension HAREntryDecoder {
  /// Whether a media type is one of multipart content.
  static func isMultipart(_ mimeType: String) -> Bool {
    mimeType.utf8.prefix(10).map { $0 | 0x20 }.elementsEqual("multipart/".utf8)
  }

  mutating func responseBody(of response: JSONNode, url: String) throws(Problem) -> Cassette.Body {
    guard let content = document.member("content", of: response) else { return .empty }
    let size = integer("size", of: content) ?? 0
    if let reference = try reference(in: content, size: size, url: url) { return reference }
    if document.member("_params", of: content) != nil, !isForeign {
      return .multipart(try parts(elements("_params", of: content), url: url))
    }
    let data = try bytes("text", encoding: "encoding", of: content, url: url)
    return Cassette.Body(
      isForeign && isMissing("encoding", of: content)
        ? unmarked(data, size: size, of: response, content, url: url) : data)
  }

  mutating func requestBody(of request: JSONNode, url: String) throws(Problem) -> Cassette.Body {
    guard let post = document.member("postData", of: request) else { return .empty }
    guard case .object = post.kind else {
      guard isForeign, let text = document.stringBytes(post) else { return .empty }
      return Cassette.Body(Data(Self.withBytesOfSurrogates(text)))
    }
    let size = integer("bodySize", of: request) ?? 0
    if let reference = try reference(in: post, size: size, url: url) { return reference }
    let isMarkedByOthers = isForeign && isMissing("_encoding", of: post)
    var data = try bytes(
      "text", encoding: isMarkedByOthers ? "encoding" : "_encoding", of: post, url: url)
    if isForeign, isMissing("encoding", of: post) {
      data = unmarked(withoutHead(data, of: request), size: size, of: request, post, url: url)
    }
    guard data.isEmpty, case .array(let params)? = document.member("params", of: post)?.kind else {
      return Cassette.Body(data)
    }
    if Self.isMultipart(text("mimeType", of: post) ?? "") {
      return .multipart(try parts(params, url: url))
    }
    let parts = try parts(params, url: url)
    return Cassette.Body(
      Data(FormText.encoded(parts.map { (Array($0.name.utf8), Array($0.value)) })))
  }

  /// Whether a response had content that was not kept.
  mutating func isContentMissing(of response: JSONNode, status: Int, url: String) -> Bool {
    guard let content = document.member("content", of: response) else { return false }
    guard isForeign else {
      if case .bool(true) = document.member("_missing", of: content)?.kind { return true }
      return false
    }
    // What a server tells in answers that have no content is the size of what it would have sent.
    guard let size = integer("size", of: content), size > 0, isMissing("text", of: content),
      isMissing("_file", of: content), status >= 200, status != 204, status != 304
    else { return false }
    warn("its content of \(size) bytes was not exported; it cannot be replayed", url: url)
    return true
  }

  /// The bytes of another program's text that nothing marks as encoded, but its size.
  private mutating func unmarked(
    _ data: Data, size: Int, of message: JSONNode, _ content: JSONNode, url: String
  ) -> Data {
    guard size > 0, size < data.count else { return data }
    if let bytes = Self.unmarkedBase64(Array(data), size: size) {
      warn("its content is base64 without a mark, as its size shows; it is decoded", url: url)
      return Data(bytes)
    }
    let type = foreignHeaderFields(of: message)["Content-Type"] ?? text("mimeType", of: content)
    let text = Array(data)
    let bytes = Self.withoutTranscoding(text, size: size, contentType: type ?? "")
    guard bytes.count != text.count else { return data }
    warn("its text is taken for bytes, one a character, as its size shows", url: url)
    return Data(bytes)
  }

  private func reference(
    in node: JSONNode, size: Int, url: String
  ) throws(Problem) -> Cassette.Body? {
    let sha256 = text("_sha256", of: node)
    let size = { () throws(Problem) in try checked(size, url: url) }
    if let path = text("_file", of: node), !path.utf8.isEmpty || !isForeign {
      return .sideFile(
        .init(
          path: path, byteCount: try size(),
          sha256: sha256 ?? SideFileReference(path)?.sha256 ?? ""))
    }
    guard let sha256, !isForeign else { return nil }
    return .digest(byteCount: try size(), sha256: sha256)
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
    else { return Data(isForeign ? Self.withBytesOfSurrogates(text) : text) }
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
      if isForeign, isMissing("value", of: node), !isMissing("fileName", of: node) {
        warn("the content of the file in the part \"\(name)\" was not exported", url: url)
      }
      parts.append(
        .init(
          name: name, fileName: text("fileName", of: node),
          contentType: text("contentType", of: node),
          value: try bytes("value", encoding: "_encoding", of: node, url: url),
          digest: try digest(of: node, url: url)))
    }
    return parts
  }

  private func digest(of node: JSONNode, url: String) throws(Problem) -> Cassette.Body.Digest? {
    guard !isForeign, let sha256 = text("_sha256", of: node),
      let size = document.member("_size", of: node).flatMap({ document.integer($0) })
    else { return nil }
    return .init(byteCount: try checked(size, url: url), sha256: sha256)
  }

  /// The size of content that is not in the entry; 0 for one below zero.
  ///
  /// One that not all programs can read as a number of JSON is nobody's, and sums would overflow.
  private func checked(_ size: Int, url: String) throws(Problem) -> Int {
    guard size <= 1 << 53 else {
      throw Problem(reason: "its content is said to have \(size) bytes", url: url)
    }
    return max(size, 0)
  }
}

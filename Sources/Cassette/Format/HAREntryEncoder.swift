import Foundation

/// Writes interactions as entries of HAR 1.2, each one line of JSON without a line break in it.
///
/// The members and their order depend on the interaction alone, so equal interactions give equal bytes.
/// Every member that HAR 1.2 requires is there; what HAR cannot say goes into members that begin with
/// `_`, as its specification asks of extensions.
package struct HAREntryEncoder {
  private var json = JSONText()

  package init() {}

  /// Adds the entry to the line.
  ///
  /// - Complexity: O(*n*) in the size of the interaction.
  package mutating func encode(_ interaction: Cassette.Interaction, into line: inout [UInt8]) {
    // Not a copy: the encoder holds the caller's buffer while it writes.
    swap(&json.bytes, &line)
    entry(interaction)
    swap(&json.bytes, &line)
  }

  private mutating func entry(_ interaction: Cassette.Interaction) {
    let time = Timestamp.milliseconds(of: interaction.duration)
    json.raw(#"{"startedDateTime":""#)
    Timestamp.append(
      milliseconds: Timestamp.milliseconds(of: interaction.startedAt), to: &json)
    json.raw(#"","time":"#)
    json.integer(time)
    json.raw(#","request":"#)
    request(interaction.request)
    outcome(interaction.outcome)
    json.raw(#","cache":{},"timings":{"send":0,"wait":"#)
    json.integer(time)
    json.raw(#","receive":0}"#)
    if let target = interaction.target {
      json.raw(#","_target":{"type":"#)
      json.string(target.type)
      member(#","name":"#, target.name)
      json.raw("}")
    }
    if let built = interaction.built {
      json.raw(#","_built":"#)
      request(built)
    }
    failure(interaction.outcome.failure)
    list(#","_attempts":["#, interaction.attempts) { encoder, attempt in
      encoder.json.raw(#"{"request":"#)
      encoder.request(attempt.request)
      encoder.outcome(attempt.outcome)
      encoder.failure(attempt.outcome.failure)
      encoder.json.raw("}")
    }
    list(#","_redacted":["#, interaction.redactions) { encoder, redaction in
      encoder.json.raw(#"{"place":"#)
      encoder.json.string(redaction.place)
      encoder.json.raw(#","placeholder":"#)
      encoder.json.string(redaction.placeholder)
      encoder.json.raw("}")
    }
    list(#","_notes":["#, interaction.notes) { $0.json.string($1) }
    list(#","_tags":["#, interaction.tags) { $0.json.string($1) }
    if let progress = interaction.progress {
      json.raw(#","_progress":{"completed":"#)
      json.integer(progress.completedByteCount)
      json.raw(#","total":"#)
      json.integer(progress.totalByteCount ?? -1)
      json.raw("}")
    }
    member(#","_fromCache":"#, interaction.fromCache?.rawValue)
    json.raw("}")
  }

  private mutating func request(_ request: Cassette.Request) {
    json.raw(#"{"method":"#)
    json.string(request.method)
    json.raw(#","url":"#)
    json.string(request.url)
    json.raw(#","httpVersion":"#)
    json.string(request.httpVersion)
    json.raw(#","cookies":["#)
    let cookies = request.headerFields.lazy
      .filter { Cassette.HeaderFields.isEqual($0.name, "cookie") }
      .flatMap { HARDerivedMembers.cookies(inCookie: $0.value) }
    elements(cookies) { $0.cookie($1) }
    json.raw(#"],"headers":["#)
    elements(request.headerFields) { $0.pair(name: $1.name, value: $1.value) }
    json.raw(#"],"queryString":["#)
    elements(HARDerivedMembers.queryItems(of: request.url)) { encoder, item in
      encoder.json.raw(#"{"name":"#)
      encoder.string(item.name)
      encoder.json.raw(#","value":"#)
      encoder.string(item.value)
      encoder.json.raw("}")
    }
    json.raw("]")
    if request.body.byteCount > 0 || request.body.hasReference { postData(request) }
    json.raw(#","headersSize":"#)
    json.integer(HARDerivedMembers.headersSize(of: request))
    json.raw(#","bodySize":"#)
    json.integer(request.body.byteCount)
    json.raw("}")
  }

  private mutating func outcome(_ outcome: Cassette.Outcome) {
    json.raw(#","response":"#)
    if let response = outcome.response {
      self.response(response)
    } else {
      // As browsers write a request that failed.
      json.raw(
        #"{"status":0,"statusText":"","httpVersion":"","cookies":[],"headers":[],"#)
      json.raw(#""content":{"size":0,"mimeType":"x-unknown"},"redirectURL":"","#)
      json.raw(#""headersSize":-1,"bodySize":-1}"#)
    }
  }

  private mutating func response(_ response: Cassette.Response) {
    json.raw(#"{"status":"#)
    json.integer(response.status)
    json.raw(#","statusText":"#)
    json.string(response.statusText)
    json.raw(#","httpVersion":"#)
    json.string(response.httpVersion)
    json.raw(#","cookies":["#)
    let cookies = response.headerFields.lazy
      .filter { Cassette.HeaderFields.isEqual($0.name, "set-cookie") }
      .flatMap { HARDerivedMembers.cookies(inSetCookie: $0.value) }
    elements(cookies) { $0.cookie($1) }
    json.raw(#"],"headers":["#)
    elements(response.headerFields) { $0.pair(name: $1.name, value: $1.value) }
    json.raw(#"],"content":{"size":"#)
    let size = response.body.byteCount
    json.integer(size)
    json.raw(#","mimeType":"#)
    json.string(response.headerFields.first(named: "content-type") ?? "")
    content(response.body)
    if response.contentIsMissing { json.raw(#","_missing":true"#) }
    json.raw(#"},"redirectURL":"#)
    json.string(response.headerFields.first(named: "location") ?? "")
    json.raw(#","headersSize":"#)
    json.integer(HARDerivedMembers.headersSize(of: response))
    json.raw(#","bodySize":"#)
    json.integer(HARDerivedMembers.bodySize(of: response, contentByteCount: size))
    member(#","_url":"#, response.finalURL)
    // Tells an answer whose status is 0 from no answer at all.
    if response.status == 0 { json.raw(#","_answered":true"#) }
    json.raw("}")
  }

  private mutating func content(_ body: Cassette.Body) {
    switch body {
    case .empty:
      break
    case .bytes(let data):
      guard !data.isEmpty else { return }
      json.raw(#","text":"#)
      if text(data) { json.raw(#","encoding":"base64""#) }
    case .multipart(let parts):
      params(#","_params":["#, parts)
    case .sideFile, .digest:
      reference(body)
    }
  }

  private mutating func postData(_ request: Cassette.Request) {
    json.raw(#","postData":{"mimeType":"#)
    let mimeType = request.headerFields.first(named: "content-type") ?? ""
    switch request.body {
    case .empty:
      break
    case .bytes(let data):
      json.string(mimeType)
      json.raw(#","text":"#)
      if text(data) { json.raw(#","_encoding":"base64""#) }
    case .multipart(let parts):
      json.string(HAREntryDecoder.isMultipart(mimeType) ? mimeType : "multipart/form-data")
      params(#","params":["#, parts)
      json.raw(#","text":"""#)
    case .sideFile, .digest:
      json.string(mimeType)
      json.raw(#","text":"""#)
      reference(request.body)
    }
    json.raw("}")
  }

  private mutating func params(_ opening: StaticString, _ parts: [Cassette.Body.Part]) {
    json.raw(opening)
    elements(parts) { encoder, part in
      encoder.json.raw(#"{"name":"#)
      encoder.json.string(part.name)
      encoder.json.raw(#","value":"#)
      if encoder.text(part.value) { encoder.json.raw(#","_encoding":"base64""#) }
      encoder.member(#","fileName":"#, part.fileName)
      encoder.member(#","contentType":"#, part.contentType)
      if let digest = part.digest {
        encoder.json.raw(#","_size":"#)
        encoder.json.integer(digest.byteCount)
        encoder.member(#","_sha256":"#, digest.sha256)
      }
      encoder.json.raw("}")
    }
    json.raw("]")
  }

  private mutating func reference(_ body: Cassette.Body) {
    switch body {
    case .sideFile(let file):
      member(#","_file":"#, file.path)
      if SideFileReference(file.path)?.sha256 != file.sha256 {
        member(#","_sha256":"#, file.sha256)
      }
    case .digest(_, let sha256):
      member(#","_sha256":"#, sha256)
    case .empty, .bytes, .multipart:
      break
    }
  }

  private mutating func failure(_ failure: Cassette.Failure?) {
    guard let failure else { return }
    json.raw(#","_error":{"domain":"#)
    json.string(failure.domain)
    json.raw(#","code":"#)
    json.integer(failure.code)
    json.raw(#","text":"#)
    json.string(failure.text)
    if let kind = failure.kind { member(#","kind":"#, kind) }
    json.raw("}")
  }

  private mutating func cookie(_ cookie: HARDerivedMembers.Cookie) {
    json.raw(#"{"name":"#)
    string(cookie.name)
    json.raw(#","value":"#)
    string(cookie.value)
    for (name, value) in cookie.attributes {
      json.raw(#",""#)
      json.raw(name)
      json.raw(#"":"#)
      string(value)
    }
    for flag in cookie.flags {
      json.raw(#",""#)
      json.raw(flag)
      json.raw(#"":true"#)
    }
    json.raw("}")
  }

  private mutating func pair(name: String, value: String) {
    json.raw(#"{"name":"#)
    json.string(name)
    json.raw(#","value":"#)
    json.string(value)
    json.raw("}")
  }

  /// Adds the bytes as a string, as they are or else in base64; whether it is base64.
  private mutating func text(_ data: Data) -> Bool {
    data.withUnsafeBytes { (raw: UnsafeRawBufferPointer) -> Bool in
      let bytes = raw.bindMemory(to: UInt8.self)
      if UTF8Validation.firstInvalidOffset(in: bytes) == nil {
        json.string(bytes)
        return false
      }
      json.raw("\"")
      Base64.append(raw, to: &json.bytes)
      json.raw("\"")
      return true
    }
  }

  private mutating func string(_ bytes: some Collection<UInt8>) {
    if bytes.withContiguousStorageIfAvailable({ json.string($0) }) == nil {
      Array(bytes).withUnsafeBufferPointer { json.string($0) }
    }
  }

  private mutating func member(_ opening: StaticString, _ value: String?) {
    guard let value else { return }
    json.raw(opening)
    json.string(value)
  }

  private mutating func list<Element>(
    _ opening: StaticString, _ items: [Element], _ body: (inout Self, Element) -> Void
  ) {
    guard !items.isEmpty else { return }
    json.raw(opening)
    elements(items, body)
    json.raw("]")
  }

  private mutating func elements<Elements: Sequence>(
    _ items: Elements, _ body: (inout Self, Elements.Element) -> Void
  ) {
    var isFirst = true
    for item in items {
      if !isFirst { json.raw(",") }
      isFirst = false
      body(&self, item)
    }
  }
}

extension Cassette.Body {
  /// Whether more than bytes has to be written, however few there are.
  fileprivate var hasReference: Bool {
    switch self {
    case .empty, .bytes: false
    case .multipart, .sideFile, .digest: true
    }
  }
}

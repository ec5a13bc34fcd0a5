import Foundation

/// Reads interactions in the forms that vcr's descendants share: Ruby's vcr, betamax, vcrpy, go-vcr.
///
/// Each differs from release to release, and from the next in a name or two; so every name is looked
/// for in each.
struct VCRReader {
  private let limits: Cassette.Limits
  private var interactions: [Cassette.Interaction] = []
  private var skipped = FirstOfMany<Cassette.SkippedEntry>()
  private var warnings = FirstOfMany<String>()
  /// The entry that is being read: its place, and its request as messages show it.
  private var position = 0
  private var shown: ShownRequest?
  /// The size of all content so far that was compressed, in bytes, of which a small file can have much.
  private var decodedByteCount = 0
  /// The content that is not coded as its header says: where it was first, the coding, how often.
  private var notCoded: (place: String, coding: String, count: Int)?

  private init(limits: Cassette.Limits) { self.limits = limits }

  /// What a list of interactions holds.
  static func content(
    of entries: [ImportedValue], limits: Cassette.Limits
  ) -> CassetteImport.Content {
    var reader = VCRReader(limits: limits)
    for (position, entry) in entries.enumerated() { reader.read(entry, at: position) }
    if let found = reader.notCoded {
      let others = found.count == 1 ? "" : "; \(found.count) entries are like that"
      reader.warnings.append(
        "\(found.place): its content is not in the coding \"\(found.coding)\" of its header; it is "
          + "taken as it is\(others)")
    }
    return .init(
      cassette: Cassette(interactions: reader.interactions), skipped: reader.skipped.elements,
      skippedCount: reader.skipped.count, warnings: reader.warnings.lines)
  }

  /// Why an entry cannot be replayed.
  private struct Unusable: Error { let reason: String }

  private mutating func read(_ entry: ImportedValue, at position: Int) {
    let request = entry["request"]
    let url = request.flatMap { $0["uri"] ?? $0["url"] }?.text
    self.position = position
    shown = nil
    do throws(Unusable) {
      guard let request else { throw Unusable(reason: "it has no request") }
      guard let url, !url.utf8.isEmpty else {
        throw Unusable(reason: "its request has no URL")
      }
      var interaction = Cassette.Interaction(
        request: self.request(request, url: url),
        outcome: .response(try response(entry["response"], of: request, url: url)))
      if let recorded = entry["recorded_at"]?.bytes {
        if let milliseconds = Timestamp.milliseconds(parsingForeign: recorded) {
          interaction.startedAt = Timestamp.date(milliseconds: milliseconds)
        } else {
          warn("recorded_at is no point in time; 1970 is taken", request, url)
        }
      }
      interaction.duration =
        entry["response"]?["duration"]?.bytes.flatMap(GoDuration.parse) ?? .zero
      interactions.append(interaction)
    } catch {
      guard let request, let url else {
        return skipped.append(.init(position: position, url: nil, reason: error.reason))
      }
      let shown = shown(request, url)
      skipped.append(
        .init(position: position, url: shown.url, reason: shown.text(error.reason)))
    }
  }

  /// The request of the entry that is being read as messages may show it.
  private mutating func shown(_ request: ImportedValue, _ url: String) -> ShownRequest {
    if let shown { return shown }
    let new = ShownRequest(url: url, headerFields: headerFields(request["headers"]))
    shown = new
    return new
  }

  private mutating func warn(_ text: String, _ request: ImportedValue, _ url: String) {
    let shown = shown(request, url)
    warnings.append("entry \(position): \(shown.url): \(shown.text(text))")
  }

  private mutating func request(_ value: ImportedValue, url: String) -> Cassette.Request {
    let fields = headerFields(value["headers"])
    var body = body(value["body"], "request", value, url)
    if body.isEmpty, let form = value["form"]?.members, !form.isEmpty,
      MediaType(fields["Content-Type"] ?? "").isForm
    {
      body = FormText.encoded(
        form.flatMap { name, values in
          (values.elements ?? [values]).map { (Array(name.utf8), $0.bytes ?? []) }
        })
    }
    return Cassette.Request(
      method: method(value["method"]?.text), url: url,
      httpVersion: httpVersion(value["http_version"] ?? value["proto"]), headerFields: fields,
      body: Cassette.Body(Data(body)))
  }

  private mutating func response(
    _ value: ImportedValue?, of request: ImportedValue, url: String
  ) throws(Unusable) -> Cassette.Response {
    guard let value, let (status, text) = status(of: value) else {
      throw Unusable(reason: "it has no response with a status")
    }
    let fields = headerFields(value["headers"])
    var body = body(value["body"] ?? value["content"], "response", request, url)
    let limit = min(limits.entryByteCount, max(limits.textByteCount - decodedByteCount, 0))
    switch ContentCoding.decode(
      body, codings: fields.values(of: "Content-Encoding"), limit: limit)
    {
    case .decoded(let content):
      if !fields.values(of: "Content-Encoding").isEmpty { decodedByteCount += content.count }
      body = content
    case .notCoded(let coding):
      // Text has been uncompressed before it was kept, as these programs do on demand.
      guard !UTF8Validation.isValid(body) else { break }
      let place = "entry \(position): \(shown(request, url).url)"
      notCoded = (
        notCoded?.place ?? place, notCoded?.coding ?? coding, (notCoded?.count ?? 0) + 1
      )
    case .unknown(let coding):
      throw Unusable(reason: "its content is in the coding \"\(coding)\", which is not undone here")
    case .tooLarge:
      throw Unusable(reason: "its content takes more than \(limit) bytes")
    }
    let effectiveURL = value["adapter_metadata"]?["effective_url"]?.text
    return Cassette.Response(
      status: status, statusText: text,
      httpVersion: httpVersion(value["http_version"] ?? value["proto"] ?? value["protocol"]),
      headerFields: fields, body: Cassette.Body(Data(body)),
      finalURL: effectiveURL.flatMap {
        $0.utf8.isEmpty || $0.utf8.elementsEqual(url.utf8) ? nil : $0
      })
  }

  /// `{code: 200, message: OK}`; go-vcr's `status: 200 OK` and `code: 200`; `status_code: 200` of vcrpy
  /// for httpx; `[200, OK]`.
  private func status(of response: ImportedValue) -> (code: Int, text: String)? {
    let value = response["status"]
    let parts = value?.elements
    let line = parts == nil ? value?.text : nil
    let words = Array((line ?? "").utf8).split(separator: 0x20, maxSplits: 1)
    let first = words.first.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    let text =
      value?["message"]?.text ?? (parts?.count == 2 ? parts?[1].text : nil)
      ?? response["reason"]?.text ?? response["reason_phrase"]?.text
      ?? (first == nil ? line : words.dropFirst().first.map { String(decoding: $0, as: UTF8.self) })
    let code =
      value?["code"]?.integer ?? response["code"]?.integer ?? response["status_code"]?.integer
      ?? parts?.first?.integer ?? first
    guard let code, code > 0 else { return nil }
    return (code, text ?? "")
  }

  /// A string, bytes, chunks of these; `string` or `base64_string` in an object; the state of a
  /// Python's stream, whose first element is its content.
  private mutating func body(
    _ value: ImportedValue?, _ message: String, _ request: ImportedValue, _ url: String
  ) -> [UInt8] {
    guard let value else { return [] }
    if let bytes = value.bytes { return bytes }
    if let base64 = value["base64_string"]?.bytes {
      if let decoded = Base64.decode(base64) { return decoded }
      warn("the base64_string of its \(message) is no base64; it is taken as text", request, url)
      return base64
    }
    if let bytes = value["string"]?.bytes { return bytes }
    if let bytes = value["state"]?.elements?.first?.bytes { return bytes }
    if value.members?.contains(where: { ["string", "encoding", "base64_string"].contains($0.name) })
      != true
    {
      warn("the body of its \(message) is of no form known; none is taken", request, url)
    }
    return []
  }

  /// Names with a value or a list of these; old files have pairs, or lines as they were sent.
  private func headerFields(_ value: ImportedValue?) -> Cassette.HeaderFields {
    var fields: [Cassette.HeaderFields.Field] = []
    func add(_ name: String, _ value: String?) {
      guard let first = name.utf8.first, first != UInt8(ascii: ":"), let value else { return }
      fields.append(.init(name: name, value: value))
    }
    for (name, value) in value?.members ?? [] {
      if let elements = value.elements {
        for element in elements { add(name, element.text) }
      } else {
        add(name, value.text)
      }
    }
    for element in value?.elements ?? [] {
      if let pair = element.elements {
        if pair.count == 2 { add(pair[0].text ?? "", pair[1].text) }
      } else if let line = element.text.map({ Array($0.utf8) }),
        let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0
      {
        let value = line[(colon + 1)...].filter { $0 != 0x0D && $0 != 0x0A }
        add(
          String(decoding: line[..<colon], as: UTF8.self),
          String(decoding: value[...].trimmingWhiteSpace(), as: UTF8.self))
      }
    }
    return Cassette.HeaderFields(fields)
  }

  /// Ruby keeps methods as symbols in small letters, at first with the colon.
  private func method(_ text: String?) -> String {
    var bytes = Array((text ?? "GET").utf8)
    if bytes.first == UInt8(ascii: ":") { bytes.removeFirst() }
    return HTTPMethod.inCapitals(String(decoding: bytes, as: UTF8.self))
  }

  /// `1.1` and `HTTP/1.1` are the same version.
  private func httpVersion(_ value: ImportedValue?) -> String {
    guard let text = value?.text, let first = text.utf8.first else { return "HTTP/1.1" }
    return (0x30...0x39).contains(first) ? "HTTP/" + text : text
  }
}

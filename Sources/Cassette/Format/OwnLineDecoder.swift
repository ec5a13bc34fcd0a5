import Foundation

/// Reads entries that stand in just the form in which `HAREntryEncoder` writes them.
///
/// Nearly all lines of a cassette do, and reading them in order, member by member, costs a fraction of
/// building a tree of nodes first. Whatever stands in another form, or is rare, is left to
/// `HAREntryDecoder`, which gives the same interaction for lines that this reads.
struct OwnLineDecoder: ~Copyable {
  /// The line has another form.
  struct OtherForm: Error {}

  /// How deep the form nests: where less is allowed, the general decoder has to refuse it.
  static let depth = 4

  private var cursor: OwnLineCursor

  private init(_ line: UnsafeRawBufferPointer) { cursor = OwnLineCursor(line) }

  /// The interaction of a line; nil where it stands in another form, which need not be wrong.
  ///
  /// - Complexity: O(*n*).
  static func decode(_ line: [UInt8]) -> Cassette.Interaction? {
    line.withUnsafeBytes { line in
      guard UTF8Validation.firstInvalidOffset(in: line.bindMemory(to: UInt8.self)) == nil else {
        return nil
      }
      var decoder = OwnLineDecoder(line)
      do throws(OtherForm) { return try decoder.entry() } catch { return nil }
    }
  }

  private mutating func entry() throws(OtherForm) -> Cassette.Interaction {
    try cursor.pass(#"{"startedDateTime":""#)
    let started = try cursor.timestamp()
    try cursor.pass(#"","time":"#)
    let time = try cursor.integer()
    guard (0...1_000_000_000_000_000).contains(time) else { throw OtherForm() }
    try cursor.pass(#","request":"#)
    let request = try request()
    try cursor.pass(#","response":"#)
    let response = try response()
    try cursor.pass(#","cache":{},"timings":{"send":0,"wait":"#)
    _ = try cursor.integer()
    try cursor.pass(#","receive":0}"#)
    var target: Cassette.TargetIdentity?
    if cursor.passes(#","_target":{"type":"#) {
      let type = try cursor.string()
      let name: String? = if cursor.passes(#","name":"#) { try cursor.string() } else { nil }
      target = .init(type: type, name: name)
      try cursor.pass("}")
    }
    let built: Cassette.Request? =
      if cursor.passes(#","_built":"#) { try self.request() } else { nil }
    let failure: Cassette.Failure? =
      if cursor.passes(#","_error":{"domain":"#) { try self.failure() } else { nil }
    let outcome: Cassette.Outcome
    switch (failure, response) {
    case (let failure?, _): outcome = .failure(failure, response)
    case (nil, let response?): outcome = .response(response)
    case (nil, nil): throw OtherForm()
    }
    var interaction = Cassette.Interaction(
      request: request, built: built, outcome: outcome, target: target,
      startedAt: Timestamp.date(milliseconds: started), duration: .milliseconds(time))
    if cursor.passes(#","_redacted":["#) {
      repeat {
        try cursor.pass(#"{"place":"#)
        let place = try cursor.string()
        try cursor.pass(#","placeholder":"#)
        interaction.redactions.append(.init(place: place, placeholder: try cursor.string()))
        try cursor.pass("}")
      } while cursor.passes(",")
      try cursor.pass("]")
    }
    if cursor.passes(#","_notes":["#) {
      repeat { interaction.notes.append(try cursor.string()) } while cursor.passes(",")
      try cursor.pass("]")
    }
    if cursor.passes(#","_tags":["#) {
      repeat { interaction.tags.append(try cursor.string()) } while cursor.passes(",")
      try cursor.pass("]")
    }
    if cursor.passes(#","_progress":{"completed":"#) {
      let completed = try cursor.integer()
      try cursor.pass(#","total":"#)
      let total = try cursor.integer()
      guard completed >= 0, total >= -1 else { throw OtherForm() }
      interaction.progress = .init(
        completedByteCount: completed, totalByteCount: total < 0 ? nil : total)
      try cursor.pass("}")
    }
    if cursor.passes(#","_fromCache":"#) {
      interaction.fromCache = .init(rawValue: try cursor.string())
    }
    try cursor.pass("}")
    guard cursor.isAtEnd else { throw OtherForm() }
    return interaction
  }

  private mutating func request() throws(OtherForm) -> Cassette.Request {
    try cursor.pass(#"{"method":"#)
    let method = try cursor.string()
    try cursor.pass(#","url":"#)
    let url = try cursor.string()
    try cursor.pass(#","httpVersion":"#)
    let httpVersion = try cursor.string()
    try cursor.pass(#","cookies":["#)
    try passFlatObjects()
    try cursor.pass(#","headers":["#)
    let headerFields = try headerFields()
    try cursor.pass(#","queryString":["#)
    try passFlatObjects()
    var body = Cassette.Body.empty
    if cursor.passes(#","postData":{"mimeType":"#) {
      try cursor.passString()
      // Parts and references are left to the general decoder.
      try cursor.pass(#","text":"#)
      body = try content(encoding: #","_encoding":"base64""#)
      try cursor.pass("}")
    }
    try cursor.pass(#","headersSize":"#)
    _ = try cursor.integer()
    try cursor.pass(#","bodySize":"#)
    _ = try cursor.integer()
    try cursor.pass("}")
    return .init(
      method: method, url: url, httpVersion: httpVersion, headerFields: headerFields, body: body)
  }

  /// The response; nil where the request was not answered.
  private mutating func response() throws(OtherForm) -> Cassette.Response? {
    try cursor.pass(#"{"status":"#)
    let status = try cursor.integer()
    if status == 0 {
      // With an answer of status 0 the general decoder is concerned.
      try cursor.pass(#","statusText":"","httpVersion":"","cookies":[],"headers":[],"#)
      try cursor.pass(#""content":{"size":0,"mimeType":"x-unknown"},"redirectURL":"","#)
      try cursor.pass(#""headersSize":-1,"bodySize":-1}"#)
      return nil
    }
    try cursor.pass(#","statusText":"#)
    let statusText = try cursor.string()
    try cursor.pass(#","httpVersion":"#)
    let httpVersion = try cursor.string()
    try cursor.pass(#","cookies":["#)
    try passFlatObjects()
    try cursor.pass(#","headers":["#)
    let headerFields = try headerFields()
    try cursor.pass(#","content":{"size":"#)
    _ = try cursor.integer()
    try cursor.pass(#","mimeType":"#)
    try cursor.passString()
    let body: Cassette.Body =
      if cursor.passes(#","text":"#) {
        try content(encoding: #","encoding":"base64""#)
      } else {
        .empty
      }
    try cursor.pass(#"},"redirectURL":"#)
    try cursor.passString()
    try cursor.pass(#","headersSize":"#)
    _ = try cursor.integer()
    try cursor.pass(#","bodySize":"#)
    _ = try cursor.integer()
    let finalURL: String? = if cursor.passes(#","_url":"#) { try cursor.string() } else { nil }
    try cursor.pass("}")
    return .init(
      status: status, statusText: statusText, httpVersion: httpVersion, headerFields: headerFields,
      body: body, finalURL: finalURL)
  }

  private mutating func failure() throws(OtherForm) -> Cassette.Failure {
    let domain = try cursor.string()
    try cursor.pass(#","code":"#)
    let code = try cursor.integer()
    try cursor.pass(#","text":"#)
    let text = try cursor.string()
    let kind: String? = if cursor.passes(#","kind":"#) { try cursor.string() } else { nil }
    try cursor.pass("}")
    return .init(domain: domain, code: code, text: text, kind: kind)
  }

  private mutating func headerFields() throws(OtherForm) -> Cassette.HeaderFields {
    guard !cursor.passes("]") else { return [:] }
    var fields: [Cassette.HeaderFields.Field] = []
    fields.reserveCapacity(8)
    repeat {
      try cursor.pass(#"{"name":"#)
      let name = try cursor.string()
      try cursor.pass(#","value":"#)
      fields.append(.init(name: name, value: try cursor.string()))
      try cursor.pass("}")
    } while cursor.passes(",")
    try cursor.pass("]")
    return .init(fields)
  }

  /// A string with a body's text, and the member after it where the text is base64.
  private mutating func content(encoding: StaticString) throws(OtherForm) -> Cassette.Body {
    let text = try cursor.text()
    guard cursor.passes(encoding) else { return .init(Data(text)) }
    guard let decoded = Base64.decode(text) else { throw OtherForm() }
    return .init(Data(decoded))
  }

  /// Passes the elements of an array of cookies or query items, and its end: they are derived of header
  /// fields and URL, which win.
  private mutating func passFlatObjects() throws(OtherForm) {
    guard !cursor.passes("]") else { return }
    repeat {
      try cursor.pass(#"{"name":"#)
      try cursor.passString()
      try cursor.pass(#","value":"#)
      try cursor.passString()
      while cursor.passes(",") {
        try cursor.passString()
        try cursor.pass(":")
        if !cursor.passes("true") { try cursor.passString() }
      }
      try cursor.pass("}")
    } while cursor.passes(",")
    try cursor.pass("]")
  }
}

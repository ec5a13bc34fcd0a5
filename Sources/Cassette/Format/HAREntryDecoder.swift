import Foundation

/// Reads entries of HAR 1.2: those of cassettes, and those that browsers and proxies export.
///
/// Header fields and URL win over the members that HAR derives of them, which are not read at all.
package struct HAREntryDecoder {
  /// Why an entry cannot be read.
  package struct Problem: Error {
    /// What was wrong.
    package let reason: String
    /// The request's URL, where the entry has one.
    package let url: String?
  }

  /// What became of an entry.
  package enum Result {
    /// It was read.
    case interaction(Cassette.Interaction)
    /// It holds nothing that could be replayed.
    case skipped(reason: String, url: String?)
  }

  /// Of what nobody reads more.
  package typealias Quiet = (skips: Bool, warnings: Bool)

  /// Whether another program wrote the entry, so that its habits are forgiven.
  let isForeign: Bool
  /// What was odd and how it was taken, of all entries read so far.
  private(set) var warnings = FirstOfMany<String>()
  private var isQuiet: Quiet = (false, false)
  /// The request that was warned of last, as messages show it.
  private var shown: (url: String, request: ShownRequest)?

  let document: JSONDocument

  init(_ document: JSONDocument, isForeign: Bool) {
    self.document = document
    self.isForeign = isForeign
  }

  /// The interaction of one entry.
  ///
  /// - Parameters:
  ///   - line: The JSON text of the entry, without a comma before or after it.
  ///   - isForeign: Whether another program wrote it.
  ///   - maximumDepth: How deep JSON may nest.
  ///   - maximumCount: How many values of JSON there may be.
  ///   - isQuiet: Whether nobody will read why an entry is skipped, or what was odd: both are counted.
  /// - Returns: What became of the entry, and what was odd in it.
  /// - Throws: `Problem` where the text is no entry.
  package static func decode(
    _ line: [UInt8], isForeign: Bool, maximumDepth: Int = 512,
    maximumCount: Int = Cassette.Limits().jsonValueCount, isQuiet: Quiet = (false, false)
  ) throws(Problem) -> (result: Result, warnings: FirstOfMany<String>) {
    // A value takes two bytes at the least, so that a short line never has too many.
    if !isForeign, maximumDepth >= OwnLineDecoder.depth, line.count / 2 <= maximumCount,
      let interaction = OwnLineDecoder.decode(line)
    {
      return (.interaction(interaction), .init())
    }
    return try decodeAnyForm(
      line, isForeign: isForeign, maximumDepth: maximumDepth, maximumCount: maximumCount,
      isQuiet: isQuiet)
  }

  /// The same, without the short way for entries in our own form.
  static func decodeAnyForm(
    _ line: [UInt8], isForeign: Bool, maximumDepth: Int = 512,
    maximumCount: Int = Cassette.Limits().jsonValueCount, isQuiet: Quiet = (false, false)
  ) throws(Problem) -> (result: Result, warnings: FirstOfMany<String>) {
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(
        line, maximumDepth: maximumDepth, maximumCount: maximumCount)
    } catch {
      throw Problem(reason: error.description, url: nil)
    }
    var decoder = HAREntryDecoder(document, isForeign: isForeign)
    decoder.isQuiet = isQuiet
    do throws(Problem) {
      return (try decoder.entry(document.root), decoder.warnings)
    } catch {
      guard isForeign, let url = error.url else { throw error }
      let shown = decoder.shown(url)
      throw Problem(reason: shown.text(error.reason), url: shown.url)
    }
  }

  mutating func entry(_ node: JSONNode) throws(Problem) -> Result {
    guard case .object = node.kind else {
      throw Problem(reason: "the entry is not an object", url: nil)
    }
    guard let requestNode = document.member("request", of: node) else {
      return try unusable("it has no request", url: nil)
    }
    guard let url = text("url", of: requestNode), !url.isEmpty || !isForeign else {
      return try unusable("its request has no URL", url: nil)
    }
    if isForeign, isWebSocket(node, url: url) {
      return try unusable("it is a WebSocket, which has no answer to replay", url: url)
    }
    if isForeign, let scheme = schemeWithoutNetwork(url) {
      return .skipped(
        reason: "its URL is of the scheme `\(scheme):`, which no client sends",
        url: String(decoding: url.utf8.prefix(40), as: UTF8.self)
          + (url.utf8.count > 40 ? "..." : ""))
    }
    let request = try request(requestNode, url: url)
    let outcome: Cassette.Outcome
    switch try self.outcome(of: node, url: url) {
    case .success(let found): outcome = found
    case .failure(let problem): return try unusable(problem.reason, url: url)
    }
    var interaction = Cassette.Interaction(request: request, outcome: outcome)
    interaction.startedAt = Timestamp.date(milliseconds: try started(node, url: url))
    interaction.duration =
      isForeign ? foreignDuration(of: node) : duration(document.member("time", of: node))
    if let built = document.member("_built", of: node), let builtURL = text("url", of: built) {
      interaction.built = try self.request(built, url: builtURL)
    }
    if let target = document.member("_target", of: node), let type = text("type", of: target) {
      interaction.target = .init(type: type, name: text("name", of: target))
    }
    for attempt in elements("_attempts", of: node) {
      guard let sent = document.member("request", of: attempt), let sentURL = text("url", of: sent)
      else { throw Problem(reason: "an attempt has no request", url: url) }
      interaction.attempts.append(
        .init(
          request: try self.request(sent, url: sentURL),
          outcome: try self.outcome(of: attempt, url: url).get()))
    }
    for redaction in elements("_redacted", of: node) {
      guard let place = text("place", of: redaction),
        let placeholder = text("placeholder", of: redaction)
      else { throw Problem(reason: "a place in _redacted lacks a member", url: url) }
      interaction.redactions.append(.init(place: place, placeholder: placeholder))
    }
    interaction.notes = elements("_notes", of: node).compactMap { document.string($0) }
    interaction.tags = elements("_tags", of: node).compactMap { document.string($0) }
    interaction.progress = document.member("_progress", of: node).flatMap { progress($0) }
    interaction.fromCache = text("_fromCache", of: node).flatMap { .init(rawValue: $0) }
    return .interaction(interaction)
  }

  private func progress(_ node: JSONNode) -> Cassette.TransferProgress? {
    guard let completed = integer("completed", of: node), completed >= 0,
      let total = integer("total", of: node), total >= -1
    else { return nil }
    return .init(completedByteCount: completed, totalByteCount: total < 0 ? nil : total)
  }

  private mutating func request(
    _ node: JSONNode, url: String
  ) throws(Problem) -> Cassette.Request {
    Cassette.Request(
      method: method(of: node),
      url: url,
      httpVersion: text("httpVersion", of: node) ?? "HTTP/1.1",
      headerFields: try headerFields(of: node, url: url),
      body: try requestBody(of: node, url: url))
  }

  /// The outcome; a problem in the result where another program recorded none.
  private mutating func outcome(
    of node: JSONNode, url: String
  ) throws(Problem) -> Swift.Result<Cassette.Outcome, Problem> {
    let failure = try recordedFailure(of: node, url: url)
    let responseNode = document.member("response", of: node)
    let status = responseNode.flatMap { integer("status", of: $0) }
    guard let responseNode, case .object = responseNode.kind, let status,
      isForeign ? status > 0 : status != 0 || isAnswered(responseNode)
    else {
      if let failure { return .success(.failure(failure, nil)) }
      if let failure = responseNode.flatMap({ browserFailure(of: $0) }) {
        return .success(.failure(failure, nil))
      }
      let reason = responseNode == nil ? "it has no response" : "its request was not answered"
      let browserText = responseNode.flatMap { failureText(of: $0) }.map { " (\($0))" } ?? ""
      return .failure(Problem(reason: reason + browserText, url: url))
    }
    var response = Cassette.Response(
      status: status,
      statusText: text("statusText", of: responseNode) ?? "",
      httpVersion: text("httpVersion", of: responseNode) ?? "HTTP/1.1",
      headerFields: try headerFields(of: responseNode, url: url),
      body: try responseBody(of: responseNode, url: url),
      finalURL: text("_url", of: responseNode))
    response.contentIsMissing = isContentMissing(of: responseNode, status: status, url: url)
    return .success(failure.map { .failure($0, response) } ?? .response(response))
  }

  private func isAnswered(_ response: JSONNode) -> Bool {
    if let node = document.member("_answered", of: response), case .bool(true) = node.kind {
      return !isForeign
    }
    return false
  }

  private func recordedFailure(
    of node: JSONNode, url: String
  ) throws(Problem) -> Cassette.Failure? {
    guard let error = document.member("_error", of: node) else { return nil }
    guard let domain = text("domain", of: error),
      let code = document.member("code", of: error).flatMap({ document.integer($0) })
    else {
      if isForeign { return nil }
      throw Problem(reason: "its _error lacks domain or code", url: url)
    }
    return .init(
      domain: domain, code: code, text: text("text", of: error) ?? "",
      kind: text("kind", of: error))
  }

  /// The failure that a browser names in `response._error`, where it was one of the network.
  private func browserFailure(of response: JSONNode) -> Cassette.Failure? {
    guard let name = failureText(of: response) else { return nil }
    let code: Int? =
      switch Array(name.utf8) {
      case Array("net::ERR_TIMED_OUT".utf8), Array("net::ERR_CONNECTION_TIMED_OUT".utf8): -1001
      case Array("net::ERR_NAME_NOT_RESOLVED".utf8): -1003
      case Array("net::ERR_CONNECTION_REFUSED".utf8): -1004
      case Array("net::ERR_CONNECTION_RESET".utf8), Array("net::ERR_CONNECTION_CLOSED".utf8): -1005
      case Array("net::ERR_TOO_MANY_REDIRECTS".utf8): -1007
      case Array("net::ERR_INTERNET_DISCONNECTED".utf8): -1009
      case Array("net::ERR_EMPTY_RESPONSE".utf8): -1011
      default: nil
      }
    return code.map { .init(domain: "NSURLErrorDomain", code: $0, text: name) }
  }

  private func headerFields(
    of node: JSONNode, url: String
  ) throws(Problem) -> Cassette.HeaderFields {
    if isForeign { return foreignHeaderFields(of: node) }
    var fields: [Cassette.HeaderFields.Field] = []
    for field in elements("headers", of: node) {
      guard let name = text("name", of: field), let value = text("value", of: field) else {
        throw Problem(reason: "a header field lacks its name or value", url: url)
      }
      fields.append(.init(name: name, value: value))
    }
    return Cassette.HeaderFields(fields)
  }

  private mutating func started(_ node: JSONNode, url: String) throws(Problem) -> Int {
    if isForeign, let milliseconds = foreignStart(of: node) { return milliseconds }
    guard !isForeign,
      let text = document.member("startedDateTime", of: node).flatMap(document.stringBytes),
      let milliseconds = Timestamp.milliseconds(parsing: text)
    else {
      guard isForeign else {
        throw Problem(reason: "its startedDateTime is not a point in time", url: url)
      }
      warn("startedDateTime is not ISO 8601; 1970 is taken", url: url)
      return 0
    }
    return milliseconds
  }

  func duration(_ node: JSONNode?) -> Duration {
    guard let node else { return .zero }
    if let whole = document.integer(node) {
      return (0...1_000_000_000_000_000).contains(whole) ? .milliseconds(whole) : .zero
    }
    guard let value = document.double(node), value > 0, value < 1e12 else { return .zero }
    return .microseconds(Int64((value * 1000).rounded()))
  }

  private mutating func unusable(_ reason: String, url: String?) throws(Problem) -> Result {
    guard isForeign else { throw Problem(reason: reason, url: url) }
    guard let url, !isQuiet.skips else { return .skipped(reason: reason, url: nil) }
    let shown = shown(url)
    return .skipped(reason: shown.text(reason), url: shown.url)
  }

  /// The request of that URL as messages may show it.
  private mutating func shown(_ url: String) -> ShownRequest {
    if let shown, shown.url.utf8.elementsEqual(url.utf8) { return shown.request }
    let request = document.member("request", of: document.root)
    let new = ShownRequest(
      url: url, headerFields: request.map { foreignHeaderFields(of: $0) } ?? [:])
    shown = (url, new)
    return new
  }

  mutating func warn(_ text: String, url: String) {
    // A request may be large, and warned of a million times.
    let shown = warnings.hasRoom && !isQuiet.warnings ? shown(url) : nil
    warnings.append(shown.map { "\($0.url): \($0.text(text))" } ?? "")
  }

  /// A member's string; a number is taken as its text, as some programs write values so.
  func text(_ name: StaticString, of node: JSONNode) -> String? {
    guard let value = document.member(name, of: node) else { return nil }
    return isForeign ? foreignText(of: value) : document.string(value)
  }

  func elements(_ name: StaticString, of node: JSONNode) -> [JSONNode] {
    guard case .array(let elements)? = document.member(name, of: node)?.kind else { return [] }
    return elements
  }
}

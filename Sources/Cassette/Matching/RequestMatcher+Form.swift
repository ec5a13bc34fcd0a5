import Foundation

extension RequestMatcher {
  /// A hash of all that a comparison takes from a recording: with equal ones, the outcome is the same.
  ///
  /// It is made with the process's own seed, and is never stored.
  ///
  /// - Complexity: O(*n*) in the bytes of the request.
  func formHash(_ recorded: Cassette.Interaction) -> Int {
    var hasher = Hasher()
    feed(recorded.matched, to: &hasher)
    if comparesSent { feed(recorded.request, to: &hasher) }
    if comparesTarget || comparesSent {
      hasher.feed((recorded.target?.type).map { Array($0.utf8) })
      hasher.feed((recorded.target?.name).map { Array($0.utf8) })
    }
    for redaction in redactions(of: recorded) {
      hasher.feed(Array(redaction.place.utf8))
      hasher.feed(Array(redaction.placeholder.utf8))
    }
    return hasher.finalize()
  }

  private func feed(_ request: Cassette.Request, to hasher: inout Hasher) {
    hasher.feed(Array(request.method.utf8))
    hasher.feed(Array(request.url.utf8))
    hasher.feed(request.body)
    let names = comparedHeaders
    for field in request.headerFields {
      let name = Cassette.HeaderFields.canonical(field.name)
      guard names?.contains(name) ?? true else { continue }
      hasher.feed(name)
      hasher.feed(Array(field.value.utf8))
    }
    if names == nil { hasher.feed(Array(request.httpVersion.utf8)) }
  }

  /// The placeholders that a comparison may bind.
  func placeholders(in recorded: Cassette.Interaction) -> [[UInt8]] {
    redactions(of: recorded).map { Array($0.placeholder.utf8) }
  }

  private func redactions(of recorded: Cassette.Interaction) -> [Cassette.Redaction] {
    if comparesSent { return recorded.redactions }
    let side = recorded.built == nil ? "request." : "built."
    let header = side + "header["
    // That of the content's type is in there always.
    let hasHeaders = comparedHeaders.map { $0.count > 1 } ?? true
    return recorded.redactions.filter { redaction in
      redaction.place.utf8.starts(with: side.utf8)
        && (hasHeaders || !redaction.place.utf8.starts(with: header.utf8))
    }
  }

  /// The names in small letters of the header fields that count, with that of the content's type; nil
  /// where a part of the user's own may look at all.
  private var comparedHeaders: Set<[UInt8]>? {
    var names: Set = [Cassette.HeaderFields.canonical("Content-Type")]
    for part in parts {
      switch part.kind {
      case .header(let name), .headerPresence(let name):
        names.insert(Cassette.HeaderFields.canonical(name))
      case .cookie, .cookiePresence:
        names.insert(Cassette.HeaderFields.canonical("Cookie"))
      case .custom, .sent:
        return nil
      default:
        break
      }
    }
    return names
  }
}

extension Hasher {
  fileprivate mutating func feed(_ body: Cassette.Body) {
    switch body {
    case .empty: combine(0)
    case .bytes(let data):
      // All of them: Data itself hashes its first few bytes only.
      combine(data.count)
      data.withUnsafeBytes { combine(bytes: $0) }
    case .multipart(let parts):
      combine(parts.count)
      for part in parts {
        feed(Array(part.name.utf8))
        feed(part.fileName.map { Array($0.utf8) })
        feed(part.contentType.map { Array($0.utf8) })
        feed(Array(part.value))
        combine(part.digest)
      }
    case .sideFile(let file):
      combine(file.byteCount)
      feed(Array(file.sha256.utf8))
    case .digest(let byteCount, let sha256):
      combine(byteCount)
      feed(Array(sha256.utf8))
    }
  }
}

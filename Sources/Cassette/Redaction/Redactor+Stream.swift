extension Redactor {
  /// Whose content is redacted as it streams by.
  struct Stream {
    /// Where it stands, as places name it: `request.body`, `attempts[0].response.body` and so on.
    let place: String
    /// The value of the message's `Content-Type`.
    let contentType: String?
    /// The URL that the request went to.
    let url: String
    /// Whether the bytes are only hashed: placeholders then carry no number, which varies by run.
    var isHashed = false
  }

  /// The places that were replaced in content that streamed by; filled while it does.
  final class StreamFindings {
    fileprivate(set) var redactions: Set<Cassette.Redaction> = []
    /// What the tripwire has found.
    fileprivate(set) var tripwire: Set<Tripwire.Finding> = []
  }

  /// The edits that take a stream's secrets out: those that names tell, and all that are known.
  ///
  /// What a name tells is remembered, as in `redact`. Of a secret longer than the windows' overlap up to
  /// 4 MiB are held; a longer one makes the pass fail.
  ///
  /// - Parameters:
  ///   - stream: Whose content it is.
  ///   - findings: Takes the places that were replaced.
  ///   - sizes: How much is held.
  /// - Returns: The edits, for one pass over the content.
  func edits(
    of stream: Stream, _ findings: StreamFindings, sizes: WindowedEdits.Sizes = .init()
  ) -> WindowedEdits {
    let host = URLParts.host(of: stream.url)
    // A window of multipart content does not begin with its boundary: it is read by its look.
    let isMultipart = stream.contentType.map { BodyKind.mediaType($0).hasPrefix("multipart/") }
    let type = isMultipart == true ? nil : stream.contentType
    return WindowedEdits(at: stream.place, sizes: sizes) { window in
      let (text, skipped) = Self.wholeCharacters(window)
      var found = self.named(in: text, host: host, contentType: type)
      let tokens = self.check.tokenHits(in: text, place: stream.place).filter { hit in
        !found.contains { $0.range?.overlaps(hit.range) ?? false }
      }
      found += tokens.map { .init(range: $0.range, label: $0.label, value: $0.value) }
      findings.tripwire.formUnion(tokens.map(\.finding))
      let suspicions = self.check.suspicionHits(in: text, place: stream.place)
      return self.withLock { registry in
        var edits: [ByteEdit] = []
        var open: Int?
        func add(_ range: Range<Int>, _ label: String, _ id: Int, _ form: Placeholder.Form) {
          let placeholder = self.placeholder(label, id)
          findings.redactions.insert(
            .init(place: stream.place, placeholder: placeholder.text))
          let written =
            stream.isHashed ? Placeholder(name: label, run: nil, number: nil) : placeholder
          edits.append(
            ByteEdit(
              range: range, replacement: Array(written.text(stream.isHashed ? .plain : form).utf8)))
        }
        for secret in found {
          guard let inner = secret.range else {
            _ = registry.identity(of: secret, host: host)
            continue
          }
          let range = (inner.lowerBound + skipped)..<(inner.upperBound + skipped)
          // It was seen before, with what stands in front of it.
          guard range.upperBound > window.start else { continue }
          guard window.isLast || inner.upperBound < text.count else {
            // It may go on: a later window sees it whole.
            open = min(open ?? range.lowerBound, range.lowerBound)
            continue
          }
          let id = registry.identity(of: secret, host: host)
          switch secret.style {
          case .text: add(range, secret.label, id, registry.form(of: id))
          case .userInfo: add(range, secret.label, id, .encoded)
          case .number, .innerNumber:
            add(range, secret.label, id, .plain)
            edits[edits.count - 1] = ByteEdit(
              range: range, replacement: Self.digits(like: secret.value))
          }
        }
        let taken = edits.map(\.range) + (open.map { [$0..<window.bytes.count] } ?? [])
        let matches = self.matches(
          in: window.bytes, of: registry,
          protected: taken.sorted { $0.lowerBound < $1.lowerBound }, kept: [])
        for match in matches where match.range.upperBound > window.start {
          add(match.range, registry.label(of: match.id), match.id, registry.form(of: match.id))
        }
        for hit in suspicions {
          let range =
            (hit.range.lowerBound + skipped)..<(hit.range.upperBound + skipped)
          guard range.upperBound > window.start, range.upperBound <= open ?? .max,
            !edits.contains(where: { $0.range.overlaps(range) })
          else { continue }
          findings.tripwire.insert(hit.finding)
        }
        return .init(edits: edits, open: open)
      }
    }
  }

  /// The edits that take out of a stream that was redacted before what has been learned since.
  ///
  /// - Parameters:
  ///   - place: Where the content stands, as places name it.
  ///   - kept: The placeholders that its interaction lists.
  ///   - findings: Takes the places that were replaced.
  /// - Returns: The edits, for one pass over the content.
  func laterEdits(
    at place: String, keeping kept: Set<String>, _ findings: StreamFindings
  ) -> WindowedEdits {
    WindowedEdits(at: place) { window in
      self.withLock { registry in
        let matches = self.matches(in: window.bytes, of: registry, protected: [], kept: kept)
          .filter { $0.range.upperBound > window.start }
        return .init(
          edits: matches.map { match in
            let placeholder = self.placeholder(registry.label(of: match.id), match.id)
            findings.redactions.insert(.init(place: place, placeholder: placeholder.text))
            return ByteEdit(
              range: match.range,
              replacement: Array(placeholder.text(registry.form(of: match.id)).utf8))
          })
      }
    }
  }

  /// The window without the halves of characters at its ends, and how many bytes that left out in front.
  static func wholeCharacters(
    _ window: WindowedEdits.Window
  ) -> (bytes: [UInt8], skipped: Int) {
    let bytes = window.bytes
    let start = window.start == 0 ? 0 : bytes.prefix(3).prefix { $0 & 0xC0 == 0x80 }.count
    var end = bytes.count
    if !window.isLast, let lead = bytes[start...].suffix(3).lastIndex(where: { $0 >= 0xC0 }) {
      let length = bytes[lead] >= 0xF0 ? 4 : bytes[lead] >= 0xE0 ? 3 : 2
      if lead + length > end { end = lead }
    }
    return start == 0 && end == bytes.count ? (bytes, 0) : (Array(bytes[start..<end]), start)
  }
}

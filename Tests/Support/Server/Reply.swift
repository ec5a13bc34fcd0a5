/// What the loopback server does with one request, down to the exact bytes.
package struct Reply: Sendable {
  /// One step of sending content.
  package enum Piece: Sendable {
    /// Sent as it is, in one chunk of a chunked reply.
    case bytes([UInt8])
    /// Nothing is sent for so long.
    case pause(Duration)
    /// Nothing is sent until the gate lets this reply through.
    case gate(Gate)
    /// This many bytes, made piece by piece from their positions, so that much takes no memory.
    case generated(byteCount: Int, @Sendable (Range<Int>) -> [UInt8])

    /// A text's UTF-8 bytes.
    package static func text(_ text: String) -> Piece { .bytes(Array(text.utf8)) }
  }

  /// How content is delimited.
  package enum Framing: Sendable {
    /// `Content-Length` is added where the fields have none; status 1xx, 204 and 304 have none.
    case contentLength
    /// `Transfer-Encoding: chunked` is added where the fields have none.
    case chunked(trailers: [(name: String, value: String)])
    /// Nothing is added and the connection closes at the end.
    case untilClose
    /// The pieces are sent as they are, without status line and fields, to `HEAD` too.
    case raw
  }

  /// What happens to the connection after the reply.
  package enum Ending: Sendable {
    /// It stays open unless the request or the reply's fields say `close`.
    case keepAlive
    /// It is closed in an orderly way.
    case close
    /// It is reset, so that the client sees an error.
    case reset
    /// It stays open and silent until the client or the server stops.
    case silent
  }

  /// The status code.
  package var status: Int
  /// The reason phrase; nil takes the usual one.
  package var reason: String?
  /// The protocol version of the status line.
  package var version = "HTTP/1.1"
  /// The fields in the order and letter case in which they are sent.
  package var fields: [(name: String, value: String)]
  /// The content.
  package var pieces: [Piece]
  /// How the content is delimited.
  package var framing: Framing
  /// What happens to the connection afterwards.
  package var ending: Ending
  /// Steps taken before the status line; their bytes are sent as they are.
  package var preface: [Piece] = []
  /// Content ends after so many bytes, whatever was announced.
  package var contentLimit: Int?

  /// A reply with all its content at hand.
  package init(
    _ status: Int = 200, reason: String? = nil,
    fields: [(name: String, value: String)] = [], body: [UInt8] = []
  ) {
    self.init(
      status, reason: reason, fields: fields, pieces: [.bytes(body)], framing: .contentLength)
  }

  /// A reply whose content is the UTF-8 bytes of a text.
  package init(
    _ status: Int = 200, reason: String? = nil,
    fields: [(name: String, value: String)] = [("Content-Type", "text/plain; charset=utf-8")],
    text: String
  ) {
    self.init(status, reason: reason, fields: fields, body: Array(text.utf8))
  }

  /// A reply sent in steps.
  package init(
    _ status: Int = 200, reason: String? = nil,
    fields: [(name: String, value: String)] = [],
    pieces: [Piece], framing: Framing, ending: Ending = .keepAlive
  ) {
    self.status = status
    self.reason = reason
    self.fields = fields
    self.pieces = pieces
    self.framing = framing
    self.ending = ending
  }

  /// A JSON text with its content type.
  package static func json(_ text: String, status: Int = 200) -> Reply {
    Reply(status, fields: [("Content-Type", "application/json")], text: text)
  }

  /// A reply in chunks, one for each piece of bytes.
  package static func chunked(
    _ pieces: [Piece], status: Int = 200,
    fields: [(name: String, value: String)] = [],
    trailers: [(name: String, value: String)] = []
  ) -> Reply {
    Reply(status, fields: fields, pieces: pieces, framing: .chunked(trailers: trailers))
  }

  /// Just these bytes, sent piece after piece, status line and all.
  package static func raw(_ parts: [UInt8]..., ending: Ending = .close) -> Reply {
    Reply(pieces: parts.map { .bytes($0) }, framing: .raw, ending: ending)
  }

  /// Just this text, which has to bring its own line breaks.
  package static func raw(text: String, ending: Ending = .close) -> Reply {
    .raw(Array(text.utf8), ending: ending)
  }

  /// The connection is closed without a word.
  package static var closed: Reply { .raw(ending: .close) }

  /// The connection is reset without a word.
  package static var reset: Reply { .raw(ending: .reset) }

  /// No answer ever, while the client waits.
  package static var never: Reply { .raw(ending: .silent) }

  /// Bytes that are no HTTP.
  package static var garbage: Reply {
    .raw(Array("\u{0}\u{1}not http at all\r\n\r\nzzzz".utf8), ending: .close)
  }

  /// The same reply, with its content cut off after so many bytes and the connection closed.
  package func truncated(to byteCount: Int) -> Reply {
    cut(to: byteCount, ending: .close)
  }

  /// The same reply, with the connection reset after so many bytes of content.
  package func reset(after byteCount: Int) -> Reply {
    cut(to: byteCount, ending: .reset)
  }

  /// The same reply, sent after a delay.
  package func delayed(by delay: Duration) -> Reply {
    var copy = self
    copy.preface.insert(.pause(delay), at: 0)
    return copy
  }

  /// The same reply, sent once the gate lets it through.
  package func held(at gate: Gate) -> Reply {
    var copy = self
    copy.preface.insert(.gate(gate), at: 0)
    return copy
  }

  /// The same reply with `Connection: close`, and the connection closed after it.
  package func closing() -> Reply {
    var copy = self
    copy.ending = .close
    copy.fields.append(("Connection", "close"))
    return copy
  }

  private func cut(to byteCount: Int, ending: Ending) -> Reply {
    var copy = self
    copy.contentLimit = byteCount
    copy.ending = ending
    return copy
  }
}

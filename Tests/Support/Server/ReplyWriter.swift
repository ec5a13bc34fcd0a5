import Dispatch

/// Sends one reply over a connection.
struct ReplyWriter {
  /// What the connection does next.
  enum Outcome {
    case next, close, reset
  }

  private static let generatedStep = 65_536

  let descriptor: Int32
  let core: ServerCore
  private var contentSent = 0
  private var contentLimit = Int.max

  init(descriptor: Int32, core: ServerCore) {
    self.descriptor = descriptor
    self.core = core
  }

  /// Sends all of `reply` and says what is to happen to the connection.
  mutating func send(_ reply: Reply, to request: ReceivedRequest) -> Outcome {
    contentSent = 0
    contentLimit = reply.contentLimit ?? .max
    let isComplete =
      sendContent(reply.preface, isChunked: false, isLimited: false)
      && sendHead(of: reply)
      && sendPieces(of: reply, method: request.method)
    guard isComplete else { return .close }
    switch reply.ending {
    case .close: return .close
    case .reset: return .reset
    case .silent:
      core.waitForEnd(of: descriptor)
      return .close
    case .keepAlive:
      if case .untilClose = reply.framing { return .close }
      return Self.staysOpen(request, reply) ? .next : .close
    }
  }

  private func sendHead(of reply: Reply) -> Bool {
    if case .raw = reply.framing { return true }
    let reason = reply.reason ?? StatusPhrases.phrase(for: reply.status)
    var head = "\(reply.version) \(reply.status) \(reason)\r\n"
    for field in Self.framed(reply) {
      head += "\(field.name): \(field.value)\r\n"
    }
    return Posix.send(descriptor, (head + "\r\n").utf8)
  }

  private mutating func sendPieces(of reply: Reply, method: String) -> Bool {
    if case .raw = reply.framing {
      return sendContent(reply.pieces, isChunked: false, isLimited: true)
    }
    guard method.utf8.elementsEqual("HEAD".utf8) == false, Self.mayHaveContent(reply.status) else {
      return true
    }
    guard case .chunked(let trailers) = reply.framing else {
      return sendContent(reply.pieces, isChunked: false, isLimited: true)
    }
    guard sendContent(reply.pieces, isChunked: true, isLimited: true) else { return false }
    if reply.contentLimit != nil { return true }
    let lines = trailers.map { "\($0.name): \($0.value)\r\n" }.joined()
    return Posix.send(descriptor, "0\r\n\(lines)\r\n".utf8)
  }

  private mutating func sendContent(
    _ pieces: [Reply.Piece], isChunked: Bool, isLimited: Bool
  ) -> Bool {
    for piece in pieces {
      switch piece {
      case .bytes(let bytes):
        guard sendSome(bytes, isChunked: isChunked, isLimited: isLimited) else { return false }
      case .pause(let duration):
        guard core.pause(for: duration) else { return false }
      case .gate(let gate):
        guard core.wait(at: gate) else { return false }
      case .generated(let byteCount, let make):
        var start = 0
        while start < byteCount {
          let end = min(byteCount, start + Self.generatedStep)
          let bytes = make(start..<end)
          guard sendSome(bytes, isChunked: isChunked, isLimited: isLimited) else { return false }
          start = end
        }
      }
    }
    return true
  }

  private mutating func sendSome(_ bytes: [UInt8], isChunked: Bool, isLimited: Bool) -> Bool {
    let allowed = isLimited ? bytes.prefix(max(0, contentLimit - contentSent)) : bytes[...]
    if isLimited { contentSent += allowed.count }
    // An empty chunk would end the content.
    guard !bytes.isEmpty, isChunked == false || !allowed.isEmpty else { return true }
    guard isChunked else { return Posix.send(descriptor, allowed) }
    // The size line announces all, so that a cut chunk is visibly cut.
    let isCut = allowed.count < bytes.count
    let size = String(bytes.count, radix: 16)
    return Posix.send(
      descriptor, Array("\(size)\r\n".utf8) + allowed + (isCut ? [] : [13, 10]))
  }

  private static func mayHaveContent(_ status: Int) -> Bool {
    status >= 200 && status != 204 && status != 304
  }

  private static func framed(_ reply: Reply) -> [(name: String, value: String)] {
    func has(_ name: String) -> Bool {
      reply.fields.contains { ASCII.equalIgnoringCase($0.name, name) }
    }
    switch reply.framing {
    case .raw, .untilClose: return reply.fields
    case .chunked:
      guard !has("Transfer-Encoding") else { return reply.fields }
      return reply.fields + [("Transfer-Encoding", "chunked")]
    case .contentLength:
      guard mayHaveContent(reply.status), !has("Content-Length"), !has("Transfer-Encoding") else {
        return reply.fields
      }
      let byteCount = reply.pieces.reduce(0) { sum, piece in
        switch piece {
        case .bytes(let bytes): sum + bytes.count
        case .generated(let byteCount, _): sum + byteCount
        case .pause, .gate: sum
        }
      }
      return reply.fields + [("Content-Length", String(byteCount))]
    }
  }

  private static func staysOpen(_ request: ReceivedRequest, _ reply: Reply) -> Bool {
    func says(_ word: String, _ fields: [(name: String, value: String)]) -> Bool {
      fields.contains {
        ASCII.equalIgnoringCase($0.name, "Connection")
          && ASCII.contains($0.value, ignoringCase: word)
      }
    }
    if says("close", request.fields) || says("close", reply.fields) { return false }
    let isOld = request.version.utf8.elementsEqual("HTTP/1.0".utf8)
    return !isOld || says("keep-alive", request.fields)
  }
}

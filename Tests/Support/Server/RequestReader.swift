/// Reads one request after another from a connection.
struct RequestReader {
  /// Why no request could be read.
  enum Failure: Error {
    /// The connection ended between two requests.
    case ended
    /// The connection ended inside a request, or the request made no sense.
    case broken(String)
  }

  private static let headLimit = 1 << 20

  let descriptor: Int32
  let connection: Int
  let keptByteCount: Int
  private var buffer: [UInt8] = []
  private var position = 0

  init(descriptor: Int32, connection: Int, keptByteCount: Int) {
    self.descriptor = descriptor
    self.connection = connection
    self.keptByteCount = keptByteCount
  }

  /// The next request, with its content complete.
  mutating func next() throws(Failure) -> ReceivedRequest {
    let head = try readHead()
    var request = try parse(head)
    if let coding = request.value(of: "Transfer-Encoding"),
      ASCII.contains(coding, ignoringCase: "chunked")
    {
      request.isChunked = true
      answerExpectation(of: request)
      try readChunks(into: &request)
    } else if let text = request.value(of: "Content-Length") {
      guard let count = Int(text), count >= 0 else {
        throw .broken("Content-Length \(text) is no number of bytes")
      }
      if count > 0 { answerExpectation(of: request) }
      try readBody(count, into: &request)
    }
    return request
  }

  private mutating func fill() -> Bool {
    if position > 0 {
      buffer.removeSubrange(..<position)
      position = 0
    }
    guard let more = Posix.receiveSome(descriptor) else { return false }
    buffer += more
    return true
  }

  private mutating func readHead() throws(Failure) -> [UInt8] {
    let end: [UInt8] = [13, 10, 13, 10]
    while true {
      // Empty lines before a request line are to be skipped (RFC 9112 section 2.2).
      while position + 1 < buffer.count, buffer[position] == 13, buffer[position + 1] == 10 {
        position += 2
      }
      if let index = ASCII.firstIndex(of: end, in: buffer, from: position) {
        let head = Array(buffer[position..<index])
        position = index + 4
        return head
      }
      guard buffer.count - position < Self.headLimit else {
        throw .broken("the head is longer than \(Self.headLimit) bytes")
      }
      guard fill() else {
        if buffer.isEmpty { throw .ended }
        throw .broken("the connection ended inside the head")
      }
    }
  }

  private func parse(_ head: [UInt8]) throws(Failure) -> ReceivedRequest {
    let lines = Self.lines(of: head)
    let words = lines[0].split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 3, words[2].starts(with: "HTTP/1.".utf8) else {
      throw .broken("\(String(decoding: lines[0], as: UTF8.self)) is no request line")
    }
    return ReceivedRequest(
      connection: connection,
      method: String(decoding: words[0], as: UTF8.self),
      target: String(decoding: words[1], as: UTF8.self),
      version: String(decoding: words[2], as: UTF8.self),
      fields: try Self.fields(lines.dropFirst()), rawHead: head,
      body: [], bodyByteCount: 0, isChunked: false, trailers: [])
  }

  private static func lines(of head: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while let end = ASCII.firstIndex(of: [13, 10], in: head, from: start) {
      lines.append(head[start..<end])
      start = end + 2
    }
    lines.append(head[start...])
    return lines
  }

  private static func fields(
    _ lines: ArraySlice<ArraySlice<UInt8>>
  ) throws(Failure) -> [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = []
    for line in lines {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
        throw .broken("\(String(decoding: line, as: UTF8.self)) is no header field")
      }
      let value = ASCII.trimmed(line[line.index(after: colon)...])
      fields.append(
        (
          name: String(decoding: line[..<colon], as: UTF8.self),
          value: String(decoding: value, as: UTF8.self)
        ))
    }
    return fields
  }

  private func answerExpectation(of request: ReceivedRequest) {
    guard let expected = request.value(of: "Expect"),
      ASCII.equalIgnoringCase(expected, "100-continue")
    else { return }
    // Where this does not arrive, reading the content says so.
    _ = Posix.send(descriptor, "HTTP/1.1 100 Continue\r\n\r\n".utf8)
  }

  private mutating func readBody(
    _ byteCount: Int, into request: inout ReceivedRequest
  ) throws(Failure) {
    var missing = byteCount
    while missing > 0 {
      if position == buffer.count, !fill() {
        throw .broken("the connection ended \(missing) bytes before the content did")
      }
      let taken = min(missing, buffer.count - position)
      let kept = min(taken, max(0, keptByteCount - request.body.count))
      request.body += buffer[position..<position + kept]
      request.bodyByteCount += taken
      position += taken
      missing -= taken
    }
  }

  private mutating func readLine() throws(Failure) -> [UInt8] {
    while true {
      if let end = ASCII.firstIndex(of: [13, 10], in: buffer, from: position) {
        let line = Array(buffer[position..<end])
        position = end + 2
        return line
      }
      guard buffer.count - position < Self.headLimit, fill() else {
        throw .broken("the connection ended inside a chunk's line")
      }
    }
  }

  private mutating func readChunks(into request: inout ReceivedRequest) throws(Failure) {
    while true {
      let line = try readLine()
      let digits = String(
        decoding: ASCII.trimmed(line.prefix { $0 != UInt8(ascii: ";") }), as: UTF8.self)
      guard let size = Int(digits, radix: 16), size >= 0 else {
        throw .broken("\(digits) is no chunk size")
      }
      if size == 0 { break }
      try readBody(size, into: &request)
      let end = try readLine()
      guard end.isEmpty else { throw .broken("a chunk is longer than its size says") }
    }
    var lines: [ArraySlice<UInt8>] = []
    while true {
      let line = try readLine()
      if line.isEmpty { break }
      lines.append(line[...])
    }
    request.trailers = try Self.fields(lines[...])
  }
}

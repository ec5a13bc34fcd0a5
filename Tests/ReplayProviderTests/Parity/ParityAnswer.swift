import TestSupport

/// What the server does with a call.
struct ParityAnswer: Sendable {
  /// How the content is coded, and what the field says.
  enum Coding: String, CaseIterable, Sendable {
    case none, gzip, zlib, deflate, twice, brotli, zstd, identity, oldGzip, unknown
  }

  /// How the content ends.
  enum Framing: String, CaseIterable, Sendable {
    case length, chunks, close
  }

  /// What goes wrong.
  enum Trouble: String, CaseIterable, Sendable {
    /// Nothing listens.
    case refused
    case closed, reset, garbage
    /// The content is cut off and the connection closed, or reset.
    case cut, resetInContent
    /// The content is not what its coding says.
    case falseCoding
    /// A byte in a header field that is not UTF-8.
    case latinField
    /// A chunk without a size.
    case falseChunk
    /// Nothing ever comes, and the client waits for a second.
    case silence
  }

  /// Where the client is sent.
  struct Redirection: Sendable {
    /// How the new place is said.
    enum Form: String, CaseIterable, Sendable {
      case absolute, path, relative, query, loop, none
    }
    let status: Int
    let hops: Int
    let form: Form
  }

  let status: Int
  let fields: [(name: String, value: String)]
  let body: [UInt8]
  let coding: Coding
  let framing: Framing
  /// After how many bytes content is cut into chunks, or cut off.
  let step: Int
  let hasEarlyHints: Bool
  let isHTTP10: Bool
  let redirection: Redirection?
  let trouble: Trouble?

  /// What is sent in answer to that request, which may be one of a redirection.
  func reply(to request: ReceivedRequest, base: String) -> Reply {
    let hop = Self.hop(of: request)
    if let redirection, hop < redirection.hops || redirection.form == .loop {
      return redirecting(redirection, hop: hop, request, base)
    }
    switch trouble {
    case .closed: return .closed
    case .reset: return .reset
    case .garbage: return .garbage
    case .silence: return .never
    case .latinField:
      return .raw(Array("HTTP/1.1 200 OK\r\nX-A: ".utf8) + [0xE9] + Array("\r\n\r\n".utf8))
    case .falseChunk:
      return .raw(text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
    case .cut: return whole(request).truncated(to: step)
    case .resetInContent: return whole(request).reset(after: step)
    case .falseCoding, .refused, nil: return whole(request)
    }
  }

  private func whole(_ request: ReceivedRequest) -> Reply {
    let content = trouble == .falseCoding ? body : Self.coded(body, coding)
    var fields = fields
    fields.append(("X-Saw", "\(request.method) \(request.bodyByteCount > 0)"))
    switch trouble == .falseCoding ? .gzip : coding {
    case .none: break
    case .gzip: fields.append(("Content-Encoding", "gzip"))
    case .zlib, .deflate: fields.append(("content-encoding", "deflate"))
    case .twice: fields.append(("Content-Encoding", "gzip, gzip"))
    case .brotli: fields.append(("Content-Encoding", "br"))
    case .zstd: fields.append(("Content-Encoding", "zstd"))
    case .identity: fields.append(("Content-Encoding", "identity"))
    case .oldGzip: fields.append(("Content-Encoding", "X-GZIP"))
    case .unknown: fields.append(("Content-Encoding", "x-unknown"))
    }
    var reply: Reply
    switch framing {
    case .length: reply = Reply(status, fields: fields, body: content)
    case .close:
      reply = Reply(status, fields: fields, pieces: [.bytes(content)], framing: .untilClose)
    case .chunks:
      let pieces = stride(from: 0, to: content.count, by: max(1, step)).map {
        Reply.Piece.bytes(Array(content[$0..<min(content.count, $0 + max(1, step))]))
      }
      reply = .chunked(pieces, status: status, fields: fields)
    }
    if hasEarlyHints {
      reply.preface.append(.text("HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n"))
    }
    if isHTTP10, framing != .chunks { reply.version = "HTTP/1.0" }
    return reply
  }

  private func redirecting(
    _ redirection: Redirection, hop: Int, _ request: ReceivedRequest, _ base: String
  ) -> Reply {
    let id = ParityCase.id(of: request.path) ?? 0
    let place = "h\(hop + 1)/\(id)/x"
    let location: String? =
      switch redirection.form {
      case .absolute: "\(base)/\(place)"
      case .path: "/\(place)"
      // All paths have three parts.
      case .relative: "../../\(place)#part"
      case .query: "/\(place)?a=%2F&b=c%20d"
      case .loop: request.target
      case .none: nil
      }
    return Reply(
      redirection.status,
      fields: [("X-Hop", "\(hop)")] + (location.map { [("Location", $0)] } ?? []), text: "moved")
  }

  /// How many redirections led to that request.
  private static func hop(of request: ReceivedRequest) -> Int {
    let first = request.path.dropFirst().prefix { $0 != "/" }
    return first.first == "h" ? Int(first.dropFirst()) ?? 0 : 0
  }

  /// The bytes under that coding.
  static func coded(_ bytes: [UInt8], _ coding: Coding) -> [UInt8] {
    switch coding {
    case .none, .identity, .unknown: bytes
    case .gzip, .oldGzip: Zlib.deflate(bytes, as: .gzip)
    case .zlib: Zlib.deflate(bytes, as: .zlib)
    case .deflate: Zlib.deflate(bytes, as: .none)
    case .twice: Zlib.deflate(Zlib.deflate(bytes, as: .gzip), as: .gzip)
    case .brotli: StoredBlocks.brotli(bytes)
    case .zstd: StoredBlocks.zstd(bytes)
    }
  }
}

extension ParityAnswer: CustomStringConvertible {
  var description: String {
    if let trouble { return trouble.rawValue }
    let there = redirection.map { "\($0.status) \($0.form.rawValue) x\($0.hops) to " } ?? ""
    let coding = coding == .none ? "" : " in \(coding.rawValue)"
    return "\(there)\(status) of \(body.count) bytes\(coding) by \(framing.rawValue)"
  }
}

/// Codings for which there is no compressor here, in blocks that store bytes as they are.
enum StoredBlocks {
  /// Brotli (RFC 7932 §9): a window of 64 KiB, meta-blocks without compression, and an empty last one.
  static func brotli(_ bytes: [UInt8]) -> [UInt8] {
    guard !bytes.isEmpty else { return [0b110] }
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 65_536) {
      let block = bytes[start..<min(bytes.count, start + 65_536)]
      // Before the first block stands the window's size, in one bit that is 0.
      let shift = start == 0 ? 1 : 0
      // Not the last; four digits of length; the length less 1; not compressed.
      let head = (UInt32(block.count - 1) << 3 | 1 << 19) << shift
      result += [0, 8, 16].map { UInt8(truncatingIfNeeded: head >> $0) } + block
    }
    return result + [0b11]
  }

  /// Zstandard (RFC 8878 §3.1): one segment of known size, in raw blocks.
  static func zstd(_ bytes: [UInt8]) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var result = little(0xFD2F_B528, 4) + [0xA0] + little(bytes.count, 4)
    guard !bytes.isEmpty else { return result + little(1, 3) }
    for start in stride(from: 0, to: bytes.count, by: 65_536) {
      let block = bytes[start..<min(bytes.count, start + 65_536)]
      let isLast = start + block.count == bytes.count
      result += little(block.count << 3 | (isLast ? 1 : 0), 3) + block
    }
    return result
  }
}

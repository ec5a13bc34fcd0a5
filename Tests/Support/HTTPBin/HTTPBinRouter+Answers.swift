import Foundation

extension HTTPBinRouter {
  func status() -> Reply {
    guard let code = number(at: 1), (100...999).contains(code) else { return badRequest }
    switch code {
    case 301, 302, 303, 305, 307:
      return Reply(code, fields: [("Location", "/redirect/1")])
    case 401:
      return Reply(401, fields: [("WWW-Authenticate", #"Basic realm="Fake Realm""#)])
    case 407:
      return Reply(407, fields: [("Proxy-Authenticate", #"Basic realm="Fake Realm""#)])
    case 418:
      return Reply(
        418, fields: [("x-more-info", "RFC 2324")],
        body: Array(HTTPBinSamples.teapot.utf8))
    default:
      return Reply(code, fields: [Self.html])
    }
  }

  func redirect() -> Reply {
    func redirect(to location: String, status: Int = 302) -> Reply {
      Reply(status, fields: [Self.html, ("Location", location)])
    }
    if segmentCount == 1 {
      guard let location = argument("url") else { return badRequest }
      let code = argument("status_code").flatMap { Int($0) } ?? 302
      return redirect(to: location, status: (300...399).contains(code) ? code : 302)
    }
    guard let count = number(at: 1), count > 0 else { return notFound }
    let isAbsolute =
      segment(0).utf8.elementsEqual("absolute-redirect".utf8)
      || argument("absolute").map { ASCII.equalIgnoringCase($0, "true") } == true
    let origin = isAbsolute ? "http://\(request.value(of: "Host") ?? "127.0.0.1")" : ""
    guard count > 1 else { return redirect(to: "\(origin)/get") }
    let kind = isAbsolute ? "absolute-redirect" : "relative-redirect"
    return redirect(to: "\(origin)/\(kind)/\(count - 1)")
  }

  func bytes() -> Reply {
    guard let count = number(at: 1), count >= 0 else { return notFound }
    if segment(0).utf8.elementsEqual("stream".utf8) {
      let lines = (0..<min(count, 100)).map { index -> Reply.Piece in
        let text = JSONText.object([("headers", headers), ("id", .number(String(index)))]).text
        let line = text.utf8.filter { $0 != 0x0a }
        return .bytes(line + [0x0a])
      }
      return .chunked(lines, fields: [("Content-Type", "application/json")])
    }
    var generator = SplitMix64(
      seed: argument("seed").flatMap { UInt64($0) } ?? .random(in: .min ... .max))
    let content = generator.bytes(min(count, 100 * 1_024))
    let fields = [(name: "Content-Type", value: "application/octet-stream")]
    guard segment(0).utf8.elementsEqual("stream-bytes".utf8) else {
      return Reply(200, fields: fields, body: content)
    }
    let step = max(1, argument("chunk_size").flatMap { Int($0) } ?? 10_240)
    let pieces = stride(from: 0, to: content.count, by: step).map {
      Reply.Piece.bytes(Array(content[$0..<min($0 + step, content.count)]))
    }
    return .chunked(pieces, fields: fields)
  }

  func cookies() -> Reply {
    guard segmentCount == 2 else {
      let pairs = request.values(of: "Cookie").flatMap { line in
        line.split(separator: ";").map { item -> (name: String, value: String) in
          let halves = item.trimmingCharacters(in: .whitespaces)
            .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
          return (String(halves[0]), halves.count > 1 ? String(halves[1]) : "")
        }
      }
      return object([("cookies", .grouped(pairs))])
    }
    let suffix: String
    switch segment(1) {
    case "set": suffix = "; Path=/"
    case "delete": suffix = "; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; Path=/"
    default: return notFound
    }
    let isRemoval = segment(1).utf8.elementsEqual("delete".utf8)
    let fields = query.map { pair -> (name: String, value: String) in
      ("Set-Cookie", "\(pair.name)=\(isRemoval ? "" : pair.value)\(suffix)")
    }
    return Reply(302, fields: [Self.html, ("Location", "/cookies")] + fields)
  }

  func authorisation() -> Reply {
    let sent = request.value(of: "Authorization") ?? ""
    if segmentCount == 1 {
      guard sent.utf8.starts(with: "Bearer ".utf8) else {
        return Reply(401, fields: [Self.html, ("WWW-Authenticate", "Bearer")])
      }
      return object([
        ("authenticated", .bool(true)),
        ("token", .string(String(decoding: sent.utf8.dropFirst(7), as: UTF8.self))),
      ])
    }
    let wanted = Data("\(segment(1)):\(segment(2))".utf8).base64EncodedString()
    guard sent.utf8.elementsEqual("Basic \(wanted)".utf8) else {
      return Reply(401, fields: [("WWW-Authenticate", #"Basic realm="Fake Realm""#)])
    }
    return object([("authenticated", .bool(true)), ("user", .string(segment(1)))])
  }

  /// Echoes the query as fields, and all fields in the content, whose length is one of them.
  func responseHeaders() -> Reply {
    let isTypeGiven = query.contains { ASCII.equalIgnoringCase($0.name, "Content-Type") }
    let pairs = (isTypeGiven ? [] : [("Content-Type", "application/json")]) + query
    // A line break would end the field.
    let isSound = pairs.allSatisfy { pair in
      !(pair.0 + pair.1).utf8.contains { $0 == 13 || $0 == 10 }
    }
    guard isSound else { return badRequest }
    var length = 0
    while true {
      let text = JSONText.grouped([("Content-Length", String(length))] + pairs).text
      if text.utf8.count == length {
        return Reply(200, fields: pairs.map { ($0.0, $0.1) }, body: Array(text.utf8))
      }
      length = text.utf8.count
    }
  }
}

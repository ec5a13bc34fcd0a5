import Foundation

/// Answers the endpoints of httpbin that the demonstration and the tests use, in its own way.
///
/// The stand-in where httpbin cannot be installed. Nothing in its answers varies by run, apart
/// from unseeded `/bytes` and `/uuid`.
struct HTTPBinRouter {
  private static let common: [(name: String, value: String)] = [
    ("Server", "loopback"),
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Allow-Credentials", "true"),
  ]
  private static let reading = ["GET", "HEAD", "OPTIONS"]
  private static let all = reading + ["POST", "PUT", "PATCH", "DELETE", "TRACE"]

  let request: ReceivedRequest
  private let echo: HTTPBinEcho
  private let segments: [String]

  init(_ request: ReceivedRequest) {
    self.request = request
    echo = HTTPBinEcho(request: request)
    segments = request.path.utf8.split(separator: UInt8(ascii: "/"))
      .map { FormFields.decoded($0, plusIsSpace: false) }
  }

  /// The answer, with the fields that every answer has.
  func reply() -> Reply {
    var reply = route()
    reply.fields = Self.common + reply.fields
    return reply
  }

  private func route() -> Reply {
    let methods = Self.methods(for: segments.first ?? "")
    guard let methods else { return notFound }
    guard methods.contains(where: { $0.utf8.elementsEqual(request.method.utf8) }) else {
      return Reply(
        405, fields: [("Allow", methods.joined(separator: ", ")), Self.html],
        text: "<title>405 Method Not Allowed</title>\n")
    }
    if request.method.utf8.elementsEqual("OPTIONS".utf8) {
      return Reply(200, fields: [("Allow", methods.joined(separator: ", ")), Self.html])
    }
    return answer()
  }

  private static func methods(for name: String) -> [String]? {
    switch name {
    case "post", "put", "patch", "delete": [name.uppercased(), "OPTIONS"]
    case "anything", "status", "delay", "redirect-to": all
    case "response-headers": reading + ["POST"]
    case "get", "headers", "ip", "user-agent", "redirect", "relative-redirect",
      "absolute-redirect", "gzip", "deflate", "image", "bytes", "stream-bytes", "stream",
      "cookies", "bearer", "basic-auth", "encoding", "uuid", "json":
      reading
    default: nil
    }
  }

  private func answer() -> Reply {
    switch (segments[0], segments.count) {
    case ("get", 1):
      json([("args", echo.args)])
    case ("post", 1), ("put", 1), ("patch", 1), ("delete", 1):
      json([("args", echo.args)] + echo.content)
    case ("anything", _):
      json([("args", echo.args), ("method", .string(request.method))] + echo.content)
    case ("delay", 2):
      delayed()
    case ("headers", 1):
      object([("headers", echo.headers)])
    case ("ip", 1):
      object([("origin", echo.origin)])
    case ("user-agent", 1):
      object([("user-agent", request.value(of: "User-Agent").map { .string($0) } ?? .null)])
    case ("status", 2):
      status()
    case ("redirect-to", 1), ("redirect", 2), ("relative-redirect", 2), ("absolute-redirect", 2):
      redirect()
    case ("gzip", 1):
      compressed("gzipped", coding: "gzip", as: .gzip)
    case ("deflate", 1):
      compressed("deflated", coding: "deflate", as: .zlib)
    case ("image", 2) where segments[1].utf8.elementsEqual("png".utf8):
      Reply(200, fields: [("Content-Type", "image/png")], body: HTTPBinSamples.png)
    case ("encoding", 2) where segments[1].utf8.elementsEqual("utf8".utf8):
      Reply(200, fields: [Self.html], text: HTTPBinSamples.unicode)
    case ("bytes", 2), ("stream-bytes", 2), ("stream", 2):
      bytes()
    case ("cookies", 1), ("cookies", 2):
      cookies()
    case ("bearer", 1), ("basic-auth", 3):
      authorisation()
    case ("response-headers", 1):
      responseHeaders()
    case ("uuid", 1):
      object([("uuid", .string(UUID().uuidString.lowercased()))])
    case ("json", 1):
      object([("slideshow", .object([("title", .string("Sample")), ("slides", .array([]))]))])
    default:
      notFound
    }
  }

  // MARK: Parts of answers

  static let html = (name: "Content-Type", value: "text/html; charset=utf-8")

  var notFound: Reply {
    Reply(404, fields: [Self.html], text: "<title>404 Not Found</title>\n")
  }

  var badRequest: Reply {
    Reply(400, fields: [Self.html], text: "<title>400 Bad Request</title>\n")
  }

  func object(_ members: [(name: String, value: JSONText)], status: Int = 200) -> Reply {
    .json(JSONText.object(members).text, status: status)
  }

  /// The members that all echoes have, and these.
  private func json(_ members: [(name: String, value: JSONText)]) -> Reply {
    object(members + [("headers", echo.headers), ("origin", echo.origin), ("url", echo.url)])
  }

  private func delayed() -> Reply {
    guard let seconds = Double(segments[1]), seconds >= 0 else { return notFound }
    let content = echo.content.filter { !$0.name.utf8.elementsEqual("json".utf8) }
    return json([("args", echo.args)] + content).delayed(by: .seconds(min(seconds, 10)))
  }

  private func compressed(
    _ name: String, coding: String, as container: Zlib.Container
  ) -> Reply {
    let text = JSONText.object([
      (name, .bool(true)), ("headers", echo.headers), ("method", .string(request.method)),
      ("origin", echo.origin),
    ]).text
    return Reply(
      200, fields: [("Content-Type", "application/json"), ("Content-Encoding", coding)],
      body: Zlib.deflate(Array(text.utf8), as: container))
  }

  // MARK: Arguments

  /// The path's part at this place as a number.
  func number(at index: Int) -> Int? { Int(segments[index]) }

  /// The path's part at this place.
  func segment(_ index: Int) -> String { segments[index] }

  var segmentCount: Int { segments.count }

  /// The query's pairs.
  var query: [(name: String, value: String)] { echo.query }

  /// The query's first value of this name.
  func argument(_ name: String) -> String? {
    query.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  var headers: JSONText { echo.headers }
}

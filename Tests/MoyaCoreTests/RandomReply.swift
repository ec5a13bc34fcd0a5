#if !UpstreamMoya
import TestSupport

/// Makes replies of parts that servers get wrong.
///
/// Their heads are whole, and chunks have no trailers: at both URLSession on Linux aborts.
enum RandomReply {
  private static let statuses = [
    200, 200, 201, 204, 206, 300, 301, 302, 303, 304, 307, 308, 400, 401, 407, 416, 500, 999, 101,
  ]

  private static let names = [
    "Location", "Set-Cookie", "Content-Type", "WWW-Authenticate", "Proxy-Authenticate",
    "Cache-Control", "Content-Encoding", "Transfer-Encoding", "Content-Disposition", "Expires",
    "Date", "Last-Modified", "ETag", "Connection", "Vary", "Age", "Refresh", "Content-Range",
    "Upgrade", "Trailer",
  ]

  private static let values = [
    "", "/", "//", "http://", "http://[", "http://[::1]/", "http://a b/", "?", "#", "..", "%zz",
    "x:", "HTTP://127.0.0.1:1/", "=", ";", "a=b; Expires=x", "a=b; Max-Age=99999999999999999999",
    "a=b; Max-Age=-1", "a=b; Domain=.", "a=b; Path=", "text/html; charset=", "text/;",
    "text/html; charset=\"", "Basic", "Basic realm=\"", "Digest", "Basic a=b,c=d,", "Bearer,Basic",
    "max-age=", "max-age=99999999999999999999", "no-cache=\"", "0", "-1", "1,2", "gzip", "br",
    "identity", "chunked", "chunked, chunked", "attachment; filename=\"../../etc\"",
    "attachment; filename*=UTF-8''%ff", "close", "upgrade", "\t", "é", "*", "bytes 0-1/2", "W/\"",
  ]

  private static let bodies = [
    "", "abc", "3\r\nabc\r\n0\r\n\r\n", "0\r\n\r\n", "ffffffffffffffffff\r\n", "3\r\nab",
    "-1\r\n", "HTTP/1.1 200 OK\r\n\r\n",
  ]

  /// A reply, and then the connection's end.
  static func make(using random: inout SplitMix64) -> Reply {
    let versions = ["HTTP/1.1", "HTTP/1.1", "HTTP/1.0"]
    var text = "\(versions.randomElement(using: &random) ?? "") "
    text += "\(statuses.randomElement(using: &random) ?? 200) OK\r\n"
    for _ in 0..<Int.random(in: 0..<5, using: &random) {
      text += "\(names.randomElement(using: &random) ?? ""): "
      text += "\(values.randomElement(using: &random) ?? "")\r\n"
    }
    text += "\r\n\(bodies.randomElement(using: &random) ?? "")"
    return .raw(text: text, ending: Bool.random(using: &random) ? .close : .reset)
  }
}
#endif

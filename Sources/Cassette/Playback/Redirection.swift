import Foundation

/// A redirection that somebody else has recorded hop by hop, as browsers do.
///
/// Our own recorder writes one entry for a call, the outcome that its caller saw: a 3xx there is one that was
/// not followed, and is not followed on replay. It also writes the target, which others do not know.
enum Redirection {
  /// How many are followed before a call fails, as Apple's URL loading system has it.
  static let limit = 20

  /// The request that a user agent sends after an answer (RFC 9110 §15.4).
  ///
  /// 301 and 302 turn POST into GET, and 303 all but HEAD; 307 and 308 leave the request as it is. 300, 304
  /// and 305 are answers like any other. The URL of `Location` is resolved against the request's.
  ///
  /// - Parameters:
  ///   - request: The request that was answered, under the origins of the cassette.
  ///   - interaction: Its recording.
  /// - Returns: The next request; nil where the recording is the answer.
  static func request(
    after request: Cassette.Request, _ interaction: Cassette.Interaction
  ) -> Cassette.Request? {
    guard interaction.target == nil, case .response(let response) = interaction.outcome,
      [301, 302, 303, 307, 308].contains(response.status),
      let location = response.headerFields["Location"]
    else { return nil }
    let url = URIReference(location).resolved(against: URIReference(request.url))
    guard url.isHTTP else { return nil }
    var next = request
    next.url = url.text
    let becomesGet =
      switch response.status {
      case 301, 302: request.method == "POST"
      case 303: request.method != "HEAD"
      default: false
      }
    if becomesGet, request.method != "GET" {
      next.method = "GET"
      next.body = .empty
      for name in contentFields { next.headerFields[name] = nil }
    }
    return next
  }

  /// The fields that are about content, which goes when the method becomes GET (RFC 9110 §15.4).
  private static let contentFields = [
    "Content-Encoding", "Content-Language", "Content-Location", "Content-Type", "Content-Length",
    "Digest", "Last-Modified", "Transfer-Encoding",
  ]

  /// Whether two requests are the same hop.
  static func isSame(_ one: Cassette.Request, _ other: Cassette.Request) -> Bool {
    one.method.utf8.elementsEqual(other.method.utf8) && TargetURI(one.url) == TargetURI(other.url)
  }

  /// The failure of a call that is redirected too often or in a circle.
  static let tooMany = Cassette.Failure(
    domain: NSURLErrorDomain, code: NSURLErrorHTTPTooManyRedirects, text: "too many HTTP redirects")
}

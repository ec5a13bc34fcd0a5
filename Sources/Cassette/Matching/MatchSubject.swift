/// A request made ready for comparing: its URL and its content taken apart once.
package struct MatchSubject: Sendable {
  /// The request.
  package let request: Cassette.Request
  /// The target that makes it, where that is known.
  package var target: Cassette.TargetIdentity?
  /// The request as it would be sent, where that is known and compared.
  package private(set) var sent: AsSent?
  let uri: TargetURI
  let content: RequestContent

  /// Takes a request apart.
  ///
  /// - Complexity: O(*n* log *n*) in the bytes of URL and content.
  package init(_ request: Cassette.Request, target: Cassette.TargetIdentity? = nil) {
    self.request = request
    self.target = target
    uri = TargetURI(request.url)
    content = RequestContent(request)
  }

  /// The key by which recordings of the request are looked up.
  package var key: MatchKey {
    MatchKey(method: request.method, uri: uri, content: content, places: RedactedPlaces())
  }

  /// A request as it would be sent, taken apart likewise.
  package final class AsSent: Sendable {
    let subject: MatchSubject

    fileprivate init(_ subject: MatchSubject) { self.subject = subject }
  }

  /// The request as it would be sent, where that is known and compared.
  package var requestSent: Cassette.Request? { sent?.subject.request }

  /// This request, known to be sent as that one.
  package func sent(as request: Cassette.Request) -> MatchSubject {
    var result = self
    result.sent = AsSent(MatchSubject(request, target: target))
    return result
  }
}

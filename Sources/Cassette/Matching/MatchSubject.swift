/// A request made ready for comparing: its URL and its content taken apart once.
package struct MatchSubject: Sendable {
  /// The request.
  package let request: Cassette.Request
  let uri: TargetURI
  let content: RequestContent

  /// Takes a request apart.
  ///
  /// - Complexity: O(*n* log *n*) in the bytes of URL and content.
  package init(_ request: Cassette.Request) {
    self.request = request
    uri = TargetURI(request.url)
    content = RequestContent(request)
  }

  /// The key by which recordings of the request are looked up.
  package var key: MatchKey {
    MatchKey(method: request.method, uri: uri, content: content, places: RedactedPlaces())
  }
}

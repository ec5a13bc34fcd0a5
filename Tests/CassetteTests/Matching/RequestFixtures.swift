import Foundation

@testable import Cassette

/// Requests and recordings of a few words.
enum Fixture {
  static func get(_ url: String) -> Cassette.Request { Cassette.Request(url: url) }

  static func post(
    _ body: String, _ type: String?, _ url: String = "http://example.com/p"
  ) -> Cassette.Request {
    post(Data(body.utf8), type, url)
  }

  static func post(
    _ body: Data, _ type: String?, _ url: String = "http://example.com/p"
  ) -> Cassette.Request {
    Cassette.Request(
      method: "POST", url: url,
      headerFields: type.map { ["Content-Type": $0] } ?? [:], body: Cassette.Body(body))
  }

  static func recorded(
    _ request: Cassette.Request, _ redactions: [(String, String)] = []
  ) -> Cassette.Interaction {
    Cassette.Interaction(
      request: request, outcome: .response(Cassette.Response(status: 200)),
      redactions: redactions.map { Cassette.Redaction(place: $0.0, placeholder: $0.1) })
  }

  /// The one difference of two requests by the default rule, as text; nil where they match.
  static func difference(
    _ asked: Cassette.Request, _ recorded: Cassette.Interaction,
    by matcher: RequestMatcher = .default
  ) -> String? {
    let differences = matcher.differences(between: asked, and: recorded)
    let bindings = matcher.match(MatchSubject(asked), recorded, key: LiveBinding.Key())
    precondition((bindings != nil) == differences.isEmpty)
    return differences.isEmpty
      ? nil : differences.map(\.description).joined(separator: "; ")
  }

  static func difference(
    _ asked: Cassette.Request, _ recorded: Cassette.Request,
    by matcher: RequestMatcher = .default
  ) -> String? {
    difference(asked, self.recorded(recorded), by: matcher)
  }
}

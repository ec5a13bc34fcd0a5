/// The rule by which a recorded request answers a live one: parts that must all be equal.
///
/// The request compared is the one *as built*: what plugins, closures and adapters change afterwards does
/// not count. Where a value was redacted before it was recorded, any value of one byte or more is equal to
/// it, but not its absence.
///
///     matching: .default.ignoringQuery("page").adding(.header("Accept"))
public struct RequestMatcher: Sendable, CustomStringConvertible {
  /// What is compared, in order.
  public private(set) var parts: [Part]
  /// The matcher as it is spelled in code, for messages: `.default.removing(.port)`.
  public private(set) var description: String

  /// A matcher that compares these parts and nothing else; without any, every request matches.
  public init(_ parts: Part...) {
    self.parts = parts
    description = "RequestMatcher(\(parts.map(\.description).joined(separator: ", ")))"
  }

  private init(parts: [Part], description: String) {
    self.parts = parts
    self.description = description
  }

  /// Method, URL without its fragment, and content by its form; no header fields.
  public static let `default` = RequestMatcher(
    parts: [.method, .scheme, .userInfo, .host, .port, .path, .query, .body],
    description: ".default")

  /// This matcher with further parts; one that it has already is replaced.
  public func adding(_ parts: Part...) -> RequestMatcher {
    var result = self
    for part in parts {
      result.parts.removeAll { $0.identity == part.identity }
      result.parts.append(part)
    }
    result.description += ".adding(\(parts.map(\.description).joined(separator: ", ")))"
    return result
  }

  /// This matcher without some parts, so that they may differ; one that it has not has no effect.
  public func removing(_ parts: Part...) -> RequestMatcher { removing(parts) }

  func removing(_ parts: [Part]) -> RequestMatcher {
    var result = self
    for part in parts { result.parts.removeAll { $0.identity == part.identity } }
    result.description += ".removing(\(parts.map(\.description).joined(separator: ", ")))"
    return result
  }

  /// This matcher without a part of one's own.
  public func removingCustom(_ name: String) -> RequestMatcher {
    var result = self
    result.parts.removeAll { part in
      guard case .custom(let own, _) = part.kind else { return false }
      return own.utf8.elementsEqual(name.utf8)
    }
    result.description += ".removingCustom(\(VisibleText.quoted(name.utf8)))"
    return result
  }

  /// This matcher with some items of the query left out on both sides, wherever they stand.
  ///
  /// Their names are given decoded: `tags[]`, not `tags%5B%5D`.
  public func ignoringQuery(_ names: String...) -> RequestMatcher { ignoringQuery(names) }

  func ignoringQuery(_ names: [String]) -> RequestMatcher {
    var result = self
    for index in result.parts.indices {
      guard case .query(let ignored) = result.parts[index].kind else { continue }
      result.parts[index].kind = .query(
        ignoring: ignored.union(names.map { Array($0.utf8) }))
    }
    let list = names.map { VisibleText.quoted($0.utf8, limit: .max) }.joined(separator: ", ")
    result.description += ".ignoringQuery(\(list))"
    return result
  }

  /// What differs between a request and a recorded one, each part's first difference.
  ///
  /// - Returns: Nothing where they match. The differences show values of `asked`, but none at a place
  ///   that was redacted in `recorded`.
  /// - Complexity: O(*n* log *n*) in the bytes of both.
  public func differences(
    between asked: Cassette.Request, and recorded: Cassette.Interaction
  ) -> [Difference] {
    differences(between: MatchSubject(asked), and: recorded, concealing: RedactedPlaces())
  }

  func differences(
    between asked: MatchSubject, and recorded: Cassette.Interaction, concealing: RedactedPlaces
  ) -> [Difference] {
    var places = RedactedPlaces(recorded)
    places.conceal(concealing)
    var comparison = RequestComparison(asked, recorded.matched, places, LiveBinding.Key())
    return parts.compactMap { $0.difference(&comparison) }
  }

  /// Compares a request with a recorded one, up to the first difference.
  ///
  /// - Parameters:
  ///   - asked: The live request.
  ///   - recorded: The recorded one.
  ///   - key: The key of the run's hashes.
  /// - Returns: What the recorded request's placeholders stand for; nil where the requests differ.
  /// - Complexity: O(*n* log *n*) in the bytes of both.
  package func match(
    _ asked: MatchSubject, _ recorded: Cassette.Interaction, key: LiveBinding.Key
  ) -> [LiveBinding]? {
    var comparison = RequestComparison(
      asked, recorded.matched, RedactedPlaces(recorded), key)
    for part in parts where part.difference(&comparison) != nil { return nil }
    return comparison.bindings
  }

  /// Whether it compares method, scheme, host, port and path, so that the route's hash finds candidates.
  package var usesWholeRoute: Bool {
    let kinds = Set(parts.map(\.identity))
    return [Part.method, .scheme, .host, .port, .path].allSatisfy { kinds.contains($0.identity) }
  }

  /// Whether the content of a request may count: what is only streamed has to be read to compare it.
  package var comparesContent: Bool {
    parts.contains { part in
      switch part.kind {
      case .body, .bodyBytes, .custom: true
      default: false
      }
    }
  }

  /// Whether it has parts of the user's own, of which nobody knows what they look at.
  package var hasCustomParts: Bool {
    parts.contains { if case .custom = $0.kind { true } else { false } }
  }

  /// Whether it compares all that the default key's hash covers, so that this finds candidates.
  package var usesDefaultKey: Bool {
    var query = false
    var body = false
    for part in parts {
      switch part.kind {
      case .query(let ignored): query = query || ignored.isEmpty
      // Equal bytes are equal in any form, but where only one side can be read as parts.
      case .body: body = true
      default: break
      }
    }
    return usesWholeRoute && query && body
  }
}

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
  ///
  /// What options of the matcher leave out of the old one, they leave out of the new one too. To begin
  /// without them: `.removing(.query).adding(.query)`.
  public func adding(_ parts: Part...) -> RequestMatcher {
    var result = self
    for part in parts {
      let replaced = result.parts.filter { $0.identity == part.identity }
      result.parts.removeAll { $0.identity == part.identity }
      result.parts.append(replaced.reduce(part) { $0.keepingOptions(of: $1) })
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

  /// This matcher with its parts changed, also those of the request as sent, and that added to its
  /// description.
  func changing(_ option: String, _ change: (inout Part.Kind) -> Void) -> RequestMatcher {
    var result = self
    for index in result.parts.indices {
      if case .sent(var part) = result.parts[index].kind {
        change(&part.kind)
        result.parts[index].kind = .sent(part)
      } else {
        change(&result.parts[index].kind)
      }
    }
    result.description += option
    return result
  }
}

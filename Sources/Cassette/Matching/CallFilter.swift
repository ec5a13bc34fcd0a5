/// Which calls an option is about: those of a target, of a path, or of a host.
///
/// As text, such as in `CASSETTE_ONLY`, `userProfile` and `GitHub.userProfile` are targets, `/users/*` is a
/// path and `//api.example.com` a host. `*` stands for any bytes, also none.
public struct CallFilter: Hashable, Sendable {
  /// What of a call the pattern is of; a journal's header has these words.
  private enum Kind: String, Hashable, Sendable {
    case target, path, host
  }

  private let kind: Kind
  private let pattern: [UInt8]
  /// The filter as text.
  private let text: String

  private init(_ kind: Kind, _ pattern: String, _ text: String) {
    self.kind = kind
    self.pattern = Array(pattern.utf8)
    self.text = text
  }

  /// The filter of that text: a host after `//`, a path from `/`, else a target.
  public init(_ text: String) {
    if text.hasPrefix("//") {
      self = .host(String(text.dropFirst(2)))
    } else if text.hasPrefix("/") {
      self = .path(text)
    } else {
      self = .target(text)
    }
  }

  /// The calls of a target: its type such as `GitHub`, its case such as `userProfile`, or both with a
  /// point between them. A case is known of enums only.
  public static func target(_ name: String) -> CallFilter {
    CallFilter(.target, name, name)
  }

  /// The calls whose URL has that path, from `/`, without its query.
  public static func path(_ pattern: String) -> CallFilter {
    CallFilter(.path, pattern, pattern)
  }

  /// The calls to a host, in any case; `HOST:PORT` for a port that is not the scheme's own.
  ///
  /// An origin that `CassetteOptions.origins` renames is known by its name in the cassette.
  public static func host(_ pattern: String) -> CallFilter {
    CallFilter(.host, pattern.lowercased(), "//" + pattern)
  }

  /// The filter as a journal's header has it: what of a call, and the pattern.
  var member: (kind: String, pattern: String) {
    (kind.rawValue, String(decoding: pattern, as: UTF8.self))
  }

  /// The filter that a journal's header has; nil for a kind of another version.
  init?(kind: String, pattern: String) {
    switch Kind(rawValue: kind) {
    case .target: self = .target(pattern)
    case .path: self = .path(pattern)
    case .host: self = .host(pattern)
    case nil: return nil
    }
  }

  /// Whether a call is one of these.
  ///
  /// - Parameters:
  ///   - request: The request, under the origins of the cassette.
  ///   - target: The target, where it is known.
  /// - Returns: Whether target, path or host fit.
  /// - Complexity: O(*n* · *m*) in the sizes of the pattern and the text in the worst case.
  package func selects(_ request: Cassette.Request, _ target: Cassette.TargetIdentity?) -> Bool {
    switch kind {
    case .target:
      guard let target else { return false }
      let names = [target.type, target.name, target.name.map { "\(target.type).\($0)" }]
      return names.contains { name in name.map { fits(Array($0.utf8)) } ?? false }
    case .path:
      return fits(TargetURI(request.url).path)
    case .host:
      let uri = TargetURI(request.url)
      guard let host = uri.host else { return false }
      return fits(host) || uri.port.map { fits(host + [UInt8(ascii: ":")] + $0) } ?? false
    }
  }

  /// Whether the pattern stands for the whole text.
  private func fits(_ text: [UInt8]) -> Bool {
    let star = UInt8(ascii: "*")
    var (index, place) = (0, 0)
    // Where the last star stood, and how far it has stretched.
    var retry: (index: Int, place: Int)?
    while place < text.count {
      if index < pattern.count, pattern[index] == star {
        retry = (index, place)
        index += 1
      } else if index < pattern.count, pattern[index] == text[place] {
        index += 1
        place += 1
      } else if let last = retry {
        retry = (last.index, last.place + 1)
        (index, place) = (last.index + 1, last.place + 1)
      } else {
        return false
      }
    }
    return pattern[index...].allSatisfy { $0 == star }
  }
}

extension CallFilter: ExpressibleByStringLiteral {
  /// The filter of that text: a host after `//`, a path from `/`, else a target.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension CallFilter: CustomStringConvertible {
  /// The filter as text, as `CASSETTE_ONLY` takes it.
  public var description: String { text }
}

extension [CallFilter] {
  /// Whether one of the filters selects a call.
  package func selects(_ request: Cassette.Request, _ target: Cassette.TargetIdentity?) -> Bool {
    contains { $0.selects(request, target) }
  }
}

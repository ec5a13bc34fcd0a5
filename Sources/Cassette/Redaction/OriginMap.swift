public import Foundation

/// Names that stand in a cassette for the servers that were really asked.
///
/// A server on a free port, or staging in place of production, so gives the same cassette each time. An
/// origin is scheme, host and port, compared by RFC 6454 §5: ASCII case and a default port written out
/// make no difference. Only origins are renamed; a path in a live URL, such as that of a `baseURL`, is
/// passed over.
public struct OriginMap: Hashable, Sendable {
  /// Why origins cannot be mapped.
  public enum Problem: Error, Hashable, CustomStringConvertible {
    /// A canonical name is not `scheme://host` or `scheme://host:port`.
    case notAnOrigin(String)
    /// A live URL has no scheme or host.
    case noLiveOrigin(canonical: String, url: String)
    /// Two canonical names stand for one live origin, so that its name in the cassette is open.
    case sameLiveOrigin(canonical: [String], live: String)
    /// Two canonical names are one origin.
    case sameCanonicalOrigin([String])

    /// What is wrong with which origin, and what to write instead.
    public var description: String {
      switch self {
      case .notAnOrigin(let text):
        "origins: \"\(text)\" is not an origin; write scheme, host and port only, such as "
          + "\"https://api.test\""
      case .noLiveOrigin(let canonical, let url):
        "origins: the live URL \"\(url)\" of \"\(canonical)\" has no scheme or no host; give an "
          + "absolute URL, such as http://127.0.0.1:8080"
      case .sameLiveOrigin(let canonical, let live):
        "origins: \(Self.list(canonical)) all stand for \(live); keep one of them"
      case .sameCanonicalOrigin(let names):
        "origins: \(Self.list(names)) are the same origin; keep one of them"
      }
    }

    private static func list(_ names: [String]) -> String {
      names.map { "\"\($0)\"" }.joined(separator: " and ")
    }
  }

  private var canonicalByLive: [Origin: Origin] = [:]
  private var liveByCanonical: [Origin: Origin] = [:]

  /// A map that renames nothing.
  public init() {}

  /// A map of canonical origins to the live servers behind them.
  ///
  /// - Parameter origins: For each origin as it stands in cassettes, such as `https://api.test`, a URL
  ///   of the server that is asked.
  /// - Throws: `Problem` where a name is no origin, a URL is not absolute, or two are the same.
  public init(_ origins: [String: URL]) throws(Problem) {
    var names: [Origin: String] = [:]
    for (name, url) in origins.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      let bytes = Array(name.utf8)
      let parts = URLParts(bytes, in: 0..<bytes.count)
      guard let canonical = Origin(name), parts.user == nil, parts.query == nil,
        parts.fragment == nil, bytes[parts.path].allSatisfy({ $0 == UInt8(ascii: "/") }),
        parts.path.count <= 1
      else { throw .notAnOrigin(name) }
      guard let live = Origin(url.absoluteString) else {
        // The URL may hold user-info.
        throw .noLiveOrigin(
          canonical: name, url: RedactionRules.default.redactedForDisplay(url.absoluteString))
      }
      if let other = liveByCanonical[canonical], let known = names[other] {
        throw .sameCanonicalOrigin([known, name])
      }
      if let known = names[live] {
        throw .sameLiveOrigin(
          canonical: [known, name], live: String(decoding: live.text, as: UTF8.self))
      }
      names[live] = name
      canonicalByLive[live] = canonical
      liveByCanonical[canonical] = live
    }
  }

  /// Whether nothing is renamed.
  public var isEmpty: Bool { canonicalByLive.isEmpty }

  /// The interaction as it is recorded: canonical origins for live ones.
  ///
  /// Renamed are the URLs, the fields that hold URLs or a host, and URLs and hosts in an error's text;
  /// bodies are left as they are.
  package func canonical(_ interaction: Cassette.Interaction) -> Cassette.Interaction {
    guard !isEmpty else { return interaction }
    var result = interaction
    OriginRenaming(canonicalByLive).rename(&result)
    return result
  }

  /// The request as it is looked up.
  package func canonical(_ request: Cassette.Request) -> Cassette.Request {
    guard !isEmpty else { return request }
    var result = request
    OriginRenaming(canonicalByLive).rename(&result)
    return result
  }

  /// The outcome as it is replayed: live origins for canonical ones.
  package func live(_ outcome: Cassette.Outcome) -> Cassette.Outcome {
    guard !isEmpty else { return outcome }
    var result = outcome
    OriginRenaming(liveByCanonical).rename(&result)
    return result
  }

  /// A URL with its live origin renamed; as it is where its origin is none of the map's.
  package func canonical(url: String) -> String {
    isEmpty ? url : OriginRenaming(canonicalByLive).url(url)
  }

  /// A URL with its canonical origin renamed; as it is where its origin is none of the map's.
  package func live(url: String) -> String {
    isEmpty ? url : OriginRenaming(liveByCanonical).url(url)
  }
}

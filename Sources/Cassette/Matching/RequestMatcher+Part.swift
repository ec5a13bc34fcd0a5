extension RequestMatcher {
  /// One thing that is compared.
  public struct Part: Sendable, CustomStringConvertible {
    enum Kind: Sendable {
      case method
      case scheme
      case userInfo
      case host
      case port
      case path
      /// But for the items of these decoded names.
      case query(ignoring: Set<[UInt8]>)
      case body
      case bodyBytes
      case header(String)
      case headerPresence(String)
      case custom(
        String, @Sendable (Cassette.Request, Cassette.Request) -> RequestMatcher.Difference?)
    }

    var kind: Kind

    /// The method, case-sensitive (RFC 9110 §9.1).
    public static let method = Part(kind: .method)
    /// The URL's scheme, in small letters (RFC 3986 §6.2.2.1).
    public static let scheme = Part(kind: .scheme)
    /// The user's name and password in the URL; a URL without them differs from one with empty ones.
    public static let userInfo = Part(kind: .userInfo)
    /// The URL's host, in small letters (RFC 3986 §6.2.2.1).
    public static let host = Part(kind: .host)
    /// The URL's port; 80 of http and 443 of https are as none (RFC 3986 §6.2.3).
    public static let port = Part(kind: .port)
    /// The URL's path, without dot segments, in one spelling of escapes (RFC 3986 §6.2.2).
    public static let path = Part(kind: .path)
    /// The URL's query: the order of different names is free, that of equal names counts.
    ///
    /// `flag` differs from `flag=`, `/p?` from `/p`, and `+` from `%20`, as RFC 3986 has it.
    public static let query = Part(kind: .query(ignoring: []))
    /// The content by its form: JSON by structure, a form by fields, multipart by parts, else bytes.
    ///
    /// JSON with two members of one name, or nested deeper than 128, is compared as bytes; so is what
    /// cannot be read in the form that its type says. No content and zero bytes are the same.
    public static let body = Part(kind: .body)
    /// The content byte for byte, whatever its form; parts stored without a boundary, by parts.
    public static let bodyBytes = Part(kind: .bodyBytes)

    /// The value of the header field of that name; several are compared as one list (RFC 9110 §5.3).
    public static func header(_ name: String) -> Part { Part(kind: .header(name)) }

    /// Whether there is a header field of that name, whatever its value.
    public static func headerPresence(_ name: String) -> Part { Part(kind: .headerPresence(name)) }

    /// A part of one's own, by a function that says what differs.
    ///
    /// - Parameters:
    ///   - name: What the part is called when it is removed.
    ///   - difference: Given the request asked for and the recorded one, in which placeholders stand for
    ///     secrets; returns nil where they are equal. Called from any thread, for a miss also with a
    ///     redacted request. A streamed part of 1 MiB and more has size and hash only, and an empty hash
    ///     where, in the mode `.append`, more than 16 MiB were streamed: the size is then what was read.
    /// - Returns: The part.
    public static func custom(
      _ name: String,
      difference:
        @escaping @Sendable (
          _ asked: Cassette.Request, _ recorded: Cassette.Request
        ) -> RequestMatcher.Difference?
    ) -> Part {
      Part(kind: .custom(name, difference))
    }

    /// A part of one's own, by a function that says whether the requests match in it.
    ///
    /// - Parameters:
    ///   - name: What the part is called in messages, and when it is removed.
    ///   - matches: Given the request asked for and the recorded one, in which placeholders stand for
    ///     secrets. Called from any thread, for a miss also with a redacted request.
    /// - Returns: The part.
    public static func custom(
      _ name: String,
      matches:
        @escaping @Sendable (
          _ asked: Cassette.Request, _ recorded: Cassette.Request
        ) -> Bool
    ) -> Part {
      Part(
        kind: .custom(name) { asked, recorded in
          guard !matches(asked, recorded) else { return nil }
          return RequestMatcher.Difference(
            part: name, sent: "something else", recorded: "something")
        })
    }

    /// The part as it is spelled in code: `.header("Accept")`.
    public var description: String {
      switch kind {
      case .method: ".method"
      case .scheme: ".scheme"
      case .userInfo: ".userInfo"
      case .host: ".host"
      case .port: ".port"
      case .path: ".path"
      case .query: ".query"
      case .body: ".body"
      case .bodyBytes: ".bodyBytes"
      case .header(let name): ".header(\(VisibleText.quoted(name.utf8)))"
      case .headerPresence(let name): ".headerPresence(\(VisibleText.quoted(name.utf8)))"
      case .custom(let name, _): ".custom(\(VisibleText.quoted(name.utf8)))"
      }
    }

    /// The bytes by which a part is found again: its name, whatever its options.
    var identity: [UInt8] {
      switch kind {
      case .header(let name), .headerPresence(let name):
        Array(description.utf8.prefix { $0 != UInt8(ascii: "(") })
          + Cassette.HeaderFields.canonical(name)
      default: Array(description.utf8)
      }
    }

    func difference(_ comparison: inout RequestComparison) -> RequestMatcher.Difference? {
      switch kind {
      case .method: return comparison.method()
      case .scheme, .userInfo, .host, .port, .path, .query:
        return comparison.hasEqualURL ? nil : urlDifference(&comparison)
      case .body: return comparison.body()
      case .bodyBytes: return comparison.bodyBytes()
      case .header(let name): return comparison.header(name)
      case .headerPresence(let name): return comparison.headerPresence(name)
      case .custom(_, let difference):
        return difference(comparison.asked.request, comparison.recorded)
      }
    }

    private func urlDifference(
      _ comparison: inout RequestComparison
    ) -> RequestMatcher.Difference? {
      switch kind {
      case .scheme: return comparison.scheme()
      case .userInfo: return comparison.userInfo()
      case .host: return comparison.host()
      case .port: return comparison.port()
      case .path: return comparison.path()
      case .query(let ignored): return comparison.query(ignoring: ignored)
      default: return nil
      }
    }
  }
}

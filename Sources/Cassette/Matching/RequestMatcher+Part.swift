extension RequestMatcher {
  /// One thing that is compared.
  public struct Part: Sendable, CustomStringConvertible {
    indirect enum Kind: Sendable {
      case method
      case scheme
      case userInfo
      case host
      case port
      case path(templates: [PathTemplate])
      case query(QueryRule)
      case cookie(String)
      case cookiePresence(String)
      case body(BodyRule)
      case bodyBytes
      case bodySHA256
      case header(String)
      case headerPresence(String)
      case targetType
      case targetCase
      case sent(Part)
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
    public static let path = Part(kind: .path(templates: []))

    /// The URL's path, in which segments may be free; takes the place of ``path``.
    ///
    /// Two paths are equal by this where they are by ``path``, or where both fit one of the templates: so
    /// requests that no template is about match as ever. What stands between braces (as in RFC 6570 §3.2.2)
    /// is one byte or more within one segment; all else is compared as in ``path``.
    ///
    ///     .default.adding(.pathTemplate("/users/{name}/repos", "/files/{id}.json"))
    ///
    /// - Parameter templates: Whole paths from `/`, with that of the base URL.
    /// - Returns: The part.
    public static func pathTemplate(_ templates: String...) -> Part {
      Part(kind: .path(templates: templates.map(PathTemplate.init)))
    }

    /// The URL's query: the order of different names is free, that of equal names counts.
    ///
    /// `flag` differs from `flag=`, `/p?` from `/p`, and `+` from `%20`, as RFC 3986 has it.
    public static let query = Part(kind: .query(QueryRule()))

    /// Only the query's items of these decoded names; takes the place of ``query``.
    public static func query(only names: String...) -> Part {
      Part(kind: .query(QueryRule(only: names)))
    }

    /// The query's items of names that the recording has; further ones may be sent. Takes the place of
    /// ``query``.
    public static let queryAtLeast = Part(kind: .query(QueryRule(allowsFurther: true)))

    /// The values of the cookies of that name, which is case-sensitive, in `Cookie` (RFC 6265 §4.2).
    ///
    /// Those that a cookie storage adds to a request are no part of it as it is built.
    public static func cookie(_ name: String) -> Part { Part(kind: .cookie(name)) }

    /// Whether there is a cookie of that name, whatever its value.
    public static func cookiePresence(_ name: String) -> Part { Part(kind: .cookiePresence(name)) }

    /// The content by its form: JSON by structure, a form by fields, multipart by parts, else bytes.
    ///
    /// JSON with two members of one name, or nested deeper than 128, is compared as bytes; so is what
    /// cannot be read in the form that its type says. No content and zero bytes are the same.
    public static let body = Part(kind: .body(BodyRule()))
    /// The content byte for byte, whatever its form; parts stored without a boundary, by parts.
    public static let bodyBytes = Part(kind: .bodyBytes)
    /// The content as ``bodyBytes`` compares it; of what differs, messages show size and SHA-256 only.
    public static let bodySHA256 = Part(kind: .bodySHA256)

    /// The value of the header field of that name; several are compared as one list (RFC 9110 §5.3).
    public static func header(_ name: String) -> Part { Part(kind: .header(name)) }

    /// Whether there is a header field of that name, whatever its value.
    public static func headerPresence(_ name: String) -> Part { Part(kind: .headerPresence(name)) }

    /// The type of the target that makes the request, such as `GitHub`; that in a `MultiTarget`.
    ///
    /// A recording that names no target, as one of another program, answers any.
    public static let targetType = Part(kind: .targetType)

    /// The case of the target that makes the request, such as `userProfile`, whatever its payload.
    ///
    /// A target that is no enum has none. A recording that names no target answers any.
    public static let targetCase = Part(kind: .targetCase)

    /// A part of the request as it is sent, after a requestClosure and the plugins, instead of as it is built.
    ///
    /// It is compared with what was sent when the answer was recorded; that has also what a session's
    /// adapter has changed, which nobody knows before a request is really sent. Only a `ReplayProvider` sees
    /// what is sent; with the two closures alone, each call is an error that says so. In the modes
    /// `.append` and `.verify`, whether a call goes live is decided by the other parts alone. A streamed
    /// content is read to compare it. What was redacted, as signatures are by default, stands for any value.
    /// Entries made by hand, which nobody has sent, answer whatever is sent.
    ///
    ///     .default.removing(.body).adding(.sent(.body), .sent(.header("X-Tenant")))
    ///
    /// - Parameter part: What is compared; of a part that is of the request as sent already, the same.
    /// - Returns: The part.
    public static func sent(_ part: Part) -> Part {
      if case .sent = part.kind { part } else { Part(kind: .sent(part)) }
    }

    /// A part of one's own, by a function that says what differs.
    ///
    /// - Important: The function is called while the run is searched: it must not make requests through the
    ///   run's providers or ask the run for anything, such as its log, for it would wait for itself.
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
    /// - Important: The function is called while the run is searched: it must not make requests through the
    ///   run's providers or ask the run for anything, such as its log, for it would wait for itself.
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
      case .path(let templates):
        templates.isEmpty ? ".path" : ".pathTemplate(\(templates.spelled))"
      case .query(let rule): rule.spelled
      case .cookie(let name): ".cookie(\(VisibleText.quoted(name.utf8)))"
      case .cookiePresence(let name): ".cookiePresence(\(VisibleText.quoted(name.utf8)))"
      case .body: ".body"
      case .bodyBytes: ".bodyBytes"
      case .bodySHA256: ".bodySHA256"
      case .targetType: ".targetType"
      case .targetCase: ".targetCase"
      case .sent(let part): ".sent(\(part))"
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
      case .path: Array(".path".utf8)
      case .query: Array(".query".utf8)
      case .sent(let part): Array(".sent ".utf8) + part.identity
      default: Array(description.utf8)
      }
    }

    func difference(_ comparison: inout RequestComparison) -> RequestMatcher.Difference? {
      switch kind {
      case .method: return comparison.method()
      case .scheme, .userInfo, .host, .port, .path, .query:
        return comparison.hasEqualURL ? nil : urlDifference(&comparison)
      case .cookie(let name): return comparison.cookie(name)
      case .cookiePresence(let name): return comparison.cookiePresence(name)
      case .body(let rule): return comparison.body(rule)
      case .bodyBytes: return comparison.bodyBytes()
      case .bodySHA256: return comparison.bodySHA256()
      case .header(let name): return comparison.header(name)
      case .headerPresence(let name): return comparison.headerPresence(name)
      case .targetType: return comparison.targetType()
      case .targetCase: return comparison.targetCase()
      // Compared on its own, where what is sent is known.
      case .sent: return nil
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
      case .path(let templates): return comparison.path(templates: templates)
      case .query(let rule): return comparison.query(rule)
      default: return nil
      }
    }
  }
}

extension QueryRule {
  /// The part as it is spelled in code, aside from what options of a matcher leave out.
  fileprivate var spelled: String {
    if let only {
      let names = only.map { VisibleText.quoted($0.utf8, limit: .max) }
      return ".query(only: \(names.joined(separator: ", ")))"
    }
    return allowsFurther ? ".queryAtLeast" : ".query"
  }
}

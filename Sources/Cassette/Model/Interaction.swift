public import Foundation

extension Cassette {
  /// One call of a provider: the request, and the outcome that its caller saw.
  public struct Interaction: Hashable, Sendable {
    /// The request as sent.
    public var request: Request
    /// The request as the endpoint built it, where plugins, closures or adapters changed it after.
    public var built: Request?
    /// What the caller saw.
    public var outcome: Outcome
    /// The target that made the request, where it is known.
    public var target: TargetIdentity?
    /// Earlier attempts of a call that was tried again, oldest first.
    ///
    /// A recorder keeps 16 at most, the first and the last ones, and 1 MiB of their contents together; notes
    /// say what was left out.
    ///
    /// With the real Moya, a recorder only sees what each attempt has sent: the status is 0 then, and a
    /// note says so.
    public var attempts: [Attempt]
    /// When the request was about to be sent. Written with milliseconds.
    public var startedAt: Date
    /// From before the request was sent until its outcome was there. Written with milliseconds.
    public var duration: Duration
    /// The places whose values were replaced before this was written.
    public var redactions: [Redaction]
    /// What the recorder has to say of this entry: for one, that it could not tell two calls apart.
    public var notes: [String]
    /// Words by which users find or group entries; nothing that is recorded or replayed depends on them.
    public var tags: [String]
    /// What the caller's progress block was told last, where that does not follow from the contents as they
    /// are saved. None is recorded of calls that fail: it is a matter of timing.
    public var progress: TransferProgress?
    /// The cache of the transport's that the answer came from, where it did and that is known.
    public var fromCache: CacheKind?

    /// An interaction; all but request and outcome may be left out for one made by hand.
    public init(
      request: Request, built: Request? = nil, outcome: Outcome, target: TargetIdentity? = nil,
      attempts: [Attempt] = [], startedAt: Date = Date(timeIntervalSince1970: 0),
      duration: Duration = .zero, redactions: [Redaction] = [], notes: [String] = [],
      tags: [String] = [], progress: TransferProgress? = nil, fromCache: CacheKind? = nil
    ) {
      self.request = request
      self.built = built
      self.outcome = outcome
      self.target = target
      self.attempts = attempts
      self.startedAt = startedAt
      self.duration = duration
      self.redactions = redactions
      self.notes = notes
      self.tags = tags
      self.progress = progress
      self.fromCache = fromCache
    }

    /// The request that matching compares: as built where that is known, else as sent.
    public var matched: Request { built ?? request }
  }

  /// A request: method, URL, header fields and content.
  public struct Request: Hashable, Sendable {
    /// The method, as spelled: it is case-sensitive (RFC 9110 §9.1).
    public var method: String
    /// The whole URL, as spelled.
    public var url: String
    /// The protocol version, such as `HTTP/1.1`.
    public var httpVersion: String
    /// The header fields.
    public var headerFields: HeaderFields
    /// The content.
    public var body: Body

    /// A request.
    public init(
      method: String = "GET", url: String, httpVersion: String = "HTTP/1.1",
      headerFields: HeaderFields = [:], body: Body = .empty
    ) {
      self.method = method
      self.url = url
      self.httpVersion = httpVersion
      self.headerFields = headerFields
      self.body = body
    }
  }

  /// A response: status, header fields and content.
  public struct Response: Hashable, Sendable {
    /// The status code (RFC 9110 §15).
    public var status: Int
    /// The reason phrase; empty where it is unknown.
    public var statusText: String
    /// The protocol version, such as `HTTP/1.1`.
    public var httpVersion: String
    /// The header fields, as the caller saw them.
    public var headerFields: HeaderFields
    /// The content, as the caller saw it.
    public var body: Body
    /// The URL of the last request of a chain of redirects, where it is not the request's own.
    public var finalURL: String?
    /// Whether there was content that is not in `body`: a browser did not export it, or it went into a
    /// file that the recorder does not know. Replaying fails, for an empty answer would be another one.
    public var contentIsMissing: Bool

    /// A response.
    public init(
      status: Int, statusText: String = "", httpVersion: String = "HTTP/1.1",
      headerFields: HeaderFields = [:], body: Body = .empty, finalURL: String? = nil,
      contentIsMissing: Bool = false
    ) {
      self.status = status
      self.statusText = statusText
      self.httpVersion = httpVersion
      self.headerFields = headerFields
      self.body = body
      self.finalURL = finalURL
      self.contentIsMissing = contentIsMissing
    }
  }

  /// What became of a request.
  public enum Outcome: Hashable, Sendable {
    /// It was answered.
    case response(Response)
    /// It failed, perhaps after the header fields of an answer had come.
    case failure(Failure, Response?)

    /// The answer, also that of a call that failed with one.
    public var response: Response? {
      switch self {
      case .response(let response): response
      case .failure(_, let response): response
      }
    }

    /// The error, where there was one.
    public var failure: Failure? {
      if case .failure(let failure, _) = self { failure } else { nil }
    }
  }

  /// An error that a caller saw, as NSError knows it.
  public struct Failure: Hashable, Sendable {
    /// The domain, such as `NSURLErrorDomain`.
    public var domain: String
    /// The code within the domain.
    public var code: Int
    /// The text for people; may be empty.
    public var text: String
    /// What kind of failure it is, by the name of `AFError`'s case such as `requestAdaptationFailed`; nil
    /// for one of the transport's.
    public var kind: String?

    /// An error.
    public init(domain: String, code: Int, text: String = "", kind: String? = nil) {
      self.domain = domain
      self.code = code
      self.text = text
      self.kind = kind
    }
  }

  /// An attempt that was followed by another.
  public struct Attempt: Hashable, Sendable {
    /// The request as sent.
    public var request: Request
    /// What became of it.
    public var outcome: Outcome

    /// An attempt.
    public init(request: Request, outcome: Outcome) {
      self.request = request
      self.outcome = outcome
    }
  }

  /// Which target made a request: its type and its case, never its payload.
  public struct TargetIdentity: Hashable, Sendable {
    /// The type's name, such as `GitHub`; of a `MultiTarget`, that of the innermost target.
    public var type: String
    /// The case's name, such as `userProfile`; nil for a type without cases.
    public var name: String?

    /// The identity of a target.
    public init(type: String, name: String? = nil) {
      self.type = type
      self.name = name
    }
  }

  /// A place in an interaction whose value was replaced by a placeholder.
  public struct Redaction: Hashable, Sendable {
    /// Where, such as `request.url.query[api_key]`, `request.header[Authorization]`,
    /// `response.body.json/user/token` (an RFC 6901 pointer) or `error.text`.
    public var place: String
    /// The placeholder that stands there: `[redacted:NAME:N]`.
    public var placeholder: String

    /// A place and what stands there.
    public init(place: String, placeholder: String) {
      self.place = place
      self.placeholder = placeholder
    }
  }
}

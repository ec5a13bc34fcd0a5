/// What may go wrong with a call, over an answer that was really recorded.
///
/// As an option, in a ``FaultRule``:
///
/// ```swift
/// ReplayProvider<GitHub>(
///   cassette: "octocat", options: .init(faults: [FaultRule(.status(503), on: "userProfile")]))
/// ```
public struct Fault: Hashable, Sendable {
  enum Kind: Hashable {
    case error(TransportFault)
    case truncatedBody
    case corruptJSON
    case emptyBody
    case status(Int)
    case slowBody(Duration)
  }

  let kind: Kind

  /// No answer within the time that the request allows (`NSURLErrorTimedOut`, -1001).
  ///
  /// At once with `ReplayTiming.instant`, else when the request's time-out interval is over.
  public static let timedOut = Fault(kind: .error(.timedOut))
  /// Nobody listens at the server's port (`NSURLErrorCannotConnectToHost`, -1004).
  public static let connectionRefused = Fault(kind: .error(.connectionRefused))
  /// The connection is lost before an answer comes (`NSURLErrorNetworkConnectionLost`, -1005).
  public static let connectionReset = Fault(kind: .error(.connectionReset))
  /// The host has no address (`NSURLErrorCannotFindHost`, -1003).
  public static let dnsFailure = Fault(kind: .error(.dnsFailure))
  /// No secure connection can be made (`NSURLErrorSecureConnectionFailed`, -1200).
  public static let tlsFailure = Fault(kind: .error(.tlsFailure))
  /// The connection is lost after half of the content (-1005): an error with the response and that half.
  public static let truncatedBody = Fault(kind: .truncatedBody)
  /// The recorded status with content that no JSON parser accepts: its first half, and `<!`.
  public static let corruptJSON = Fault(kind: .corruptJSON)
  /// The recorded status and header fields with no content.
  public static let emptyBody = Fault(kind: .emptyBody)

  /// Another status, with no content and without the header fields that are about content; also where a
  /// failure was recorded.
  public static func status(_ code: Int) -> Fault { Fault(kind: .status(code)) }

  /// The recorded answer, whose content takes so long from its beginning to its end, on the clock of
  /// ``CassetteOptions/replayClock``; ten years at most.
  ///
  /// The closures of `CassettePlayer` alone bring it at once.
  public static func slowBody(_ duration: Duration) -> Fault { Fault(kind: .slowBody(duration)) }

  /// One of each kind: the status is 503, and the slow content takes 50 ms.
  public static let all: [Fault] = [
    .timedOut, .connectionRefused, .connectionReset, .dnsFailure, .tlsFailure, .truncatedBody,
    .corruptJSON, .emptyBody, .status(503), .slowBody(.milliseconds(50)),
  ]

  /// Whether the caller is given the recorded answer all the same, and the recording is used by that.
  package var keepsAnswer: Bool { contentDuration != nil }

  /// How long the content takes, from 0 to ten years; nil where it comes at once.
  package var contentDuration: Duration? {
    guard case .slowBody(let duration) = kind else { return nil }
    return min(max(.zero, duration), ReplayTiming.longest)
  }
}

extension Fault: CustomStringConvertible {
  /// The fault as code names it, such as `.status(503)`.
  public var description: String {
    switch kind {
    case .error(let fault): ".\(fault.rawValue)"
    case .truncatedBody: ".truncatedBody"
    case .corruptJSON: ".corruptJSON"
    case .emptyBody: ".emptyBody"
    case .status(let code): ".status(\(code))"
    case .slowBody(let duration): ".slowBody(\(duration))"
    }
  }
}

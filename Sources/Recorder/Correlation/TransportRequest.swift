import MoyaCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What the transport shows of a call, beside what Moya tells plugins.
///
/// The real Moya shows none of it: there, calls are told apart as ``CallBook`` says, and of an attempt that
/// is followed by another only the request is known.
struct TransportRequest {
  /// What is one over all messages about a call, and over all its attempts.
  let identity: AnyObject
  /// The call, where its endpoint is one of ours.
  let call: PlannedCall?

  /// Whom the message on this thread is about; nil for stubs, and where that cannot be seen.
  static var current: TransportRequest? {
    #if UpstreamMoya
    nil
    #else
    MessageSubject.current.map {
      TransportRequest(identity: $0, call: $0.token as? PlannedCall)
    }
    #endif
  }

  /// Calls the closure with each attempt that is followed by another, where attempts can be seen.
  func onAttempt(_ handler: @escaping (PastAttempt) -> Void) {
    #if !UpstreamMoya
    guard let request = (identity as? MessageSubject)?.request else { return }
    let sessionHeaders = request.sessionHeaders
    request.onAttempt { handler(PastAttempt($0, sessionHeaders: sessionHeaders)) }
    #endif
  }
}

#if !UpstreamMoya
extension PlannedCall: CallToken {}
#endif

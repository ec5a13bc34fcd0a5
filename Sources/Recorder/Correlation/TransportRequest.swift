import Cassette
import Foundation
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

  #if !UpstreamMoya
  /// The session's request; nil before there is one.
  private var request: Request? { (identity as? MessageSubject)?.request }
  #endif

  /// Whether the caller has given up, where that can be seen.
  var isCancelled: Bool {
    #if UpstreamMoya
    false
    #else
    request?.isCancelled == true
    #endif
  }

  /// Calls the closure with each attempt that is followed by another, where attempts can be seen.
  func onAttempt(_ handler: @escaping (PastAttempt) -> Void) {
    #if !UpstreamMoya
    guard let request else { return }
    let sessionHeaders = request.sessionHeaders
    request.onAttempt { handler(PastAttempt($0, sessionHeaders: sessionHeaders)) }
    #endif
  }

  /// The last state of the progress that a progress block is told of: of an upload what was sent, else what
  /// was received; nil where the transport does not show it.
  var progress: Cassette.TransferProgress? {
    #if UpstreamMoya
    nil
    #else
    guard let request else { return nil }
    let progress = request is UploadRequest ? request.uploadProgress : request.downloadProgress
    return Cassette.TransferProgress(
      completedByteCount: Int(progress.completedUnitCount),
      totalByteCount: progress.totalUnitCount < 0 ? nil : Int(progress.totalUnitCount))
    #endif
  }

  /// The transport's cache that the answer came from; nil for none, and where that is not known.
  ///
  /// URLSession does not tell which of its caches it was: the one that lasts is named.
  var cache: Cassette.CacheKind? {
    #if UpstreamMoya
    nil
    #else
    request?.isFromCache == true ? .disk : nil
    #endif
  }
}

#if !UpstreamMoya
extension PlannedCall: CallToken {
  package func isCarried() {
    isNamed.withLock { $0 = true }
  }
}
#endif

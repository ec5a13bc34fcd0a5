#if !UpstreamMoya
public import Foundation

/// Which request an adapter is asked about.
public struct RequestAdapterState: Sendable {
  /// The `id` of the request, the same in every attempt.
  public let requestID: UUID
  /// The session that sends it.
  public let session: Session
}
#endif

import MoyaCore

/// Which request of the transport's a plugin is told of, so that two attempts are known to be one call.
enum TransportRequest {
  /// The transport's request behind what Moya hands to plugins; nil for stubs, and on the real Moya,
  /// which does not show it: there, attempts are told apart by their targets only.
  static func behind(_ request: any RequestType) -> AnyObject? {
    #if UpstreamMoya
    nil
    #else
    (request as? RequestTypeWrapper)?.underlying
    #endif
  }
}

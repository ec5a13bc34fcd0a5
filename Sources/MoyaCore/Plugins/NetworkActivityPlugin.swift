#if !UpstreamMoya
/// Whether a request has begun or ended.
public enum NetworkActivityChangeType: Sendable {
  /// A request is about to be sent.
  case began
  /// A request has been answered or has failed.
  case ended
}

/// Tells a closure when requests begin and end; a request that fails before it is sent only ends.
public final class NetworkActivityPlugin: PluginType, @unchecked Sendable {
  // Unchecked: the closure is constant, and a provider calls it from any thread.

  /// Is told of a change, on the queue on which the provider calls its plugins.
  public typealias NetworkActivityClosure = (
    _ change: NetworkActivityChangeType, _ target: any TargetType
  ) -> Void

  let networkActivityClosure: NetworkActivityClosure

  /// A plugin that calls this closure.
  public init(networkActivityClosure: @escaping NetworkActivityClosure) {
    self.networkActivityClosure = networkActivityClosure
  }

  /// Says `began`.
  public func willSend(_ request: any RequestType, target: any TargetType) {
    networkActivityClosure(.began, target)
  }

  /// Says `ended`.
  public func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType) {
    networkActivityClosure(.ended, target)
  }
}
#endif

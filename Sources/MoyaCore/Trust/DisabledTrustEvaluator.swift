#if !UpstreamMoya
#if canImport(Security)
public import Security
#endif

/// Trusts every server: for servers of one's own while developing, and for nothing else.
///
/// On Linux URLSession checks certificates all the same, so this has no effect there.
public final class DisabledTrustEvaluator: ServerTrustEvaluating {
  /// An evaluator that looks at nothing.
  public init() {}

  #if canImport(Security)
  /// Does nothing.
  public func evaluate(_ trust: SecTrust, forHost host: String) throws {}
  #endif
}

extension DisabledTrustEvaluator: SystemTrustEvaluator {
  var isNoStricterThanSystem: Bool { true }
}
#endif

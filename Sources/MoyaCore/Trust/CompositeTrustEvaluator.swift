#if !UpstreamMoya
#if canImport(Security)
public import Security
#endif

/// Trusts a server that several evaluators all trust.
public final class CompositeTrustEvaluator: ServerTrustEvaluating {
  private let evaluators: [any ServerTrustEvaluating]

  /// An evaluator that asks these in turn.
  public init(evaluators: [any ServerTrustEvaluating]) {
    self.evaluators = evaluators
  }

  #if canImport(Security)
  /// Asks each in turn.
  ///
  /// - Throws: what the first one that does not trust the server throws.
  public func evaluate(_ trust: SecTrust, forHost host: String) throws {
    try evaluators.evaluate(trust, forHost: host)
  }
  #endif
}

extension CompositeTrustEvaluator: SystemTrustEvaluator {
  var isNoStricterThanSystem: Bool { evaluators.allSatisfy(\.isLeftToSystem) }
}

extension ServerTrustEvaluating where Self == CompositeTrustEvaluator {
  /// Trusts a server that these evaluators all trust.
  public static func composite(evaluators: [any ServerTrustEvaluating]) -> CompositeTrustEvaluator {
    CompositeTrustEvaluator(evaluators: evaluators)
  }
}
#endif

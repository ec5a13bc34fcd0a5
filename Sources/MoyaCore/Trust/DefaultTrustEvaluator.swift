#if !UpstreamMoya
#if canImport(Security)
public import Security
#endif

/// Trusts what the system trusts.
///
/// On Linux this is what URLSession does by itself, with the host's name always looked at.
public final class DefaultTrustEvaluator: ServerTrustEvaluating {
  private let validateHost: Bool

  /// An evaluator that also compares the certificate's names with the host, unless told not to.
  public init(validateHost: Bool = true) {
    self.validateHost = validateHost
  }

  #if canImport(Security)
  /// Asks the system.
  ///
  /// - Throws: `AFError.serverTrustEvaluationFailed`.
  public func evaluate(_ trust: SecTrust, forHost host: String) throws {
    if validateHost { try trust.evaluate(forHost: host) }
    try trust.evaluate(forHost: nil)
  }
  #endif
}

extension DefaultTrustEvaluator: SystemTrustEvaluator {
  var isNoStricterThanSystem: Bool { true }
}
#endif

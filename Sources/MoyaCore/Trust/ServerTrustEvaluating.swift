#if !UpstreamMoya
#if canImport(Security)
public import Security
#endif

/// Decides whether a server's certificate is trusted.
///
/// Where there is no Security framework, as on Linux, URLSession checks certificates and host names
/// against the system's authorities itself and shows the certificate to nobody. There a protocol
/// of this name has no requirement, and an evaluator that would have to see the certificate fails
/// the request before anything is sent.
public protocol ServerTrustEvaluating: Sendable {
  #if canImport(Security)
  /// Returns where the server is trusted; called on the session's queue, which it may block.
  ///
  /// - Throws: why the server is not trusted.
  func evaluate(_ trust: SecTrust, forHost host: String) throws
  #endif
}

extension ServerTrustEvaluating {
  /// Whether what the system does by itself is at least as strict.
  var isLeftToSystem: Bool {
    (self as? any SystemTrustEvaluator)?.isNoStricterThanSystem ?? false
  }
}

/// An evaluator that knows whether it asks for more than what the system checks by itself.
protocol SystemTrustEvaluator {
  var isNoStricterThanSystem: Bool { get }
}

#if canImport(Security)
extension [any ServerTrustEvaluating] {
  /// Asks each in turn.
  ///
  /// - Throws: what the first one that does not trust the server throws.
  public func evaluate(_ trust: SecTrust, forHost host: String) throws {
    for evaluator in self { try evaluator.evaluate(trust, forHost: host) }
  }
}
#endif
#endif

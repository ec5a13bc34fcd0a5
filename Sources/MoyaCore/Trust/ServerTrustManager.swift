#if !UpstreamMoya
/// Which evaluator decides about which host's certificate.
///
/// Only `https` is looked at. On Linux no evaluator can run: a host is reached where its evaluator
/// asks for no more than what the system checks anyway (``DefaultTrustEvaluator``,
/// ``DisabledTrustEvaluator``, or several of them); every other request fails with
/// `AFError.serverTrustEvaluationFailed` before anything is sent. Nothing is let through unchecked.
open class ServerTrustManager: @unchecked Sendable {  // Constant; subclasses guard theirs.
  /// Whether a host without an evaluator is refused; else it is left to the system.
  public let allHostsMustBeEvaluated: Bool
  /// The evaluators, by host without scheme and port.
  public let evaluators: [String: any ServerTrustEvaluating]

  /// A manager with these evaluators, by host without scheme and port.
  public init(
    allHostsMustBeEvaluated: Bool = true, evaluators: [String: any ServerTrustEvaluating]
  ) {
    self.allHostsMustBeEvaluated = allHostsMustBeEvaluated
    self.evaluators = evaluators
  }

  /// The evaluator for a host, whatever the case of its letters; nil where it is left to the
  /// system.
  ///
  /// - Throws: `AFError.serverTrustEvaluationFailed` with `.noRequiredEvaluator`.
  open func serverTrustEvaluator(forHost host: String) throws
    -> (any ServerTrustEvaluating)?
  {
    if let evaluator = evaluators[host] { return evaluator }
    let same = evaluators.first { $0.key.equalsIgnoringASCIICase(host) }
    if let same { return same.value }
    guard allHostsMustBeEvaluated else { return nil }
    throw AFError.serverTrustEvaluationFailed(reason: .noRequiredEvaluator(host: host))
  }
}
#endif

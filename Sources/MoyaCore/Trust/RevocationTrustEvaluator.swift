#if !UpstreamMoya
#if canImport(Security)
public import Security

/// Trusts what the system trusts and what has not been revoked.
public final class RevocationTrustEvaluator: ServerTrustEvaluating {
  /// How revocation is looked up.
  public struct Options: OptionSet, Sendable {
    /// By lists of revoked certificates.
    public static let crl = Options(rawValue: kSecRevocationCRLMethod)
    /// From what is stored here alone.
    public static let networkAccessDisabled = Options(
      rawValue: kSecRevocationNetworkAccessDisabled)
    /// By asking the authority (RFC 6960).
    public static let ocsp = Options(rawValue: kSecRevocationOCSPMethod)
    /// By lists rather than by asking.
    public static let preferCRL = Options(rawValue: kSecRevocationPreferCRL)
    /// Only with a positive answer.
    public static let requirePositiveResponse = Options(
      rawValue: kSecRevocationRequirePositiveResponse)
    /// In any way there is.
    public static let any = Options(rawValue: kSecRevocationUseAnyAvailableMethod)

    /// The options as bits, those of Security.
    public let rawValue: CFOptionFlags

    /// Options from Security's bits.
    public init(rawValue: CFOptionFlags) {
      self.rawValue = rawValue
    }
  }

  private let performDefaultValidation: Bool
  private let validateHost: Bool
  private let options: Options

  /// An evaluator that also asks the system and compares names, unless told not to.
  public init(
    performDefaultValidation: Bool = true, validateHost: Bool = true, options: Options = .any
  ) {
    self.performDefaultValidation = performDefaultValidation
    self.validateHost = validateHost
    self.options = options
  }

  /// Asks the system, then looks for a revocation.
  ///
  /// - Throws: `AFError.serverTrustEvaluationFailed`.
  public func evaluate(_ trust: SecTrust, forHost host: String) throws {
    if performDefaultValidation { try trust.evaluate(forHost: nil) }
    if validateHost { try trust.evaluate(forHost: host) }
    guard let policy = SecPolicyCreateRevocation(options.rawValue) else {
      throw AFError.serverTrustEvaluationFailed(reason: .revocationPolicyCreationFailed)
    }
    try trust.evaluate(applying: policy)
  }
}

extension ServerTrustEvaluating where Self == RevocationTrustEvaluator {
  /// Trusts what the system trusts and what has not been revoked.
  public static var revocationChecking: RevocationTrustEvaluator { RevocationTrustEvaluator() }

  /// Trusts what has not been revoked.
  public static func revocationChecking(
    performDefaultValidation: Bool = true, validateHost: Bool = true,
    options: RevocationTrustEvaluator.Options = .any
  ) -> RevocationTrustEvaluator {
    RevocationTrustEvaluator(
      performDefaultValidation: performDefaultValidation, validateHost: validateHost,
      options: options)
  }
}
#endif
#endif

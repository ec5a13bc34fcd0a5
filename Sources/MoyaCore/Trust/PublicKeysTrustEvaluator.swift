#if !UpstreamMoya
#if canImport(Security)
public import Foundation
@preconcurrency public import Security

/// Trusts servers that have a certificate for one of some public keys.
public final class PublicKeysTrustEvaluator: ServerTrustEvaluating {
  private let keys: [SecKey]
  private let performDefaultValidation: Bool
  private let validateHost: Bool

  /// An evaluator for these keys, by default those of the certificates in the program's bundle; it
  /// also asks the system and compares names, unless told not to.
  public init(
    keys: [SecKey] = Bundle.main.af.publicKeys, performDefaultValidation: Bool = true,
    validateHost: Bool = true
  ) {
    self.keys = keys
    self.performDefaultValidation = performDefaultValidation
    self.validateHost = validateHost
  }

  /// Looks for one of the keys in the server's chain.
  ///
  /// - Throws: `AFError.serverTrustEvaluationFailed`.
  public func evaluate(_ trust: SecTrust, forHost host: String) throws {
    guard !keys.isEmpty else {
      throw AFError.serverTrustEvaluationFailed(reason: .noPublicKeysFound)
    }
    if performDefaultValidation { try trust.evaluate(forHost: nil) }
    if validateHost { try trust.evaluate(forHost: host) }
    let chain = trust.certificates.compactMap(SecCertificateCopyKey)
    guard chain.contains(where: keys.contains) else {
      throw AFError.serverTrustEvaluationFailed(
        reason: .publicKeyPinningFailed(
          host: host, trust: trust, pinnedKeys: keys, serverKeys: chain))
    }
  }
}

extension ServerTrustEvaluating where Self == PublicKeysTrustEvaluator {
  /// Trusts servers that have a key of a certificate in the program's bundle.
  public static var publicKeys: PublicKeysTrustEvaluator { PublicKeysTrustEvaluator() }

  /// Trusts servers that have one of these keys.
  public static func publicKeys(
    keys: [SecKey] = Bundle.main.af.publicKeys, performDefaultValidation: Bool = true,
    validateHost: Bool = true
  ) -> PublicKeysTrustEvaluator {
    PublicKeysTrustEvaluator(
      keys: keys, performDefaultValidation: performDefaultValidation, validateHost: validateHost)
  }
}
#endif
#endif

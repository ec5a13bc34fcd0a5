#if !UpstreamMoya
#if canImport(Security)
public import Foundation
@preconcurrency public import Security

/// Trusts servers that have one of some certificates.
public final class PinnedCertificatesTrustEvaluator: ServerTrustEvaluating {
  private let certificates: [SecCertificate]
  private let acceptSelfSignedCertificates: Bool
  private let performDefaultValidation: Bool
  private let validateHost: Bool

  /// An evaluator for these certificates, by default those in the program's bundle; it also asks
  /// the system and compares names, unless told not to.
  public init(
    certificates: [SecCertificate] = Bundle.main.af.certificates,
    acceptSelfSignedCertificates: Bool = false, performDefaultValidation: Bool = true,
    validateHost: Bool = true
  ) {
    self.certificates = certificates
    self.acceptSelfSignedCertificates = acceptSelfSignedCertificates
    self.performDefaultValidation = performDefaultValidation
    self.validateHost = validateHost
  }

  /// Looks for one of the certificates in the server's chain.
  ///
  /// - Throws: `AFError.serverTrustEvaluationFailed`.
  public func evaluate(_ trust: SecTrust, forHost host: String) throws {
    guard !certificates.isEmpty else {
      throw AFError.serverTrustEvaluationFailed(reason: .noCertificatesFound)
    }
    if acceptSelfSignedCertificates { try trust.anchor(in: certificates) }
    if performDefaultValidation { try trust.evaluate(forHost: nil) }
    if validateHost { try trust.evaluate(forHost: host) }
    let chain = trust.certificates
    guard !Set(chain.map(\.bytes)).isDisjoint(with: certificates.map(\.bytes)) else {
      throw AFError.serverTrustEvaluationFailed(
        reason: .certificatePinningFailed(
          host: host, trust: trust, pinnedCertificates: certificates, serverCertificates: chain))
    }
  }
}

extension ServerTrustEvaluating where Self == PinnedCertificatesTrustEvaluator {
  /// Trusts servers that have one of the certificates in the program's bundle.
  public static var pinnedCertificates: PinnedCertificatesTrustEvaluator {
    PinnedCertificatesTrustEvaluator()
  }

  /// Trusts servers that have one of these certificates.
  public static func pinnedCertificates(
    certificates: [SecCertificate] = Bundle.main.af.certificates,
    acceptSelfSignedCertificates: Bool = false, performDefaultValidation: Bool = true,
    validateHost: Bool = true
  ) -> PinnedCertificatesTrustEvaluator {
    PinnedCertificatesTrustEvaluator(
      certificates: certificates, acceptSelfSignedCertificates: acceptSelfSignedCertificates,
      performDefaultValidation: performDefaultValidation, validateHost: validateHost)
  }
}
#endif
#endif

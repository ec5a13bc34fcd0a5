#if !UpstreamMoya
#if canImport(Security)
import Foundation
@preconcurrency import Security

extension SecTrust {
  /// Asks the system by its rules for TLS servers, of this name where one is given.
  ///
  /// - Throws: `AFError.serverTrustEvaluationFailed`.
  func evaluate(forHost host: String?) throws {
    try evaluate(applying: SecPolicyCreateSSL(true, host.map { $0 as CFString }))
  }

  /// - Throws: `AFError.serverTrustEvaluationFailed`.
  func evaluate(applying policy: SecPolicy) throws {
    let status = SecTrustSetPolicies(self, policy)
    guard status == errSecSuccess else {
      throw AFError.serverTrustEvaluationFailed(
        reason: .policyApplicationFailed(trust: self, policy: policy, status: status))
    }
    var error: CFError?
    guard SecTrustEvaluateWithError(self, &error) else {
      throw AFError.serverTrustEvaluationFailed(reason: .trustEvaluationFailed(error: error))
    }
  }

  /// Has the system trust these certificates and no others.
  ///
  /// - Throws: `AFError.serverTrustEvaluationFailed`.
  func anchor(in certificates: [SecCertificate]) throws {
    var status = SecTrustSetAnchorCertificates(self, certificates as CFArray)
    if status == errSecSuccess { status = SecTrustSetAnchorCertificatesOnly(self, true) }
    guard status == errSecSuccess else {
      throw AFError.serverTrustEvaluationFailed(
        reason: .settingAnchorCertificatesFailed(status: status, certificates: certificates))
    }
  }

  /// The server's certificates, its own first.
  var certificates: [SecCertificate] {
    SecTrustCopyCertificateChain(self) as? [SecCertificate] ?? []
  }
}

extension SecCertificate {
  /// The certificate in DER.
  var bytes: Data { SecCertificateCopyData(self) as Data }
}
#endif
#endif

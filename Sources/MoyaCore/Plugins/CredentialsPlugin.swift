#if !UpstreamMoya
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Answers authentication challenges with a credential by target.
public final class CredentialsPlugin: PluginType, @unchecked Sendable {
  // Unchecked: the closure is constant, and a provider calls it from any thread.

  /// Gives the credential for a target, or nil for none.
  public typealias CredentialClosure = (any TargetType) -> URLCredential?

  let credentialsClosure: CredentialClosure

  /// A plugin that asks this closure for each request's credential.
  public init(credentialsClosure: @escaping CredentialClosure) {
    self.credentialsClosure = credentialsClosure
  }

  /// Hands the credential, where there is one, to the request.
  public func willSend(_ request: any RequestType, target: any TargetType) {
    if let credential = credentialsClosure(target) {
      _ = request.authenticate(with: credential)
    }
  }
}
#endif

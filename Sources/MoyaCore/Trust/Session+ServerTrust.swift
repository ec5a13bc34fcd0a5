#if !UpstreamMoya
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
#if canImport(Security)
import Security
#endif

extension Session {
  /// Refuses a request whose server would have to be evaluated where that is impossible.
  ///
  /// - Throws: `TaskCreationError`.
  func checkServerTrust(for urlRequest: URLRequest) throws {
    #if !canImport(Security)
    guard let serverTrustManager, let url = urlRequest.url, let host = url.host,
      url.scheme?.equalsIgnoringASCIICase("https") == true
    else { return }
    do {
      let evaluator = try serverTrustManager.serverTrustEvaluator(forHost: host)
      guard evaluator?.isLeftToSystem ?? true else { throw ServerTrustError.notShown(host: host) }
    } catch {
      throw TaskCreationError(
        reason: error.asAFError {
          .serverTrustEvaluationFailed(reason: .customEvaluationFailed(error: $0))
        })
    }
    #endif
  }
}

extension Request {
  /// The answer of the session's manager to a question about a server's certificate; nil where
  /// it is left to the system, or something else is asked.
  func answerByTrust(_ challenge: URLAuthenticationChallenge, of task: URLSessionTask)
    -> (URLSession.AuthChallengeDisposition, URLCredential?)?
  {
    #if canImport(Security)
    let space = challenge.protectionSpace
    guard space.authenticationMethod == NSURLAuthenticationMethodServerTrust,
      let manager = session.serverTrustManager, let trust = space.serverTrust
    else { return nil }
    do {
      guard let evaluator = try manager.serverTrustEvaluator(forHost: space.host) else {
        return nil
      }
      try evaluator.evaluate(trust, forHost: space.host)
      return (.useCredential, URLCredential(trust: trust))
    } catch {
      let reason = error.asAFError {
        .serverTrustEvaluationFailed(reason: .customEvaluationFailed(error: $0))
      }
      withAttempt(of: task) { $0.attempt?.failure = reason }
      return (.cancelAuthenticationChallenge, nil)
    }
    #else
    return nil
    #endif
  }
}

/// Why an evaluator could not decide.
enum ServerTrustError: LocalizedError {
  case notShown(host: String)

  var errorDescription: String? {
    switch self {
    case .notShown(let host):
      "the evaluator of \(host) cannot run on this platform, where URLSession shows the "
        + "certificate to nobody, so nothing was sent. Leave the host to the system with "
        + "DefaultTrustEvaluator, or make the session without a ServerTrustManager here."
    }
  }
}
#endif

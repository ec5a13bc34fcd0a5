#if !UpstreamMoya
import Cassette
import Foundation
import MoyaCore
import Recorder

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension ReplayProvider {
  /// Begins a call that goes over its recorded attempts, where it has any and the session an interceptor.
  ///
  /// - Parameters:
  ///   - answer: The answer, of which it is known which recording it is.
  ///   - target: The target of the call.
  ///   - request: What the requestClosure has made of the endpoint.
  ///   - queue: The call's queue, or the provider's.
  ///   - completion: Who waits for the result.
  ///   - endpoint: The endpoint.
  /// - Returns: What gives the call up; nil where it is to be answered at once.
  func retry(
    _ answer: PlannedAnswer, target: Target, request: URLRequest, queue: DispatchQueue?,
    completion: @escaping Completion, endpoint: Endpoint
  ) -> CancellableToken? {
    // Whoever is answered before `request` returns cannot wait for an interceptor.
    let isInline = queue == nil && run.delivery == .inline
    guard session.interceptor != nil, !isInline,
      case .replay(let reservation) = answer.call.decision,
      !reservation.isClaim
    else { return nil }
    let recorded: [RecordedAttempt]?
    do {
      recorded = try answer.recorded?.attempts(
        of: target.task, uploadByteCount: answer.call.uploadByteCount)
    } catch {
      run.reporter.fail("\(error)", answer.call.site)
      return nil
    }
    guard let recorded else { return nil }
    let call = RetriedCall(
      answer, attempts: recorded, target: target, plugins: plugins, queue: queue ?? .main,
      session: session, completion: completion)
    let plugins = AttemptPlugins { request in
      self.run.telling(of: answer.call) {
        self.notifyPluginsOfImpendingStub(for: request, target: target)
      }
    }
    return call.start(
      makeAnsweredRequest(
        target, request: request, endpoint: endpoint, interceptor: plugins, source: call))
  }
}

/// Lets plugins prepare each attempt of a replayed request, and tells them of it.
private struct AttemptPlugins: RequestInterceptor, @unchecked Sendable {
  // Plugins and target are only handed on.
  let prepare: (URLRequest) -> URLRequest

  func adapt(
    _ urlRequest: URLRequest, for session: Session,
    completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
  ) {
    completion(.success(prepare(urlRequest)))
  }
}
#endif

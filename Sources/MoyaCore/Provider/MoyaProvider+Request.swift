#if !UpstreamMoya
public import Dispatch
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension MoyaProvider {
  /// What `request` does unless it is overridden.
  ///
  /// On the caller's thread it asks `endpointClosure`, `stubClosure` and `requestClosure`, in this
  /// order; what follows happens where `requestClosure` answers.
  public func requestNormal(
    _ target: Target, callbackQueue: DispatchQueue?, progress: Moya.ProgressBlock?,
    completion: @escaping Moya.Completion
  ) -> any Cancellable {
    let endpoint = self.endpoint(target)
    let subject = MessageSubject(token: endpoint.callToken)
    let stubBehavior = stubClosure(target)
    let cancellable = CancellableWrapper()

    let plugins = self.plugins
    let process: Moya.Completion = { result in
      completion(MessageSubject.tell(of: subject) { plugins.process(result, target: target) })
    }
    var finish = process
    if trackInflights {
      guard let call = inflights.begin(endpoint, completion: process) else { return cancellable }
      let inflights = self.inflights
      finish = { inflights.finish(call, with: $0) }
    }
    // A subclass may answer a stub more than once, or never.
    let finishOnce = OneShot<Result<Moya.Response, MoyaError>>(
      unanswered: { .failure(.underlying(abandonedStub, nil)) }, handler: finish)

    let proceed: (Result<URLRequest, MoyaError>?) -> Void = { result in
      let complete: Moya.Completion = { finishOnce($0) }
      switch result {
      case .none:
        self.fail(abandoned, completion: complete, target: target, subject)
      case .failure(let error):
        complete(.failure(error))
      case .success where cancellable.isCancelled:
        self.fail(cancelled, completion: complete, target: target, subject)
      case .success(let request):
        cancellable.begin(
          self.perform(
            target, request: request, callbackQueue: callbackQueue, progress: progress,
            completion: complete, endpoint: endpoint, stubBehavior: stubBehavior,
            subject: subject))
      }
    }
    let answer = OneShot(unanswered: { nil }, handler: proceed)
    requestClosure(endpoint) { answer($0) }
    return cancellable
  }

  /// Tells the plugins and then the completion that the request was cancelled.
  public func cancelCompletion(_ completion: Moya.Completion, target: Target) {
    fail(cancelled, completion: completion, target: target, nil)
  }

  private func fail(
    _ error: NSError, completion: Moya.Completion, target: Target, _ subject: MessageSubject?
  ) {
    let result: Result<Moya.Response, MoyaError> = .failure(.underlying(error, nil))
    MessageSubject.tell(of: subject) { plugins.didReceive(result, target: target) }
    completion(result)
  }

  private func perform(
    _ target: Target, request: URLRequest, callbackQueue: DispatchQueue?,
    progress: Moya.ProgressBlock?, completion: @escaping Moya.Completion, endpoint: Endpoint,
    stubBehavior: Moya.StubBehavior, subject: MessageSubject
  ) -> any Cancellable {
    if case .never = stubBehavior {
      return send(
        target, request: request, callbackQueue: callbackQueue ?? self.callbackQueue,
        progress: progress, completion: completion, endpoint: endpoint, subject: subject)
    }
    return stubRequest(
      target, request: request, callbackQueue: callbackQueue, completion: completion,
      endpoint: endpoint, stubBehavior: stubBehavior)
  }
}

private let cancelled = NSError(domain: NSURLErrorDomain, code: NSURLErrorCancelled)

private let abandoned = cancellation(
  "The provider's requestClosure let go of its callback without calling it. "
    + "Call it once, with a request or a failure.")

private let abandonedStub = cancellation(
  "The provider's stubRequest let go of its completion without calling it. "
    + "Call it once, with a response or a failure.")

private func cancellation(_ text: String) -> NSError {
  NSError(
    domain: NSURLErrorDomain, code: NSURLErrorCancelled,
    userInfo: [NSLocalizedDescriptionKey: text])
}
#endif

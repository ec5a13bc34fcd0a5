#if ReactiveSwift && !UpstreamMoya
public import Dispatch
public import ReactiveSwift

extension MoyaProvider: ReactiveSwift.ReactiveExtensionsProvider {}

extension ReactiveSwift.Reactive where Base: MoyaProviderType {
  /// A producer that sends the target's request each time it is started.
  ///
  /// Nothing is sent before. Disposing of a start cancels its request. The producer keeps the provider.
  ///
  /// - Parameters:
  ///   - token: The target.
  ///   - callbackQueue: The queue that results come on; without it the provider's.
  /// - Returns: The response, or its error.
  public func request(
    _ token: Base.Target, callbackQueue: DispatchQueue? = nil
  ) -> SignalProducer<Response, MoyaError> {
    let provider = base
    return SignalProducer { observer, lifetime in
      let call = provider.request(token, callbackQueue: callbackQueue, progress: nil) { result in
        switch result {
        case .success(let response):
          observer.send(value: response)
          observer.sendCompleted()
        case .failure(let error):
          observer.send(error: error)
        }
      }
      lifetime.observeEnded { call.cancel() }
    }
  }

  /// A producer that sends the target's request each time it is started, and tells how far it has come.
  ///
  /// The last state has the response, also where a request is answered from its sample. Nothing is sent
  /// before the start, and disposing of it cancels its request. The producer keeps the provider.
  ///
  /// - Parameters:
  ///   - token: The target.
  ///   - callbackQueue: The queue that states come on; without it the provider's.
  /// - Returns: The states, the last one completed; or the error.
  public func requestWithProgress(
    _ token: Base.Target, callbackQueue: DispatchQueue? = nil
  ) -> SignalProducer<ProgressResponse, MoyaError> {
    let provider = base
    return SignalProducer { observer, lifetime in
      let fold = ProgressFold()
      let call = provider.request(
        token, callbackQueue: callbackQueue, progress: { observer.send(value: fold.add($0)) },
        completion: { result in
          switch result {
          case .success(let response):
            if let last = fold.end(with: response) { observer.send(value: last) }
            observer.sendCompleted()
          case .failure(let error):
            observer.send(error: error)
          }
        })
      lifetime.observeEnded { call.cancel() }
    }
  }
}
#endif

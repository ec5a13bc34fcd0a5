#if RxSwift && !UpstreamMoya
public import Dispatch
public import RxSwift

extension MoyaProvider: RxSwift.ReactiveCompatible {}

extension RxSwift.Reactive where Base: MoyaProviderType {
  /// A single that sends the target's request each time it is subscribed to.
  ///
  /// Nothing is sent before. Disposing of a subscription cancels its request. The single keeps the
  /// provider.
  ///
  /// - Parameters:
  ///   - token: The target.
  ///   - callbackQueue: The queue that results come on; without it the provider's.
  /// - Returns: The response, or its `MoyaError`.
  public func request(
    _ token: Base.Target, callbackQueue: DispatchQueue? = nil
  ) -> Single<Response> {
    let provider = base
    return Single.create { observer in
      let call = provider.request(token, callbackQueue: callbackQueue, progress: nil) { result in
        switch result {
        case .success(let response): observer(.success(response))
        case .failure(let error): observer(.failure(error))
        }
      }
      return Disposables.create { call.cancel() }
    }
  }

  /// An observable that sends the target's request each time it is subscribed to, and tells how far it
  /// has come.
  ///
  /// The last state has the response, also where a request is answered from its sample. Nothing is sent
  /// before the subscription, and disposing of it cancels its request. The observable keeps the provider.
  ///
  /// - Parameters:
  ///   - token: The target.
  ///   - callbackQueue: The queue that states come on; without it the provider's.
  /// - Returns: The states, the last one completed; or the `MoyaError`.
  public func requestWithProgress(
    _ token: Base.Target, callbackQueue: DispatchQueue? = nil
  ) -> Observable<ProgressResponse> {
    let provider = base
    return Observable.create { observer in
      let fold = ProgressFold()
      let call = provider.request(
        token, callbackQueue: callbackQueue, progress: { observer.onNext(fold.add($0)) },
        completion: { result in
          switch result {
          case .success(let response):
            if let last = fold.end(with: response) { observer.onNext(last) }
            observer.onCompleted()
          case .failure(let error):
            observer.onError(error)
          }
        })
      return Disposables.create { call.cancel() }
    }
  }
}
#endif

#if canImport(Combine) && !UpstreamMoya
public import Combine
public import Dispatch

extension MoyaProvider {
  /// A publisher that sends the target's request for each subscriber that asks for a value.
  ///
  /// Nothing is sent before. Cancelling a subscription cancels its request. The publisher keeps the
  /// provider.
  ///
  /// - Parameters:
  ///   - target: The target.
  ///   - callbackQueue: The queue that results come on; without it the provider's.
  /// - Returns: The response, or its error.
  public func requestPublisher(
    _ target: Target, callbackQueue: DispatchQueue? = nil
  ) -> AnyPublisher<Response, MoyaError> {
    RequestPublisher { send, end in
      self.request(target, callbackQueue: callbackQueue, progress: nil) { result in
        switch result {
        case .success(let response):
          send(response)
          end(.finished)
        case .failure(let error):
          end(.failure(error))
        }
      }
    }
    .eraseToAnyPublisher()
  }

  /// A publisher that sends the target's request for each subscriber that asks for values, and tells
  /// how far it has come.
  ///
  /// The last state has the response, also where a request is answered from its sample. Nothing is sent
  /// before a subscriber asks, and cancelling a subscription cancels its request. States come whether
  /// asked for or not, as there is nothing to hold them back with. The publisher keeps the provider.
  ///
  /// - Parameters:
  ///   - target: The target.
  ///   - callbackQueue: The queue that states come on; without it the provider's.
  /// - Returns: The states, the last one completed; or the error.
  public func requestWithProgressPublisher(
    _ target: Target, callbackQueue: DispatchQueue? = nil
  ) -> AnyPublisher<ProgressResponse, MoyaError> {
    RequestPublisher { send, end in
      let fold = ProgressFold()
      return self.request(
        target, callbackQueue: callbackQueue, progress: { send(fold.add($0)) },
        completion: { result in
          switch result {
          case .success(let response):
            if let last = fold.end(with: response) { send(last) }
            end(.finished)
          case .failure(let error):
            end(.failure(error))
          }
        })
    }
    .eraseToAnyPublisher()
  }
}
#endif

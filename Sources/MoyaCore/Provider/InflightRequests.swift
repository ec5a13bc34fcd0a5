#if !UpstreamMoya
/// The requests under way by endpoint, and the completions that wait for each.
final class InflightRequests {
  /// One request under way.
  final class Call {
    fileprivate let endpoint: Endpoint
    fileprivate let identity: EndpointIdentity
    fileprivate var completions: [Completion]
    fileprivate var isFinished = false

    fileprivate init(
      endpoint: Endpoint, identity: EndpointIdentity, completion: @escaping Completion
    ) {
      self.endpoint = endpoint
      self.identity = identity
      completions = [completion]
    }
  }

  private let calls = Locked<[EndpointIdentity: Call]>([:])

  var snapshot: [Endpoint: [Completion]] {
    let waiting = calls.withLock { calls in
      calls.values.map { Waiting(endpoint: $0.endpoint, completions: $0.completions) }
    }
    // Hashing an endpoint calls code of the user's, which may ask again: not under the lock.
    return waiting.reduce(into: [:]) { $0[$1.endpoint] = $1.completions }
  }

  private struct Waiting {
    let endpoint: Endpoint
    let completions: [Completion]
  }

  /// Joins an equal request that is under way; else begins one, which the caller must start and
  /// `finish`.
  ///
  /// - Returns: the call to start, or nil where the completion waits for another's.
  func begin(_ endpoint: Endpoint, completion: @escaping Completion) -> Call? {
    let identity = endpoint.identity
    return calls.withLock { calls in
      // One whose completions already run gives nothing more: whoever asks again from within a
      // completion wants a new request.
      if let call = calls[identity], !call.isFinished {
        call.completions.append(completion)
        return nil
      }
      let call = Call(endpoint: endpoint, identity: identity, completion: completion)
      calls[identity] = call
      return call
    }
  }

  /// Gives the result to all that wait, and forgets the call.
  func finish(_ call: Call, with result: Result<Moya.Response, MoyaError>) {
    let completions = calls.withLock { _ in
      call.isFinished = true
      return call.completions
    }
    for completion in completions { completion(result) }
    calls.withLock { calls in
      if calls[call.identity] === call { calls[call.identity] = nil }
    }
  }
}
#endif

#if !UpstreamMoya
/// The requests under way by endpoint, and the completions that wait for each.
final class InflightRequests {
  /// One request under way.
  final class Call {
    let endpoint: Endpoint
    fileprivate var completions: [Completion]
    fileprivate var isFinished = false

    fileprivate init(endpoint: Endpoint, completion: @escaping Completion) {
      self.endpoint = endpoint
      completions = [completion]
    }
  }

  private let calls = Locked<[Endpoint: Call]>([:])

  var snapshot: [Endpoint: [Completion]] {
    calls.withLock { calls in calls.mapValues(\.completions) }
  }

  /// Joins an equal request that is under way; else begins one, which the caller must start and
  /// `finish`.
  ///
  /// - Returns: the call to start, or nil where the completion waits for another's.
  func begin(_ endpoint: Endpoint, completion: @escaping Completion) -> Call? {
    calls.withLock { calls in
      // One whose completions already run gives nothing more: whoever asks again from within a
      // completion wants a new request.
      if let call = calls[endpoint], !call.isFinished {
        call.completions.append(completion)
        return nil
      }
      let call = Call(endpoint: endpoint, completion: completion)
      calls[endpoint] = call
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
      if calls[call.endpoint] === call { calls[call.endpoint] = nil }
    }
  }
}
#endif

#if !UpstreamMoya
/// Makes one run of states out of a request's progress calls and its result.
final class ProgressFold: Sendable {
  private let last = Locked(ProgressResponse())

  /// The state after a progress call; what the call leaves out stays as it was.
  func add(_ progress: ProgressResponse) -> ProgressResponse {
    last.withLock { last in
      last = ProgressResponse(
        progress: progress.progressObject ?? last.progressObject,
        response: progress.response ?? last.response)
      return last
    }
  }

  /// The state that a response ends with; nil where a progress call has brought it already.
  ///
  /// Requests that are answered from their samples have no progress calls.
  func end(with response: Response) -> ProgressResponse? {
    last.withLock { last in
      guard !last.completed else { return nil }
      last = ProgressResponse(progress: last.progressObject, response: response)
      return last
    }
  }
}
#endif

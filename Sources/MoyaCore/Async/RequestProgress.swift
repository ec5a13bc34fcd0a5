import Dispatch
import Foundation

#if UpstreamMoya
public import Moya
#endif

/// The progress of a request, ended by its response: what `requestWithProgress` gives.
public struct RequestProgress<Target: TargetType>: AsyncSequence {
  /// How far the request has come, and in the last element its response.
  public typealias Element = ProgressResponse
  /// Why there is no response.
  public typealias Failure = MoyaError

  let provider: MoyaProvider<Target>
  let target: Target
  let callbackQueue: DispatchQueue?
  let site: CallSite

  /// An iterator over one request, which is sent when the first element is asked for.
  ///
  /// - Returns: The iterator; letting go of it and of its copies cancels the request.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(
      call: ProgressCall { steps in
        CallSite.$current.withValue(site) {
          provider.request(
            target, callbackQueue: callbackQueue, progress: { steps.report($0) },
            completion: { steps.end(with: $0) })
        }
      })
  }

  /// Gives the elements of one request; copies share them.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let call: ProgressCall

    /// The next element.
    ///
    /// - Returns: The newest progress, then the response, then nil.
    /// - Throws: `MoyaError`, as the completion would have been given it; once.
    public mutating func next() async throws(MoyaError) -> ProgressResponse? {
      try await next(isolation: nil)
    }

    /// The next element, without leaving the actor that asks.
    ///
    /// - Parameter actor: The actor that calls.
    /// - Returns: The newest progress, then the response, then nil.
    /// - Throws: `MoyaError`, as the completion would have been given it; once.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(MoyaError) -> ProgressResponse? {
      let call = call
      let step = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          call.next { continuation.resume(returning: $0) }
        }
      } onCancel: {
        call.cancel()
      }
      return try step.value.get()
    }
  }
}

#if !UpstreamMoya
extension RequestProgress: Sendable where Target: Sendable {}
#endif

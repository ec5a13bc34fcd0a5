public import Foundation

#if UpstreamMoya
public import Moya
#endif

// What Moya 15 lacks. It works on the real Moya and on this module's own alike.
extension MoyaProvider {
  /// Sends a request and waits for its response.
  ///
  /// Cancelling the task cancels the request. A request that a cassette does not have is reported at
  /// the line of this call.
  ///
  /// - Parameters:
  ///   - target: The target.
  ///   - callbackQueue: The queue that plugins are called on; without it the provider's.
  ///   - isolation: The actor that calls: the caller's.
  ///   - fileID: The module and file of the call.
  ///   - filePath: The file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: The response, of any status that the target's validation takes.
  /// - Throws: `MoyaError`, as the completion would have been given it.
  public func request(
    _ target: Target, callbackQueue: DispatchQueue? = nil,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async throws(MoyaError) -> sending Response {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let cancellation = PendingCancellation()
    // Where a requestClosure answers twice, the first answer counts.
    let answer = FirstValue<Result<Response, MoyaError>>()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        CallSite.$current.withValue(site) {
          let call = request(target, callbackQueue: callbackQueue, progress: nil) { result in
            if answer.give(result) { continuation.resume() }
          }
          cancellation.begin(call)
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
    return try answer.value.get()
  }
}

public import Dispatch

#if UpstreamMoya
public import Moya
#endif

// What Moya 15 lacks. It works on the real Moya and on this module's own alike.
extension MoyaProvider {
  /// A request's progress and, as its last element, its response.
  ///
  /// ```swift
  /// for try await step in provider.requestWithProgress(.download(file)) {
  ///   bar.value = step.progress
  ///   if let response = step.response { … }
  /// }
  /// ```
  ///
  /// Nothing is sent before the first element is asked for, and each iteration sends a request of its
  /// own. Cancelling the task, or leaving the loop, cancels the request. Who is slow gets the newest
  /// progress and misses what came between; a stub without progress gives its response alone. A request
  /// that a cassette does not have is reported at the line of this call.
  ///
  /// - Parameters:
  ///   - target: The target.
  ///   - callbackQueue: The queue that plugins are called on; without it the provider's.
  ///   - fileID: The module and file of the call.
  ///   - filePath: The file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Returns: A sequence that ends after an element with a response, or throws `MoyaError`.
  public func requestWithProgress(
    _ target: Target, callbackQueue: DispatchQueue? = nil, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> RequestProgress<Target> {
    RequestProgress(
      provider: self, target: target, callbackQueue: callbackQueue,
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

#if !UpstreamMoya
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLSessionTask {
  /// Whether the task is not over, and its delegate's answer is waited for.
  var takesAnswers: Bool { state == .running || state == .suspended }

  /// Cancels the task and returns once that is under way; to be called on the session's root
  /// queue.
  ///
  /// URLSession on Linux cancels in steps, and aborts the process where the task's end is reported
  /// and forgotten between two of them. Ends are reported on the root queue, so none is while
  /// this waits.
  func stop() {
    cancel()
    #if canImport(FoundationNetworking)
    // Reading it waits for the task's own queue: once for each step.
    for _ in 0..<2 { _ = priority }
    #endif
  }
}
#endif

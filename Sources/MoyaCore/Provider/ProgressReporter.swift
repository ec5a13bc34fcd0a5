#if !UpstreamMoya
import Dispatch
import Foundation

/// Calls a progress block on its queue, never more often than the queue keeps up with, never two
/// calls at once, and never after the last call.
final class ProgressReporter: @unchecked Sendable {
  // `state` is in a locked box; `block` is called on the queue only.

  private struct State {
    var isPending = false
    var isCalling = false
    var isFinished = false
    /// The end, where it came while the block was being called.
    var end: (() -> Void)?
  }

  // The request keeps this in turn, but only until it is done.
  private let request: Request
  private let countsUpload: Bool
  private let queue: DispatchQueue
  private let block: ProgressBlock
  private let state = Locked(State())

  init(request: Request, queue: DispatchQueue, block: @escaping ProgressBlock) {
    self.request = request
    countsUpload = request is UploadRequest
    self.queue = queue
    self.block = block
  }

  func report() {
    let isFirst = state.withLock { state in
      guard !state.isPending, !state.isFinished else { return false }
      state.isPending = true
      return true
    }
    guard isFirst else { return }
    queue.async {
      let calls = self.state.withLock { state in
        state.isPending = false
        // On a concurrent queue another call may be under way; it says nearly the same.
        guard !state.isFinished, !state.isCalling else { return false }
        state.isCalling = true
        return true
      }
      guard calls else { return }
      self.block(ProgressResponse(progress: self.progress()))
      let end = self.state.withLock { state in
        state.isCalling = false
        defer { state.end = nil }
        return state.end
      }
      end?()
    }
  }

  /// Makes the last call, on the queue, and then runs what follows it.
  ///
  /// The last call has the response, where there is one to be had. Where the block is being
  /// called on another thread of a concurrent queue, or further up on this one, the end waits
  /// until that call returns.
  func finish(
    _ result: Result<Moya.Response, MoyaError>, then completion: @escaping () -> Void
  ) {
    let end = {
      self.block(ProgressResponse(progress: self.progress(), response: try? result.get()))
      completion()
    }
    let waits = state.withLock { state in
      state.isFinished = true
      if state.isCalling { state.end = end }
      return state.isCalling
    }
    if !waits { end() }
  }

  private func progress() -> Progress {
    countsUpload ? request.uploadProgress : request.downloadProgress
  }
}
#endif

#if !UpstreamMoya
import Dispatch
import Foundation

/// Calls a progress block on its queue, never more often than the queue keeps up with, and never
/// after the last call.
final class ProgressReporter: @unchecked Sendable {
  // `state` is in a locked box; `block` is called on the queue only.

  private struct State {
    var isPending = false
    var isFinished = false
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
      let isFinished = self.state.withLock { state in
        state.isPending = false
        return state.isFinished
      }
      guard !isFinished else { return }
      self.block(ProgressResponse(progress: self.progress()))
    }
  }

  /// The last call, on the queue; with the response, where there is one to be had.
  func finish(_ result: Result<Moya.Response, MoyaError>) {
    state.withLock { $0.isFinished = true }
    block(ProgressResponse(progress: progress(), response: try? result.get()))
  }

  private func progress() -> Progress {
    countsUpload ? request.uploadProgress : request.downloadProgress
  }
}
#endif

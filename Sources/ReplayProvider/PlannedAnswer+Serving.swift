import Cassette
import Foundation
import MoyaCore
import Recorder

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// What those who bring the answer have to know of it beforehand.
extension PlannedAnswer {
  /// Who answers, in Moya's words. Notes that a stubClosure was asked.
  var behavior: StubBehavior {
    run.decided(call)
    if call.isLive { return .never }
    return wait.map { .delayed(seconds: $0.seconds) } ?? .immediate
  }

  /// How long the answer is waited for; nil where it comes at once, as all does that is not recorded, and where
  /// it is not settled which recording answers.
  var wait: Duration? {
    guard case .replay(let reservation) = call.decision, !reservation.isClaim else { return nil }
    // A cassette that cannot be read is told of at once.
    return run.timing.wait(recorded: recorded?.duration ?? reservation.interaction.duration)
  }

  /// Whether it is the error of a request whose time is over.
  var isTimeOut: Bool {
    let failure = recorded?.outcome.failure
    return failure?.domain == NSURLErrorDomain && failure?.code == NSURLErrorTimedOut
  }

  /// The steps that a progress block is told of: bytes sent of an upload, else bytes received.
  func steps(of task: Task) -> TransferSteps {
    guard let recorded else {
      var byteCount = 0
      if case .sample = call.decision, case .response(_, let data) = content() {
        byteCount = task.isUpload ? call.uploadByteCount : data.count
      }
      return TransferSteps(completedByteCount: byteCount, totalByteCount: byteCount)
    }
    if let progress = recorded.progress {
      return TransferSteps(
        completedByteCount: progress.completedByteCount, totalByteCount: progress.totalByteCount)
    }
    var byteCount = recorded.outcome.response?.body.byteCount ?? 0
    if task.isUpload {
      // How far one had come that failed is not recorded.
      byteCount = recorded.outcome.failure == nil ? call.uploadByteCount : 0
    }
    return TransferSteps(
      completedByteCount: byteCount,
      totalByteCount: recorded.outcome.failure == nil ? byteCount : recorded.announcedByteCount)
  }

  /// The response and what had come of its content after so many bytes of progress; nil where none had.
  func partial(_ byteCount: Int, of task: Task) -> (http: HTTPURLResponse, data: Data)? {
    guard byteCount > 0, !task.isUpload else { return nil }
    do {
      return try recorded?.partial(byteCount, task: task)
    } catch {
      run.report(error, at: call.site)
      return nil
    }
  }
}

extension Task {
  /// Whether progress counts what is sent.
  var isUpload: Bool {
    switch self {
    case .uploadFile, .uploadMultipart, .uploadCompositeMultipart: true
    default: false
    }
  }

  /// Whether the answer's content goes into a file.
  var isDownload: Bool {
    switch self {
    case .downloadDestination, .downloadParameters: true
    default: false
    }
  }
}

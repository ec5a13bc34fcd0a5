#if !UpstreamMoya
import Cassette
import Foundation
import MoyaCore
import Recorder

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An attempt of a recorded call, as the session tells of it.
struct RecordedAttempt {
  /// What became of it.
  let answer: AttemptAnswer
  /// Whether it ended before anything would have been sent.
  let isUnsent: Bool
}

extension RecordedAnswer {
  /// The attempts before the outcome, as the session tells of them.
  ///
  /// - Parameters:
  ///   - task: The task of the call.
  ///   - uploadByteCount: How much it uploads.
  /// - Returns: The attempts; nil where there are none, where the outcome of one was not seen, and of a call
  ///   that was given up, perhaps while nothing was under way.
  /// - Throws: What reading a content throws.
  func attempts(of task: Task, uploadByteCount: Int) throws -> [RecordedAttempt]? {
    guard !attempts.isEmpty, !outcome.isCancellation, attempts.allSatisfy(\.isSeen) else {
      return nil
    }
    return try attempts.map { attempt in
      let outcome = run.live(attempt.outcome)
      let url = run.live(url: attempt.request.url)
      let body = outcome.response?.body
      var completed = Int64(body?.byteCount ?? 0)
      var total = Self.announcedByteCount(of: outcome).map { Int64($0) } ?? -1
      if task.isUpload {
        completed = outcome.response == nil ? 0 : Int64(uploadByteCount)
        total = completed
      }
      let data = try body.flatMap { task.isDownload ? nil : try reservation.content($0) }
      return RecordedAttempt(
        answer: AttemptAnswer(
          response: outcome.response.map { Self.http($0, from: url) }, data: data ?? Data(),
          error: outcome.failure.map { failure in
            let error = error(failure, of: url)
            return error as? AFError ?? .sessionTaskFailed(error: error)
          },
          completedByteCount: completed, totalByteCount: total),
        isUnsent: outcome.isUnsent)
    }
  }
}

extension Cassette.Attempt {
  /// Whether its outcome is known. The real Moya does not show it.
  fileprivate var isSeen: Bool { outcome.failure != nil || outcome.response?.status != 0 }
}

extension Cassette.Outcome {
  fileprivate var isCancellation: Bool {
    failure?.kind?.utf8.elementsEqual("explicitlyCancelled".utf8) == true
  }

  /// Whether it is the error of a retrier.
  var isOfRetrier: Bool {
    failure?.kind?.utf8.elementsEqual("requestRetryFailed".utf8) == true
  }

  /// Whether it came before anything was sent.
  var isUnsent: Bool {
    switch failure?.kind {
    case "requestAdaptationFailed", "createURLRequestFailed", "urlRequestValidationFailed",
      "createUploadableFailed":
      true
    default: false
    }
  }
}
#endif

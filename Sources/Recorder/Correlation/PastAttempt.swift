import Cassette
import Foundation
import MoyaCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An attempt of a call that was followed by another, as far as it was seen.
struct PastAttempt: Sendable {
  /// What was sent, or was to be sent; nil where not even that is known.
  let sent: SentRequest?
  /// What became of it.
  let outcome: Cassette.Outcome
  /// What could not be kept, in words.
  let note: String?

  /// An attempt of which only the request is known.
  ///
  /// HAR's status for a request of which no answer is known is 0.
  init(unanswered sent: SentRequest) {
    self.sent = sent
    outcome = .response(.init(status: 0, contentIsMissing: true))
    note = "its outcome could not be seen"
  }

  #if !UpstreamMoya
  /// An attempt as the transport tells of it.
  ///
  /// Content that is too large to be held goes away with it: there is no second place to get it from.
  init(_ attempt: EndedAttempt, sessionHeaders: [String: String]) {
    let isUnsent = LiveFailure.isBeforeSending(attempt.error)
    sent = attempt.request.map {
      SentRequest(request: $0, sessionHeaders: isUnsent ? [:] : sessionHeaders)
    }
    let response = attempt.response.map {
      Response(
        statusCode: $0.statusCode, data: attempt.data, request: attempt.request, response: $0)
    }
    let seen = MoyaOutcome(
      .failure(.underlying(attempt.error, response)), downloaded: attempt.file,
      isDownload: attempt.file != nil, recordsCancellations: true)
    let isTooLarge =
      seen?.file != nil || attempt.data.count >= SideFiles.defaultThreshold
    outcome = seen?.outcome.holding(nothing: isTooLarge) ?? .response(.init(status: 0))
    note = isTooLarge ? "the content of its answer was too large to be kept" : seen?.note
  }
  #endif
}

#if !UpstreamMoya
extension Cassette.Outcome {
  /// The outcome, without the content of its answer where that is asked for.
  fileprivate func holding(nothing: Bool) -> Cassette.Outcome {
    guard nothing, var response else { return self }
    response.body = .empty
    response.contentIsMissing = true
    return failure.map { .failure($0, response) } ?? .response(response)
  }
}
#endif

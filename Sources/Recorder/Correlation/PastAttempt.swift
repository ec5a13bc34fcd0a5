import Cassette
import Foundation
import MoyaCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An attempt of a call that was followed by another, as far as it was seen.
struct PastAttempt: Sendable {
  /// The attempt's place in the order of the call's attempts, from 0.
  var number = 0
  /// What was sent, or was to be sent; nil where not even that is known.
  private(set) var sent: SentRequest?
  /// What came out of the stream that was its request's content, if that was one.
  private(set) var streamed: StreamRecord.Content?
  /// What became of it.
  private(set) var outcome: Cassette.Outcome
  /// What could not be kept, in words.
  private(set) var notes: [String]

  /// How many bytes of content this holds.
  var byteCount: Int { requestByteCount + (outcome.response?.body.data?.count ?? 0) }

  private var requestByteCount: Int {
    (sent?.request.httpBody?.count ?? 0) + (streamed?.value.count ?? 0)
  }

  /// An attempt of which only the request is known.
  ///
  /// HAR's status for a request of which no answer is known is 0.
  init(unanswered sent: SentRequest) {
    outcome = .response(.init(status: 0, contentIsMissing: true))
    notes = ["its outcome could not be seen"]
    take(sent)
  }

  #if !UpstreamMoya
  /// An attempt as the transport tells of it.
  ///
  /// Content that is too large to be held goes away with it: there is no second place to get it from.
  init(_ attempt: EndedAttempt, sessionHeaders: [String: String]) {
    let response = attempt.response.map {
      Response(
        statusCode: $0.statusCode, data: attempt.data, request: attempt.request, response: $0)
    }
    let seen = MoyaOutcome(
      .failure(.underlying(attempt.error, response)), downloaded: attempt.file,
      isDownload: attempt.file != nil, recordsCancellations: true)
    outcome = seen?.outcome ?? .response(.init(status: 0))
    notes = []
    if seen?.file != nil || attempt.data.count >= SideFiles.defaultThreshold {
      leaveOutAnswer()
    } else if let note = seen?.note {
      notes = [note]
    }
    if let request = attempt.request {
      let isUnsent = LiveFailure.isBeforeSending(attempt.error)
      take(SentRequest(request: request, sessionHeaders: isUnsent ? [:] : sessionHeaders))
    }
  }
  #endif

  /// Takes the request, and of a stream what has come out of it: nothing holds the stream any more.
  private mutating func take(_ sent: SentRequest) {
    streamed = sent.streamed.first?.content
    if let note = streamed?.note { notes.append(note) }
    self.sent = sent
    if sent.request.httpBodyStream != nil { self.sent?.request.httpBodyStream = nil }
  }

  /// Leaves out what is more content than so many bytes: of the answer first.
  mutating func limitContent(to room: Int) {
    if byteCount > room, requestByteCount < byteCount { leaveOutAnswer() }
    if byteCount > room { leaveOutRequestContent() }
  }

  private mutating func leaveOutAnswer() {
    notes.append("the content of its answer was too large to be kept")
    guard var response = outcome.response else { return }
    response.body = .empty
    response.contentIsMissing = true
    outcome = outcome.failure.map { .failure($0, response) } ?? .response(response)
  }

  private mutating func leaveOutRequestContent() {
    notes.append(Self.requestNote)
    sent?.request.httpBody = nil
    streamed = nil
  }

  private static let requestNote = "the content of its request was too large to be kept"

  /// The attempt as it is recorded.
  ///
  /// - Parameters:
  ///   - content: What the call uploads beside its requests; taken with as many bytes as there is room for.
  ///   - room: How many bytes of content may still be kept; less afterwards.
  ///   - request: The call's last request, for an attempt whose own is not known.
  /// - Returns: The attempt, and what is to be said of it.
  func recorded(
    content: RequestContent, room: inout Int, last request: Cassette.Request
  ) -> (attempt: Cassette.Attempt, notes: [String]) {
    var (content, notes) = (content, notes)
    let byteCount = content.heldByteCount
    if byteCount > room {
      content = content.withoutContent
      notes.append(Self.requestNote)
    } else {
      room -= byteCount
    }
    if let streamed { content = content.adding([StreamedContent(part: nil, content: streamed)]) }
    var request = request
    if let sent {
      request = Cassette.Request(sent, content: content)
    } else {
      request.body = .empty
    }
    return (
      Cassette.Attempt(request: request, outcome: outcome.asked(by: request)),
      notes.map { "attempt \(number): \($0)" }
    )
  }
}

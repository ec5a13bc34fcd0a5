import Cassette
import Foundation

/// What one stream of a call has brought.
struct StreamedContent {
  /// Which part of a multipart request it was; nil where it was all of the content.
  let part: Int?
  let content: StreamRecord.Content
}

extension SentRequest {
  /// What has come out of the stream that is the request's content; nothing where it is none, or one that
  /// nobody has opened.
  var streamed: [StreamedContent] {
    guard let bodyStream, bodyStream.isOpened else { return [] }
    return [StreamedContent(part: nil, content: bodyStream.recorded())]
  }
}

extension CallRecord {
  /// What has come out of the call's streams; nothing of those that nobody has opened. Where each attempt
  /// has a stream of its own, that of the last: its request is the one that is recorded.
  ///
  /// - Parameter planned: What the call uploads, as it was known before.
  /// - Returns: The contents, in the order of the parts.
  func streamed(_ planned: RequestContent) -> [StreamedContent] {
    switch planned {
    case .parts(_, _, let streams):
      streams.sorted { $0.key < $1.key }.filter { $0.value.isOpened }
        .map { StreamedContent(part: $0.key, content: $0.value.recorded()) }
    case .inRequest:
      sent?.streamed ?? []
    case .body:
      []
    }
  }
}

extension RequestContent {
  /// How many bytes of content this holds.
  var heldByteCount: Int {
    switch self {
    case .inRequest: 0
    case .parts(let parts, _, _): parts.reduce(0) { $0 + $1.value.count }
    case .body(let body, _): body.data?.count ?? 0
    }
  }

  /// Content of the same kind of which nothing is kept.
  var withoutContent: RequestContent {
    switch self {
    case .inRequest: .inRequest
    case .parts: .parts([], files: [:], streams: [:])
    case .body: .body(.empty, file: nil)
    }
  }

  /// The content with what its streams have brought.
  func adding(_ streamed: [StreamedContent]) -> RequestContent {
    var result = self
    for streamed in streamed {
      switch (result, streamed.part) {
      case (.parts(var parts, let files, let streams), let index?):
        parts[index].take(streamed.content)
        result = .parts(parts, files: files, streams: streams)
      case (.inRequest, nil):
        result = .body(streamed.content.body, file: nil)
      default:
        break
      }
    }
    return result
  }
}

extension Cassette.Request {
  /// The request with what the streams of its parts have brought.
  func adding(_ streamed: [StreamedContent]) -> Cassette.Request {
    guard case .multipart(var parts) = body else { return self }
    for streamed in streamed {
      guard let index = streamed.part else { continue }
      parts[index].take(streamed.content)
    }
    var result = self
    result.body = .multipart(parts)
    return result
  }
}

extension Cassette.Body.Part {
  /// Takes a stream's content for its own.
  fileprivate mutating func take(_ content: StreamRecord.Content) {
    (value, digest) = (content.value, content.digest)
  }
}

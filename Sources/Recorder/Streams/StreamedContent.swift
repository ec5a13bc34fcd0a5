import Cassette
import Foundation

/// What one stream of a call has brought.
struct StreamedContent {
  /// Which part of a multipart request it was; nil where it was all of the content.
  let part: Int?
  let content: StreamRecord.Content
}

extension PlannedCall {
  /// Whether any of the call's content is read only while it is sent.
  var isStreamed: Bool {
    if case .parts(_, _, let streams) = content, !streams.isEmpty { return true }
    return !bodyStreams.isEmpty
  }

  /// What has come out of the call's streams; nothing of those that nobody has opened.
  ///
  /// - Parameter planned: What the call uploads, as it was known before.
  /// - Returns: The contents, in the order of the parts.
  func streamed(_ planned: RequestContent) -> [StreamedContent] {
    switch planned {
    case .parts(_, _, let streams):
      streams.sorted { $0.key < $1.key }.filter { $0.value.isOpened }
        .map { StreamedContent(part: $0.key, content: $0.value.recorded()) }
    case .inRequest:
      // Of several attempts, the last that has read anything is the one whose request is recorded.
      bodyStreams.last(where: \.isOpened).map { [.init(part: nil, content: $0.recorded())] } ?? []
    case .body:
      []
    }
  }
}

extension RequestContent {
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

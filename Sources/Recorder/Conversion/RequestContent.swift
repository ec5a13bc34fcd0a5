package import Cassette
package import Foundation
package import MoyaCore

/// Where the content of a task's request is to be found.
package enum RequestContent: Sendable {
  /// In the request itself, or there is none.
  case inRequest
  /// In the parts of a multipart request; with the files of those of which only size and hash are held,
  /// and the records of those that are streamed.
  case parts([Cassette.Body.Part], files: [Int: URL], streams: [Int: StreamRecord])
  /// In a file that is uploaded; with that file where only size and hash are held.
  case body(Cassette.Body, file: URL?)

  /// The content of that task's request; files are read, streams are not: of those behind a
  /// `TeedStream` it has what has come so far.
  ///
  /// - Complexity: O(*n*) in the size of the files, of which 1 MiB each is held at most.
  package init(_ task: Task) {
    switch task {
    case .uploadFile(let url):
      switch FileContent(url) {
      case .held(let data): self = .body(Cassette.Body(data), file: nil)
      case .digest(let digest):
        self = .body(.digest(byteCount: digest.byteCount, sha256: digest.sha256), file: url)
      }
    case .uploadMultipart(let parts), .uploadCompositeMultipart(let parts, _):
      var files: [Int: URL] = [:]
      var streams: [Int: StreamRecord] = [:]
      let kept = parts.enumerated().map { index, part in
        let kept = Self.part(part)
        if kept.digest != nil, case .file(let url) = part.provider { files[index] = url }
        if case .stream(let stream as TeedStream, _) = part.provider {
          streams[index] = stream.record
        }
        return kept
      }
      self = .parts(kept, files: files, streams: streams)
    default:
      self = .inRequest
    }
  }

  /// The bytes of the files or parts that are uploaded, a multipart body's frame apart; nil where there is no
  /// upload.
  var uploadByteCount: Int? {
    switch self {
    case .parts(let parts, _, _): parts.byteCount
    case .body(let body, _): body.byteCount
    case .inRequest: nil
    }
  }

  /// Whether what was read of its streams is held, so that they can still be sent.
  var isHeld: Bool {
    guard case .parts(_, _, let streams) = self else { return true }
    return !streams.values.contains(where: \.isLetGo)
  }

  /// Whether what comes back of that task goes into a file.
  static func isDownload(_ task: Task) -> Bool {
    switch task {
    case .downloadDestination, .downloadParameters: true
    default: false
    }
  }

  private static func part(_ part: MultipartFormData) -> Cassette.Body.Part {
    switch part.provider {
    case .data(let data):
      return Cassette.Body.Part(
        name: part.name, fileName: part.fileName, contentType: part.mimeType, value: data)
    case .file(let url):
      // As on the wire, names count only together; the type that a platform infers is not kept, since
      // platforms infer differently.
      let isNamed = part.fileName != nil && part.mimeType != nil
      let content = FileContent(url)
      return Cassette.Body.Part(
        name: part.name, fileName: isNamed ? part.fileName : url.lastPathComponent,
        contentType: isNamed ? part.mimeType : nil, value: content.data, digest: content.digest)
    case .stream(let stream, let length):
      var kept = Cassette.Body.Part(
        name: part.name, fileName: part.fileName ?? "", contentType: part.mimeType ?? "",
        value: Data("(\(length) bytes of a stream)".utf8))
      if let record = (stream as? TeedStream)?.record, record.isOpened {
        let content = record.compared
        (kept.value, kept.digest) = (content.value, content.digest)
      }
      return kept
    }
  }
}

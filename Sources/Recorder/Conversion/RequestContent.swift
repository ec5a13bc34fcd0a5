package import Cassette
package import Foundation
package import MoyaCore

/// Where the content of a task's request is to be found.
package enum RequestContent: Sendable {
  /// In the request itself, or there is none.
  case inRequest
  /// In the parts of a multipart request; with the files of those of which only size and hash are held.
  case parts([Cassette.Body.Part], files: [Int: URL])
  /// In a file that is uploaded; with that file where only size and hash are held.
  case body(Cassette.Body, file: URL?)

  /// The content of that task's request; files are read, streams are not.
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
      let kept = parts.enumerated().map { index, part in
        let kept = Self.part(part)
        if kept.digest != nil, case .file(let url) = part.provider { files[index] = url }
        return kept
      }
      self = .parts(kept, files: files)
    default:
      self = .inRequest
    }
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
    case .stream(_, let length):
      return Cassette.Body.Part(
        name: part.name, fileName: part.fileName ?? "", contentType: part.mimeType ?? "",
        value: Data("(\(length) bytes of a stream)".utf8))
    }
  }
}

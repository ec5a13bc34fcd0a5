package import Cassette
import Foundation
package import MoyaCore

/// Where the content of a task's request is to be found.
package enum RequestContent: Sendable {
  /// In the request itself, or there is none.
  case inRequest
  /// In the parts of a multipart request.
  case parts([Cassette.Body.Part])
  /// In a file that is uploaded.
  case body(Cassette.Body)

  /// The largest file that is read into memory, in bytes; of a larger one, size and hash are kept.
  private static let largestFile = 1 << 20

  /// The content of that task's request; files are read, streams are not.
  package init(_ task: Task) {
    switch task {
    case .uploadFile(let url):
      self = .body(Self.file(url))
    case .uploadMultipart(let parts), .uploadCompositeMultipart(let parts, _):
      self = .parts(parts.map(Self.part))
    default:
      self = .inRequest
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
      return Cassette.Body.Part(
        name: part.name, fileName: isNamed ? part.fileName : url.lastPathComponent,
        contentType: isNamed ? part.mimeType : nil, value: fileContents(url) ?? Data())
    case .stream(_, let length):
      return Cassette.Body.Part(
        name: part.name, fileName: part.fileName ?? "", contentType: part.mimeType ?? "",
        value: Data("(\(length) bytes of a stream)".utf8))
    }
  }

  private static func file(_ url: URL) -> Cassette.Body {
    do {
      let handle = try FileHandle(forReadingFrom: url)
      defer { try? handle.close() }  // Nothing was written, so nothing can be lost.
      var hash = SHA256()
      var kept = Data()
      var count = 0
      while let chunk = try handle.read(upToCount: 1 << 16), !chunk.isEmpty {
        chunk.withUnsafeBytes { hash.update($0) }
        count += chunk.count
        if count <= largestFile { kept.append(chunk) } else { kept = Data() }
      }
      if count <= largestFile { return Cassette.Body(kept) }
      return .digest(byteCount: count, sha256: hash.hexadecimal())
    } catch {
      // The upload itself will fail on the same file, and that failure is what is recorded.
      return .empty
    }
  }

  private static func fileContents(_ url: URL) -> Data? {
    // As above: a part that cannot be read fails the upload.
    try? Data(contentsOf: url)
  }
}

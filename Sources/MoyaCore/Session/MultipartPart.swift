#if !UpstreamMoya
import Foundation
#if canImport(UniformTypeIdentifiers)
import UniformTypeIdentifiers
#endif

/// One part of a multipart body: its header fields and where its bytes come from.
struct MultipartPart {
  private enum Content {
    case data(Data)
    case file(URL)
    case stream(InputStream)
  }

  private let content: Content
  /// The content's length in bytes; of a stream, what it was said to be.
  let length: UInt64
  /// The header fields, each with its line end.
  let head: String

  init(_ data: Data, name: String, fileName: String?, mimeType: String?) {
    content = .data(data)
    length = UInt64(data.count)
    head = Self.head(name: name, fileName: fileName, mimeType: mimeType)
  }

  init(_ stream: InputStream, length: UInt64, name: String, fileName: String, mimeType: String) {
    content = .stream(stream)
    self.length = length
    head = Self.head(name: name, fileName: fileName, mimeType: mimeType)
  }

  init(_ stream: InputStream, length: UInt64, headers: HTTPHeaders) {
    content = .stream(stream)
    self.length = length
    head = headers.map { field in
      let name = Self.quotable(field.name, keepingQuotes: true)
      return "\(name): \(Self.quotable(field.value, keepingQuotes: true))\r\n"
    }.joined()
  }

  init(
    file url: URL, name: String, fileName: String, mimeType: String, using manager: FileManager
  ) throws(AFError) {
    guard url.isFileURL else {
      throw .multipartEncodingFailed(reason: .bodyPartURLInvalid(url: url))
    }
    var isFolder: ObjCBool = false
    guard manager.fileExists(atPath: url.path, isDirectory: &isFolder),
      manager.isReadableFile(atPath: url.path)
    else { throw .multipartEncodingFailed(reason: .bodyPartFileNotReachable(at: url)) }
    guard !isFolder.boolValue else {
      throw .multipartEncodingFailed(reason: .bodyPartFileIsDirectory(at: url))
    }
    let attributes: [FileAttributeKey: Any]
    do {
      attributes = try manager.attributesOfItem(atPath: url.resolvingSymlinksInPath().path)
    } catch {
      throw .multipartEncodingFailed(
        reason: .bodyPartFileSizeQueryFailedWithError(forURL: url, error: error))
    }
    guard let size = (attributes[.size] as? NSNumber)?.uint64Value else {
      throw .multipartEncodingFailed(reason: .bodyPartFileSizeNotAvailable(at: url))
    }
    content = .file(url)
    length = size
    head = Self.head(name: name, fileName: fileName, mimeType: mimeType)
  }

  /// Gives the content in pieces of at most 64 KiB, but what is in memory as one.
  ///
  /// - Throws: `AFError.multipartEncodingFailed`, or what `output` throws.
  func write(_ output: (Data) throws -> Void) throws {
    switch content {
    case .data(let data):
      try output(data)
    case .file(let url):
      guard let stream = InputStream(url: url) else {
        throw AFError.multipartEncodingFailed(reason: .bodyPartInputStreamCreationFailed(for: url))
      }
      try write(stream, output)
    case .stream(let stream):
      try write(stream, output)
    }
  }

  private func write(_ stream: InputStream, _ output: (Data) throws -> Void) throws {
    stream.open()
    defer { stream.close() }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var total: UInt64 = 0
    while true {
      let count = stream.read(&buffer, maxLength: buffer.count)
      guard count >= 0 else {
        throw AFError.multipartEncodingFailed(
          reason: .inputStreamReadFailed(error: stream.streamError ?? CocoaError(.fileReadUnknown)))
      }
      if count == 0 { break }
      total += UInt64(count)
      try output(Data(buffer[..<count]))
    }
    guard total == length else {
      throw AFError.multipartEncodingFailed(
        reason: .inputStreamReadFailed(
          error: AFError.UnexpectedInputStreamLength(bytesExpected: length, bytesRead: total)))
    }
  }

  /// The media type of files with this extension.
  static func mimeType(forExtension fileExtension: String) -> String {
    #if canImport(UniformTypeIdentifiers)
    if let type = UTType(filenameExtension: fileExtension)?.preferredMIMEType { return type }
    #endif
    return "application/octet-stream"
  }

  private static func head(name: String, fileName: String?, mimeType: String?) -> String {
    var head = "Content-Disposition: form-data; name=\"\(quotable(name))\""
    if let fileName { head += "; filename=\"\(quotable(fileName))\"" }
    head += "\r\n"
    if let mimeType { head += "Content-Type: \(quotable(mimeType, keepingQuotes: true))\r\n" }
    return head
  }

  /// The text with line ends, which would begin another header field, and quotes percent-encoded,
  /// as browsers do.
  private static func quotable(_ text: String, keepingQuotes: Bool = false) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\r"): bytes += Array("%0D".utf8)
      case UInt8(ascii: "\n"): bytes += Array("%0A".utf8)
      case UInt8(ascii: "\"") where !keepingQuotes: bytes += Array("%22".utf8)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
#endif

#if !UpstreamMoya
public import Foundation

/// Writes parts as a `multipart/form-data` body (RFC 7578).
///
/// What is wrong with a part is kept, and thrown when the body is written.
open class RequestMultipartFormData: @unchecked Sendable {  // `state` is in a locked box.
  /// The length in bytes from which an upload goes through a file.
  public static let encodingMemoryThreshold: UInt64 = 10_000_000

  /// What stands between the parts; random unless it was given.
  public let boundary: String

  private struct State {
    var parts: [MultipartPart] = []
    var error: AFError?
    var contentType: String?
  }

  private let fileManager: FileManager
  private let state = Locked(State())

  /// A body without parts.
  public init(fileManager: FileManager = .default, boundary: String? = nil) {
    self.fileManager = fileManager
    self.boundary = boundary ?? Self.randomBoundary()
  }

  /// The value of the request's `Content-Type`.
  open var contentType: String {
    get { state.withLock { $0.contentType } ?? "multipart/form-data; boundary=\(boundary)" }
    set { state.withLock { $0.contentType = newValue } }
  }

  /// The lengths of the parts' contents in bytes, without what stands between them.
  public var contentLength: UInt64 {
    state.withLock { state in
      // Lengths of streams are only claims, and may be of any size.
      state.parts.reduce(0) { sum, part in
        let (total, overflows) = sum.addingReportingOverflow(part.length)
        return overflows ? .max : total
      }
    }
  }

  /// Appends bytes.
  public func append(
    _ data: Data, withName name: String, fileName: String? = nil, mimeType: String? = nil
  ) {
    append(MultipartPart(data, name: name, fileName: fileName, mimeType: mimeType))
  }

  /// Appends a file under its own name; its type is taken from its extension where the platform
  /// knows types, else it is `application/octet-stream`.
  public func append(_ fileURL: URL, withName name: String) {
    let fileName = fileURL.lastPathComponent
    guard !fileName.isEmpty, !fileURL.pathExtension.isEmpty || fileName != "/" else {
      return keep(.multipartEncodingFailed(reason: .bodyPartFilenameInvalid(in: fileURL)))
    }
    append(
      fileURL, withName: name, fileName: fileName,
      mimeType: MultipartPart.mimeType(forExtension: fileURL.pathExtension))
  }

  /// Appends a file under this name and type.
  public func append(
    _ fileURL: URL, withName name: String, fileName: String, mimeType: String
  ) {
    do throws(AFError) {
      append(
        try MultipartPart(
          file: fileURL, name: name, fileName: fileName, mimeType: mimeType, using: fileManager))
    } catch {
      keep(error)
    }
  }

  /// Appends a stream that gives this many bytes; the body can then be written only once.
  public func append(
    _ stream: InputStream, withLength length: UInt64, name: String, fileName: String,
    mimeType: String
  ) {
    append(
      MultipartPart(
        stream, length: length, name: name, fileName: fileName, mimeType: mimeType))
  }

  /// The body in memory.
  ///
  /// - Throws: `AFError.multipartEncodingFailed`.
  /// - Complexity: O(*n*) in the body's length, in time and in memory.
  public func encode() throws -> Data {
    var data = Data()
    try write { data.append($0) }
    return data
  }

  /// Writes the body into a file that must not exist yet, readable by its owner only.
  ///
  /// - Throws: `AFError.multipartEncodingFailed`.
  public func writeEncodedData(to fileURL: URL) throws {
    guard fileURL.isFileURL else {
      throw AFError.multipartEncodingFailed(reason: .outputStreamURLInvalid(url: fileURL))
    }
    guard !fileManager.fileExists(atPath: fileURL.path) else {
      throw AFError.multipartEncodingFailed(reason: .outputStreamFileAlreadyExists(at: fileURL))
    }
    guard
      fileManager.createFile(
        atPath: fileURL.path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let handle = FileHandle(forWritingAtPath: fileURL.path)
    else {
      throw AFError.multipartEncodingFailed(reason: .outputStreamCreationFailed(for: fileURL))
    }
    try write { chunk in
      do {
        try handle.write(contentsOf: chunk)
      } catch {
        throw AFError.multipartEncodingFailed(reason: .outputStreamWriteFailed(error: error))
      }
    }
    do {
      try handle.close()
    } catch {
      throw AFError.multipartEncodingFailed(reason: .outputStreamWriteFailed(error: error))
    }
  }

  #if canImport(FoundationNetworking)
  /// The body in a file that only the process knows.
  ///
  /// - Throws: `AFError.multipartEncodingFailed`.
  func encodedFile() throws -> FileBody {
    try FileBody(in: fileManager.temporaryDirectory) { try write($0) }
  }
  #endif

  /// Appends a stream that gives this many bytes under header fields of one's own, in their order;
  /// the body can then be written only once.
  public func append(_ stream: InputStream, withLength length: UInt64, headers: HTTPHeaders) {
    append(MultipartPart(stream, length: length, headers: headers))
  }

  private func append(_ part: MultipartPart) {
    state.withLock { $0.parts.append(part) }
  }

  private func keep(_ error: AFError) {
    state.withLock { state in
      // The first one is what went wrong; others may follow from it.
      if state.error == nil { state.error = error }
    }
  }

  private func write(_ output: (Data) throws -> Void) throws {
    let (parts, error) = state.withLock { ($0.parts, $0.error) }
    if let error { throw error }
    for (index, part) in parts.enumerated() {
      try output(Data("\(index == 0 ? "" : "\r\n")--\(boundary)\r\n\(part.head)\r\n".utf8))
      try part.write(output)
    }
    try output(Data("\r\n--\(boundary)--\r\n".utf8))
  }

  private static func randomBoundary() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return "alamofire.boundary." + String(repeating: "0", count: 16 - digits.count) + digits
  }
}
#endif

#if !UpstreamMoya
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request that sends a body of its own, from memory, from a file or from a stream.
public final class UploadRequest: DataRequest, @unchecked Sendable {
  // What varies (`preparation`, `stream` and `file`) is in locked boxes.

  /// What is uploaded.
  enum Source {
    case data(Data)
    case file(URL)
    case stream(InputStream)
    case multipart(RequestMultipartFormData)
  }

  /// A source that can be handed to URLSession.
  private enum Body {
    case data(Data)
    case file(URL)
    case stream
    #if canImport(FoundationNetworking)
    /// A long multipart body.
    case written(FileBody)
    #else
    /// A file with a long multipart body, which nobody else needs.
    case temporary(URL)
    #endif

    /// Removes what was written for the request alone.
    func remove() {
      #if !canImport(FoundationNetworking)
      guard case .temporary(let url) = self else { return }
      // Nothing depends on it any more, and the system clears its temporary folder.
      try? FileManager.default.removeItem(at: url)
      #endif
    }
  }

  private let source: Source
  private struct Preparation {
    var body: Body?
    var isCleanedUp = false
  }

  private let preparation = Locked(Preparation())
  private let stream: Locked<InputStream?>

  init(
    convertible: any URLRequestConvertible, source: Source, session: Session,
    interceptor: (any RequestInterceptor)?
  ) {
    self.source = source
    if case .stream(let stream) = source {
      self.stream = Locked(stream)
    } else {
      stream = Locked(nil)
    }
    super.init(convertible: convertible, session: session, interceptor: interceptor)
  }

  override func makeURLRequest() throws -> URLRequest {
    var request = try super.makeURLRequest()
    if case .multipart(let form) = source {
      request.setValue(form.contentType, forHTTPHeaderField: "Content-Type")
    }
    return request
  }

  override func makeTask(
    for urlRequest: URLRequest, carriesBody: Bool, in urlSession: URLSession
  ) throws -> URLSessionTask {
    guard carriesBody else { return urlSession.dataTask(with: urlRequest) }
    switch try preparedBody() {
    case .data(let data):
      return urlSession.uploadTask(with: urlRequest, from: data)
    #if canImport(FoundationNetworking)
    case .written(let body):
      return try task(sending: body, as: urlRequest, in: urlSession)
    #else
    case .temporary(let url):
      return urlSession.uploadTask(with: urlRequest, fromFile: url)
    #endif
    case .file(let url):
      if let code = Self.reasonNotToSend(url) {
        throw TaskCreationError(reason: .sessionTaskFailed(error: URLError.error(code, url: url)))
      }
      #if canImport(FoundationNetworking)
      return try task(sending: FileBody(url), as: urlRequest, in: urlSession)
      #else
      return urlSession.uploadTask(with: urlRequest, fromFile: url)
      #endif
    case .stream:
      guard stream.withLock({ $0 != nil }) else {
        throw TaskCreationError(
          reason: .sessionTaskFailed(
            error: URLError.error(.requestBodyStreamExhausted, url: urlRequest.url)))
      }
      return urlSession.uploadTask(withStreamedRequest: urlRequest)
    }
  }

  override func takeBodyStream(of task: URLSessionTask) -> InputStream? {
    #if canImport(FoundationNetworking)
    let sent = file.withLock { file in
      defer { if file?.task == task.taskIdentifier { file?.isTaken = true } }
      return file
    }
    if let sent, sent.task == task.taskIdentifier {
      return sent.isTaken ? nil : sent.body.stream()
    }
    #endif
    return stream.withLock { stream in
      defer { stream = nil }
      return stream
    }
  }

  override func exhaustion(of task: URLSessionTask) -> (code: URLError.Code, isStream: Bool) {
    if bodyLength(of: task) != nil { return (.networkConnectionLost, true) }
    if task is URLSessionUploadTask, case .stream = source {
      return (.requestBodyStreamExhausted, true)
    }
    return super.exhaustion(of: task)
  }

  #if canImport(FoundationNetworking)
  /// A file that a task reads as a stream.
  private struct SentFile {
    let task: Int
    let body: FileBody
    var isTaken = false
  }

  private let file = Locked<SentFile?>(nil)

  override func bodyLength(of task: URLSessionTask) -> Int64? {
    file.withLock { $0?.task == task.taskIdentifier ? $0.map { Int64($0.body.count) } : nil }
  }

  private func task(sending body: FileBody, as urlRequest: URLRequest, in urlSession: URLSession)
    throws -> URLSessionTask
  {
    if body.count < Self.limitInMemory {
      return urlSession.uploadTask(with: urlRequest, from: try body.whole())
    }
    var request = urlRequest
    if request.value(forHTTPHeaderField: "Transfer-Encoding") == nil {
      request.setValue("\(body.count)", forHTTPHeaderField: "Content-Length")
      // A stream is announced as chunked where the field is not there; blank, it is not sent.
      request.setValue(" ", forHTTPHeaderField: "Transfer-Encoding")
    }
    let task = urlSession.uploadTask(withStreamedRequest: request)
    file.withLock { $0 = SentFile(task: task.taskIdentifier, body: body) }
    return task
  }

  // As much of a file as is read at once; what is longer is streamed.
  private static let limitInMemory = 1 << 20
  #endif

  override func cleanUp() {
    let body = preparation.withLock { preparation in
      preparation.isCleanedUp = true
      defer { preparation.body = nil }
      return preparation.body
    }
    body?.remove()
    #if canImport(FoundationNetworking)
    // Whoever keeps the request does not keep a file open, and one without a name on the disk.
    file.withLock { $0 = nil }
    #endif
  }

  /// A multipart body is built once, though a request may be sent more than once: a stream part
  /// can be read only once. It is built when plugins have seen the request, as its failure is the
  /// attempt's.
  private func preparedBody() throws -> Body {
    if let body = preparation.withLock({ $0.body }) { return body }
    let prepared: Body
    do {
      prepared =
        switch source {
        case .data(let data): .data(data)
        case .file(let url): .file(url)
        case .stream: .stream
        case .multipart(let form): try Self.body(of: form)
        }
    } catch {
      throw TaskCreationError(reason: error.asAFError { .createUploadableFailed(error: $0) })
    }
    let isLate = preparation.withLock { preparation in
      if !preparation.isCleanedUp { preparation.body = prepared }
      return preparation.isCleanedUp
    }
    if isLate {
      // The request was cancelled while the body was written.
      prepared.remove()
      throw TaskCreationError(reason: .explicitlyCancelled)
    }
    return prepared
  }

  /// URLSession would end the process, or promise bytes that do not come.
  private static func reasonNotToSend(_ url: URL) -> URLError.Code? {
    guard url.isFileURL else { return .unsupportedURL }
    let path = url.resolvingSymlinksInPath().path
    guard FileManager.default.isReadableFile(atPath: path) else { return .fileDoesNotExist }
    // What cannot be asked will not be read either.
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    return switch type {
    case .typeRegular: nil
    case .typeDirectory: .fileIsDirectory
    default: .cannotOpenFile
    }
  }

  private static func body(of form: RequestMultipartFormData) throws -> Body {
    if form.contentLength < RequestMultipartFormData.encodingMemoryThreshold {
      return .data(try form.encode())
    }
    #if canImport(FoundationNetworking)
    return .written(try form.encodedFile())
    #else
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("MoyaCore-\(UUID().uuidString).multipart")
    do {
      try form.writeEncodedData(to: url)
    } catch {
      // The error that is thrown says more than that of removing what may not be there.
      try? FileManager.default.removeItem(at: url)
      throw error
    }
    return .temporary(url)
    #endif
  }
}
#endif

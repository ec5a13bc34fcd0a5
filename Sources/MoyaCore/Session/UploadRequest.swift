#if !UpstreamMoya
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request that sends a body of its own, from memory, from a file or from a stream.
public final class UploadRequest: DataRequest, @unchecked Sendable {
  // `body` and `stream` are in locked boxes.

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
    case file(URL, isTemporary: Bool)
    case stream
  }

  private let source: Source
  private let body = Locked<Body?>(nil)
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
    case .file(let url, _):
      guard FileManager.default.isReadableFile(atPath: url.path) else {
        throw TaskCreationError(
          reason: .sessionTaskFailed(error: URLError.error(.fileDoesNotExist, url: url)))
      }
      return urlSession.uploadTask(with: urlRequest, fromFile: url)
    case .stream:
      guard stream.withLock({ $0 != nil }) else {
        throw TaskCreationError(
          reason: .sessionTaskFailed(
            error: URLError.error(.requestBodyStreamExhausted, url: urlRequest.url)))
      }
      return urlSession.uploadTask(withStreamedRequest: urlRequest)
    }
  }

  override func takeBodyStream() -> InputStream? {
    stream.withLock { stream in
      defer { stream = nil }
      return stream
    }
  }

  override func cleanUp() {
    let body = body.withLock { body in
      defer { body = nil }
      return body
    }
    if case .file(let url, isTemporary: true) = body {
      // Nothing depends on it any more, and the system clears its temporary folder.
      try? FileManager.default.removeItem(at: url)
    }
  }

  /// A multipart body is built once, though a request may be sent more than once: a stream part
  /// can be read only once. It is built when plugins have seen the request, as its failure is the
  /// attempt's.
  private func preparedBody() throws -> Body {
    if let body = body.withLock({ $0 }) { return body }
    let prepared: Body
    do {
      prepared =
        switch source {
        case .data(let data): .data(data)
        case .file(let url): .file(url, isTemporary: false)
        case .stream: .stream
        case .multipart(let form): try Self.body(of: form)
        }
    } catch {
      throw TaskCreationError(reason: error.asAFError { .createUploadableFailed(error: $0) })
    }
    body.withLock { $0 = prepared }
    return prepared
  }

  private static func body(of form: RequestMultipartFormData) throws -> Body {
    if form.contentLength < RequestMultipartFormData.encodingMemoryThreshold {
      return .data(try form.encode())
    }
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("MoyaCore-\(UUID().uuidString).multipart")
    do {
      try form.writeEncodedData(to: url)
    } catch {
      // The error that is thrown says more than that of removing what may not be there.
      try? FileManager.default.removeItem(at: url)
      throw error
    }
    return .file(url, isTemporary: true)
  }
}
#endif

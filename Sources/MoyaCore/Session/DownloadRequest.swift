#if !UpstreamMoya
public import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request whose answer goes into a file.
public final class DownloadRequest: Request, @unchecked Sendable {
  // `file` is in a locked box; `destination` is called on the root queue only.

  private let destination: Destination?
  private let file = Locked<URL?>(nil)

  init(
    convertible: any URLRequestConvertible, destination: Destination?, session: Session,
    interceptor: (any RequestInterceptor)?
  ) {
    self.destination = destination
    super.init(convertible: convertible, session: session, interceptor: interceptor)
  }

  /// Where the downloaded file lies, once it is there.
  public var fileURL: URL? { file.withLock { $0 } }

  override var receivedFile: URL? { fileURL }

  override func makeTask(
    for urlRequest: URLRequest, carriesBody: Bool, in urlSession: URLSession
  ) throws -> URLSessionTask {
    urlSession.downloadTask(with: urlRequest)
  }

  /// The file of an attempt that failed after it came is not the request's, and would be in the
  /// next one's way.
  override func prepareRetry() {
    let url = file.withLock { file in
      defer { file = nil }
      return file
    }
    guard let url else { return }
    // Whoever has taken it away meanwhile has done the same.
    try? FileManager.default.removeItem(at: url)
  }

  /// Moves the file while URLSession still keeps it; it is gone after this call.
  func didFinishDownloading(to location: URL, task: URLSessionTask) {
    let response = task.response as? HTTPURLResponse
    let isCurrent = withAttempt(of: task) { $0.response = response }
    guard isCurrent, let response else { return }
    let (target, options) = destination?(location, response) ?? (Self.temporaryURL(), [])
    do {
      try Self.move(location, to: target, options: options)
      file.withLock { $0 = target }
    } catch {
      withAttempt(of: task) {
        $0.attempt?.failure = .downloadedFileMoveFailed(
          error: error, source: location, destination: target)
      }
    }
  }

  private static func temporaryURL() -> URL {
    FileManager.default.temporaryDirectory
      .appendingPathComponent("MoyaCore-\(UUID().uuidString).download")
  }

  private static func move(_ source: URL, to target: URL, options: Options) throws {
    let manager = FileManager.default
    if options.contains(.removePreviousFile), manager.fileExists(atPath: target.path) {
      try manager.removeItem(at: target)
    }
    if options.contains(.createIntermediateDirectories) {
      try manager.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
    }
    try manager.moveItem(at: source, to: target)
  }
}
#endif

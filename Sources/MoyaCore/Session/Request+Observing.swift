#if !UpstreamMoya
public import Dispatch
public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension Request {
  /// Told how far a transfer has come.
  public typealias ProgressHandler = @Sendable (_ progress: Progress) -> Void

  /// The session's queue, on which everything about the request happens.
  public var underlyingQueue: DispatchQueue { session.rootQueue }
  /// What answers the server's challenges, if anything does.
  public var credential: URLCredential? { mutable.withLock { $0.credential } }
  /// The requests of all tasks so far, as URLSession sends them.
  public var performedRequests: [URLRequest] { tasks.compactMap(\.currentRequest) }

  /// Calls the closure on the queue whenever bytes have come; the last one set counts.
  @preconcurrency
  @discardableResult
  public func downloadProgress(
    queue: DispatchQueue = .main, closure: @escaping ProgressHandler
  ) -> Self {
    mutable.withLock { mutable in
      mutable.downloadHandler = { progress in queue.async { closure(progress) } }
    }
    return self
  }

  /// Calls the closure on the queue whenever bytes have gone; the last one set counts.
  @preconcurrency
  @discardableResult
  public func uploadProgress(
    queue: DispatchQueue = .main, closure: @escaping ProgressHandler
  ) -> Self {
    mutable.withLock { mutable in
      mutable.uploadHandler = { progress in queue.async { closure(progress) } }
    }
    return self
  }

  /// Calls the closure on the queue with the curl command, when the request is known.
  @preconcurrency
  @discardableResult
  public func cURLDescription(
    on queue: DispatchQueue, calling handler: @escaping @Sendable (String) -> Void
  ) -> Self {
    cURLDescription { command in queue.async { handler(command) } }
  }

  func reportDownloadProgress() {
    mutable.withLock { $0.downloadHandler }?(downloadProgress)
  }

  func reportUploadProgress() {
    mutable.withLock { $0.uploadHandler }?(uploadProgress)
  }
}

extension Request: Hashable {
  /// Whether both are the same request.
  public static func == (lhs: Request, rhs: Request) -> Bool {
    lhs.id == rhs.id
  }

  /// Hashes the request's `id`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}

extension Request: CustomStringConvertible {
  /// Method and URL, and the status code once there is one.
  public var description: String {
    guard let request, let method = request.httpMethod, let url = request.url else {
      return "No request created yet."
    }
    let status = response.map { " (\($0.statusCode))" } ?? ""
    return "\(method) \(url.absoluteString)\(status)"
  }
}
#endif

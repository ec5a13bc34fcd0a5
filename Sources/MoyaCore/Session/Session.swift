#if !UpstreamMoya
public import Dispatch
public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Sends requests over one URLSession, which is made at the first request.
///
/// A session may be let go of while requests are under way: they keep it until they are done.
///
/// On Linux URLSession cannot be kept from aborting the process at a chunked response with
/// trailers and at one that ends within its head, from refusing IPv6 addresses in URLs, or from
/// failing a response whose head is not UTF-8 in the common form: a space after each colon, and
/// one after the status.
open class Session: @unchecked Sendable {  // Constant, but for what is in locked boxes.
  /// A session with the default configuration, which starts requests by itself.
  public static let `default` = Session()

  /// The configuration of the URLSession; later changes to it have no effect.
  public let sessionConfiguration: URLSessionConfiguration
  /// The serial queue on which transfers report, and on which a download's destination is asked.
  public let rootQueue: DispatchQueue
  /// Whether a request starts when its answer is asked for, without `resume()`.
  public let startRequestsImmediately: Bool
  /// The serial queue on which requests are built and adapted.
  public let requestQueue: DispatchQueue
  /// Adapts and retries every request.
  public let interceptor: (any RequestInterceptor)?
  /// Decides which servers are trusted; nil leaves that to the system.
  public let serverTrustManager: ServerTrustManager?
  /// Decides about redirections of requests without a handler of their own.
  public let redirectHandler: (any RedirectHandler)?
  /// Decides about caching responses to requests without a handler of their own.
  public let cachedResponseHandler: (any CachedResponseHandler)?

  let sessionHeaders: [String: String]
  let router = TaskRouter()
  let onRequestQueue = DispatchSpecificKey<Bool>()
  private let urlSession = Locked<URLSession?>(nil)
  private let active = Locked<[ObjectIdentifier: Request]>([:])

  /// A session.
  ///
  /// Both queues must be serial. `requestQueue` is made where it is nil; an adapter may block it
  /// without blocking transfers that are under way.
  public init(
    configuration: URLSessionConfiguration = URLSessionConfiguration.af.default,
    rootQueue: DispatchQueue = DispatchQueue(label: "MoyaCore.session.rootQueue"),
    startRequestsImmediately: Bool = true,
    requestQueue: DispatchQueue? = nil,
    interceptor: (any RequestInterceptor)? = nil,
    serverTrustManager: ServerTrustManager? = nil,
    redirectHandler: (any RedirectHandler)? = nil,
    cachedResponseHandler: (any CachedResponseHandler)? = nil
  ) {
    // The caller keeps the object and may change it; URLSession takes a copy only when made.
    sessionConfiguration =
      configuration.copy() as? URLSessionConfiguration ?? configuration
    self.rootQueue = rootQueue
    self.startRequestsImmediately = startRequestsImmediately
    self.requestQueue = requestQueue ?? DispatchQueue(label: "\(rootQueue.label).requestQueue")
    self.interceptor = interceptor
    self.serverTrustManager = serverTrustManager
    self.redirectHandler = redirectHandler
    self.cachedResponseHandler = cachedResponseHandler
    sessionHeaders = configuration.additionalFields
    self.requestQueue.setSpecific(key: onRequestQueue, value: true)
  }

  deinit {
    // No request is under way: each would have kept the session.
    urlSession.withLock { $0?.finishTasksAndInvalidate() }
  }

  /// The URLSession below. Whoever invalidates it makes every later request fail with
  /// `AFError.sessionInvalidated`, from when the delegate hears of it.
  public var session: URLSession {
    urlSession.withLock { urlSession in
      if let urlSession { return urlSession }
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      queue.underlyingQueue = rootQueue
      queue.name = "\(rootQueue.label).delegate"
      let made = URLSession(
        configuration: sessionConfiguration.forURLSession, delegate: router, delegateQueue: queue)
      urlSession = made
      return made
    }
  }

  /// Makes a request for data; it is not sent before `resume()`.
  open func request(
    _ convertible: any URLRequestConvertible, interceptor: (any RequestInterceptor)? = nil
  ) -> DataRequest {
    DataRequest(convertible: convertible, session: self, interceptor: interceptor)
  }

  /// Makes an upload of bytes.
  open func upload(
    _ data: Data, with convertible: any URLRequestConvertible,
    interceptor: (any RequestInterceptor)? = nil
  ) -> UploadRequest {
    UploadRequest(
      convertible: convertible, source: .data(data), session: self, interceptor: interceptor)
  }

  /// Makes an upload of a file's bytes.
  open func upload(
    _ fileURL: URL, with convertible: any URLRequestConvertible,
    interceptor: (any RequestInterceptor)? = nil
  ) -> UploadRequest {
    UploadRequest(
      convertible: convertible, source: .file(fileURL), session: self, interceptor: interceptor)
  }

  /// Makes an upload of a stream, which can be sent only once: a redirection that must repeat the
  /// body, a challenge and a retry fail.
  open func upload(
    _ stream: InputStream, with convertible: any URLRequestConvertible,
    interceptor: (any RequestInterceptor)? = nil
  ) -> UploadRequest {
    UploadRequest(
      convertible: convertible, source: .stream(stream), session: self, interceptor: interceptor)
  }

  /// Makes an upload of a multipart body; one too long for memory goes through a temporary file,
  /// which is removed when the request is done.
  open func upload(
    multipartFormData: RequestMultipartFormData, with convertible: any URLRequestConvertible,
    interceptor: (any RequestInterceptor)? = nil
  ) -> UploadRequest {
    UploadRequest(
      convertible: convertible, source: .multipart(multipartFormData), session: self,
      interceptor: interceptor)
  }

  /// Makes a download; without a destination the file stays in the temporary folder.
  open func download(
    _ convertible: any URLRequestConvertible, interceptor: (any RequestInterceptor)? = nil,
    to destination: DownloadRequest.Destination? = nil
  ) -> DownloadRequest {
    DownloadRequest(
      convertible: convertible, destination: destination, session: self, interceptor: interceptor)
  }

  /// Hands the requests that have started and are not done to the closure, on the session's queue.
  @preconcurrency
  public func withAllRequests(perform action: @escaping @Sendable (Set<Request>) -> Void) {
    rootQueue.async {
      action(Set(self.active.withLock { Array($0.values) }))
    }
  }

  /// Cancels every request that has started and is not done, then calls back on the queue.
  @preconcurrency
  public func cancelAllRequests(
    completingOnQueue queue: DispatchQueue = .main, completion: (@Sendable () -> Void)? = nil
  ) {
    for request in active.withLock({ Array($0.values) }) { request.cancel() }
    if let completion {
      // After the cancellations, each of which goes over this queue.
      rootQueue.async { queue.async(execute: completion) }
    }
  }

  func began(_ request: Request) {
    active.withLock { $0[ObjectIdentifier(request)] = request }
  }

  func ended(_ request: Request) {
    active.withLock { $0[ObjectIdentifier(request)] = nil }
  }
}
#endif

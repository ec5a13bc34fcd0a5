#if !UpstreamMoya
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A handler that does the same for every response that could be cached.
public struct ResponseCacher: CachedResponseHandler {
  /// What is done.
  public enum Behavior: Sendable {
    /// The response is stored.
    case cache
    /// The response is not stored.
    case doNotCache
    /// What the closure returns is stored; nothing where that is nil.
    case modify(
      @Sendable (_ task: URLSessionDataTask, _ cachedResponse: CachedURLResponse) ->
        CachedURLResponse?)
  }

  /// Stores responses, as a session without a handler does.
  public static let cache = ResponseCacher(behavior: .cache)
  /// Stores nothing.
  public static let doNotCache = ResponseCacher(behavior: .doNotCache)

  /// What is done.
  public let behavior: Behavior

  /// A handler that does this.
  public init(behavior: Behavior) {
    self.behavior = behavior
  }

  /// Hands on what the behaviour says.
  public func dataTask(
    _ task: URLSessionDataTask, willCacheResponse response: CachedURLResponse,
    completion: @escaping (CachedURLResponse?) -> Void
  ) {
    switch behavior {
    case .cache: completion(response)
    case .doNotCache: completion(nil)
    case .modify(let closure): completion(closure(task, response))
    }
  }
}

extension CachedResponseHandler where Self == ResponseCacher {
  /// Stores responses, as a session without a handler does.
  public static var cache: ResponseCacher { .cache }
  /// Stores nothing.
  public static var doNotCache: ResponseCacher { .doNotCache }

  /// Stores what the closure returns; nothing where that is nil.
  public static func modify(
    using closure: @escaping @Sendable (URLSessionDataTask, CachedURLResponse) -> CachedURLResponse?
  ) -> ResponseCacher {
    ResponseCacher(behavior: .modify(closure))
  }
}
#endif

#if !UpstreamMoya
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Decides whether, and in which form, URLSession stores a response in its cache.
///
/// On Linux URLSession stores no response and asks nobody: there a handler has no effect.
public protocol CachedResponseHandler: Sendable {
  /// Hands on what to store, or nil to store nothing; at once or later, from any thread. A
  /// completion that is let go of without being called means nil.
  func dataTask(
    _ task: URLSessionDataTask, willCacheResponse response: CachedURLResponse,
    completion: @escaping (CachedURLResponse?) -> Void)
}
#endif

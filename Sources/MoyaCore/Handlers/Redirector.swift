#if !UpstreamMoya
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// A redirect handler that does the same for every redirection.
///
/// On Linux the file of a download that stops at a redirection is not written.
public struct Redirector: RedirectHandler {
  /// What is done.
  public enum Behavior: Sendable {
    /// The redirection is followed.
    case follow
    /// The redirection is the answer.
    case doNotFollow
    /// What the closure says: the request to go on with, or nil to stop.
    case modify(
      @Sendable (_ task: URLSessionTask, _ request: URLRequest, _ response: HTTPURLResponse) ->
        URLRequest?)
  }

  /// Follows redirections, as a session without a handler does.
  public static let follow = Redirector(behavior: .follow)
  /// Takes redirections for answers.
  public static let doNotFollow = Redirector(behavior: .doNotFollow)

  /// What is done.
  public let behavior: Behavior

  /// A handler that does this.
  public init(behavior: Behavior) {
    self.behavior = behavior
  }

  /// Hands on what the behaviour says.
  public func task(
    _ task: URLSessionTask, willBeRedirectedTo request: URLRequest, for response: HTTPURLResponse,
    completion: @escaping (URLRequest?) -> Void
  ) {
    switch behavior {
    case .follow: completion(request)
    case .doNotFollow: completion(nil)
    case .modify(let closure): completion(closure(task, request, response))
    }
  }
}

extension RedirectHandler where Self == Redirector {
  /// Follows redirections, as a session without a handler does.
  public static var follow: Redirector { .follow }
  /// Takes redirections for answers.
  public static var doNotFollow: Redirector { .doNotFollow }

  /// Does what the closure says: the request to go on with, or nil to stop.
  public static func modify(
    using closure:
      @escaping @Sendable (URLSessionTask, URLRequest, HTTPURLResponse) -> URLRequest?
  ) -> Redirector {
    Redirector(behavior: .modify(closure))
  }
}
#endif

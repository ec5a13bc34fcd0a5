#if !UpstreamMoya
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Changes, or fails, a request before it is sent; called anew for every attempt, before any
/// plugin.
@preconcurrency
public protocol RequestAdapter: Sendable {
  /// Hands on the request to send in place of this one, at once or later, from any thread.
  ///
  /// A completion that is let go of without being called fails the request.
  func adapt(
    _ urlRequest: URLRequest, for session: Session,
    completion: @escaping @Sendable (_ result: Result<URLRequest, any Error>) -> Void)

  /// The same, for adapters that want to know which request it is. This is what a session calls;
  /// by default it calls the other one.
  func adapt(
    _ urlRequest: URLRequest, using state: RequestAdapterState,
    completion: @escaping @Sendable (_ result: Result<URLRequest, any Error>) -> Void)
}

extension RequestAdapter {
  /// Adapts the request for the state's session.
  @preconcurrency
  public func adapt(
    _ urlRequest: URLRequest, using state: RequestAdapterState,
    completion: @escaping @Sendable (_ result: Result<URLRequest, any Error>) -> Void
  ) {
    adapt(urlRequest, for: state.session, completion: completion)
  }
}

/// Decides what happens to a request that failed.
@preconcurrency
public protocol RequestRetrier: Sendable {
  /// Hands on the decision, at once or later, from any thread; called for every failure but a
  /// cancellation, that of a validation among them.
  ///
  /// A completion that is let go of without being called means `.doNotRetry`.
  func retry(
    _ request: Request, for session: Session, dueTo error: any Error,
    completion: @escaping @Sendable (_ result: RetryResult) -> Void)
}

/// Both an adapter and a retrier; each has a default that does nothing.
@preconcurrency
public protocol RequestInterceptor: RequestAdapter, RequestRetrier {}

extension RequestInterceptor {
  /// Hands on the request as it is.
  @preconcurrency
  public func adapt(
    _ urlRequest: URLRequest, for session: Session,
    completion: @escaping @Sendable (_ result: Result<URLRequest, any Error>) -> Void
  ) {
    completion(.success(urlRequest))
  }

  /// Does not retry.
  @preconcurrency
  public func retry(
    _ request: Request, for session: Session, dueTo error: any Error,
    completion: @escaping @Sendable (_ result: RetryResult) -> Void
  ) {
    completion(.doNotRetry)
  }
}
#endif

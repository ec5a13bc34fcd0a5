#if !UpstreamMoya
/// Decides what happens to a request that failed, and hands on the decision.
public typealias RetryHandler =
  @Sendable (
    _ request: Request, _ session: Session, _ error: any Error,
    _ completion: @escaping @Sendable (RetryResult) -> Void
  ) -> Void

/// A retrier made of a closure.
open class Retrier: RequestInterceptor, @unchecked Sendable {  // Constant; subclasses guard theirs.
  private let handler: RetryHandler

  /// A retrier that calls the closure.
  @preconcurrency
  public init(_ retryHandler: @escaping RetryHandler) {
    handler = retryHandler
  }

  /// Calls the closure.
  @preconcurrency
  open func retry(
    _ request: Request, for session: Session, dueTo error: any Error,
    completion: @escaping @Sendable (_ result: RetryResult) -> Void
  ) {
    handler(request, session, error, completion)
  }
}

extension RequestRetrier where Self == Retrier {
  /// A retrier made of a closure.
  @preconcurrency
  public static func retrier(using closure: @escaping RetryHandler) -> Retrier {
    Retrier(closure)
  }
}
#endif

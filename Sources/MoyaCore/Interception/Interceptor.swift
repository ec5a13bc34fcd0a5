#if !UpstreamMoya
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Several adapters and retriers as one interceptor.
///
/// Adapters are asked in turn, each about what the one before made, until one fails. Retriers are
/// asked in turn until one decides something other than `.doNotRetry`.
open class Interceptor: RequestInterceptor, @unchecked Sendable {
  // Constant; subclasses guard theirs.

  /// The adapters, in the order in which they are asked.
  public let adapters: [any RequestAdapter]
  /// The retriers, in the order in which they are asked.
  public let retriers: [any RequestRetrier]

  /// An interceptor made of two closures.
  public init(adaptHandler: @escaping AdaptHandler, retryHandler: @escaping RetryHandler) {
    adapters = [Adapter(adaptHandler)]
    retriers = [Retrier(retryHandler)]
  }

  /// An interceptor made of an adapter and a retrier.
  public init(adapter: any RequestAdapter, retrier: any RequestRetrier) {
    adapters = [adapter]
    retriers = [retrier]
  }

  /// An interceptor made of several; the interceptors are asked after the others.
  public init(
    adapters: [any RequestAdapter] = [], retriers: [any RequestRetrier] = [],
    interceptors: [any RequestInterceptor] = []
  ) {
    self.adapters = adapters + interceptors
    self.retriers = retriers + interceptors
  }

  /// Asks the adapters in turn.
  @preconcurrency
  open func adapt(
    _ urlRequest: URLRequest, for session: Session,
    completion: @escaping @Sendable (_ result: Result<URLRequest, any Error>) -> Void
  ) {
    Self.adapt(urlRequest, asking: adapters[...], completion: completion) {
      $0.adapt($1, for: session, completion: $2)
    }
  }

  /// Asks the adapters in turn.
  @preconcurrency
  open func adapt(
    _ urlRequest: URLRequest, using state: RequestAdapterState,
    completion: @escaping @Sendable (_ result: Result<URLRequest, any Error>) -> Void
  ) {
    Self.adapt(urlRequest, asking: adapters[...], completion: completion) {
      $0.adapt($1, using: state, completion: $2)
    }
  }

  /// Asks the retriers in turn.
  @preconcurrency
  open func retry(
    _ request: Request, for session: Session, dueTo error: any Error,
    completion: @escaping @Sendable (_ result: RetryResult) -> Void
  ) {
    Self.retry(request, for: session, dueTo: error, asking: retriers[...], completion: completion)
  }

  private typealias Answer = @Sendable (Result<URLRequest, any Error>) -> Void

  private static func adapt(
    _ urlRequest: URLRequest, asking adapters: ArraySlice<any RequestAdapter>,
    completion: @escaping Answer,
    how ask: @escaping @Sendable (any RequestAdapter, URLRequest, @escaping Answer) -> Void
  ) {
    guard let adapter = adapters.first else { return completion(.success(urlRequest)) }
    ask(adapter, urlRequest) { result in
      guard case .success(let adapted) = result else { return completion(result) }
      adapt(adapted, asking: adapters.dropFirst(), completion: completion, how: ask)
    }
  }

  private static func retry(
    _ request: Request, for session: Session, dueTo error: any Error,
    asking retriers: ArraySlice<any RequestRetrier>,
    completion: @escaping @Sendable (RetryResult) -> Void
  ) {
    guard let retrier = retriers.first else { return completion(.doNotRetry) }
    retrier.retry(request, for: session, dueTo: error) { result in
      guard case .doNotRetry = result else { return completion(result) }
      retry(
        request, for: session, dueTo: error, asking: retriers.dropFirst(), completion: completion)
    }
  }
}

extension RequestInterceptor where Self == Interceptor {
  /// An interceptor made of two closures.
  @preconcurrency
  public static func interceptor(
    adapter: @escaping AdaptHandler, retrier: @escaping RetryHandler
  ) -> Interceptor {
    Interceptor(adaptHandler: adapter, retryHandler: retrier)
  }

  /// An interceptor made of an adapter and a retrier.
  @preconcurrency
  public static func interceptor(
    adapter: any RequestAdapter, retrier: any RequestRetrier
  ) -> Interceptor {
    Interceptor(adapter: adapter, retrier: retrier)
  }

  /// An interceptor made of several; the interceptors are asked after the others.
  @preconcurrency
  public static func interceptor(
    adapters: [any RequestAdapter] = [], retriers: [any RequestRetrier] = [],
    interceptors: [any RequestInterceptor] = []
  ) -> Interceptor {
    Interceptor(adapters: adapters, retriers: retriers, interceptors: interceptors)
  }
}
#endif

#if !UpstreamMoya
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Changes, or fails, a request, and hands on the result.
public typealias AdaptHandler =
  @Sendable (
    _ request: URLRequest, _ session: Session,
    _ completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
  ) -> Void

/// An adapter made of a closure.
open class Adapter: RequestInterceptor, @unchecked Sendable {  // Constant; subclasses guard theirs.
  private let handler: AdaptHandler

  /// An adapter that calls the closure.
  @preconcurrency
  public init(_ adaptHandler: @escaping AdaptHandler) {
    handler = adaptHandler
  }

  /// Calls the closure.
  @preconcurrency
  open func adapt(
    _ urlRequest: URLRequest, for session: Session,
    completion: @escaping @Sendable (_ result: Result<URLRequest, any Error>) -> Void
  ) {
    handler(urlRequest, session, completion)
  }

  /// Calls the closure.
  @preconcurrency
  open func adapt(
    _ urlRequest: URLRequest, using state: RequestAdapterState,
    completion: @escaping @Sendable (_ result: Result<URLRequest, any Error>) -> Void
  ) {
    handler(urlRequest, state.session, completion)
  }
}

extension RequestAdapter where Self == Adapter {
  /// An adapter made of a closure.
  @preconcurrency
  public static func adapter(using closure: @escaping AdaptHandler) -> Adapter {
    Adapter(closure)
  }
}
#endif

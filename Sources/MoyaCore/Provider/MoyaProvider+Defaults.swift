#if !UpstreamMoya
public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension MoyaProvider {
  /// The target's own endpoint: `URL(target:)`, and its sample data with status 200.
  public final class func defaultEndpointMapping(for target: Target) -> Endpoint {
    Endpoint(
      url: URL(target: target).absoluteString,
      sampleResponseClosure: { .networkResponse(200, target.sampleData) },
      method: target.method, task: target.task, httpHeaderFields: target.headers)
  }

  /// The endpoint's own request, handed on at once; an error that is neither `requestMapping` nor
  /// `parameterEncoding` is wrapped in `underlying`.
  public final class func defaultRequestMapping(
    for endpoint: Endpoint, closure: RequestResultClosure
  ) {
    do {
      closure(.success(try endpoint.urlRequest()))
    } catch MoyaError.requestMapping(let url) {
      closure(.failure(.requestMapping(url)))
    } catch MoyaError.parameterEncoding(let error) {
      closure(.failure(.parameterEncoding(error)))
    } catch {
      closure(.failure(.underlying(error, nil)))
    }
  }

  /// A new session with the default configuration and header fields.
  public final class func defaultAlamofireSession() -> Session {
    let configuration = URLSessionConfiguration.default
    configuration.headers = .default
    return Session(configuration: configuration, startRequestsImmediately: false)
  }
}

extension MoyaProvider {
  /// Sends every request.
  public final class func neverStub(_: Target) -> Moya.StubBehavior { .never }

  /// Answers every request at once.
  public final class func immediatelyStub(_: Target) -> Moya.StubBehavior { .immediate }

  /// Answers every request after this many seconds.
  public final class func delayedStub(_ seconds: TimeInterval) -> (Target) -> Moya.StubBehavior {
    { _ in .delayed(seconds: seconds) }
  }
}

// The designated initializer's defaults. Naming the class functions there would capture the
// target's metatype in a closure that may be isolated to an actor, which Swift 6 refuses.
extension MoyaProvider {
  @usableFromInline
  final class func endpointClosureByDefault() -> EndpointClosure {
    { defaultEndpointMapping(for: $0) }
  }

  @usableFromInline
  final class func requestClosureByDefault() -> RequestClosure {
    { defaultRequestMapping(for: $0, closure: $1) }
  }

  @usableFromInline
  final class func stubClosureByDefault() -> StubClosure { { neverStub($0) } }
}
#endif

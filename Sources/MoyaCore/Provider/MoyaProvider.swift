#if !UpstreamMoya
public import Dispatch
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Sends the requests of a target type, or answers them from samples.
///
/// It may be called from any thread, and so may the closures and plugins that it is made with.
open class MoyaProvider<Target: TargetType>: MoyaProviderType, @unchecked Sendable {
  // Unchecked: all is constant but `inflights`, which guards itself; the closures' types and
  // `PluginType` are Moya's and do not say Sendable, and Moya calls them from many threads as well.

  /// Makes the endpoint of a target.
  public typealias EndpointClosure = (Target) -> Endpoint
  /// Takes the request of an endpoint, or why there is none.
  public typealias RequestResultClosure = (Result<URLRequest, MoyaError>) -> Void
  /// Makes the request of an endpoint and hands it on, at once or later, once.
  public typealias RequestClosure = (Endpoint, @escaping RequestResultClosure) -> Void
  /// Says whether a target's request is answered from its sample.
  public typealias StubClosure = (Target) -> Moya.StubBehavior

  /// Makes the endpoint of a target.
  public let endpointClosure: EndpointClosure
  /// Makes the request of an endpoint.
  public let requestClosure: RequestClosure
  /// Says whether a target's request is answered from its sample.
  public let stubClosure: StubClosure
  /// The session that sends.
  public let session: Session
  /// The plugins, in the order in which they are called.
  public let plugins: [any PluginType]
  /// Whether a request equal to one under way waits for that one's result.
  public let trackInflights: Bool

  let callbackQueue: DispatchQueue?
  let inflights = InflightRequests()

  /// The completions that wait, by endpoint, where inflight requests are tracked; an endpoint is
  /// still among them while its completions run.
  open var inflightRequests: [Endpoint: [Moya.Completion]] {
    inflights.snapshot
  }

  /// A provider.
  ///
  /// `requestClosure` may answer later and from any thread; a callback that it lets go of without
  /// calling it counts as a cancellation. On `callbackQueue` the plugins' `didReceive` and
  /// `process`, progress and completions are called; nil means main for what is sent, and the
  /// caller's thread for what is stubbed at once.
  public init(
    endpointClosure: @escaping EndpointClosure = MoyaProvider.endpointClosureByDefault(),
    requestClosure: @escaping RequestClosure = MoyaProvider.requestClosureByDefault(),
    stubClosure: @escaping StubClosure = MoyaProvider.stubClosureByDefault(),
    callbackQueue: DispatchQueue? = nil,
    session: Session = MoyaProvider.defaultAlamofireSession(),
    plugins: [any PluginType] = [],
    trackInflights: Bool = false
  ) {
    self.endpointClosure = endpointClosure
    self.requestClosure = requestClosure
    self.stubClosure = stubClosure
    self.callbackQueue = callbackQueue
    self.session = session
    self.plugins = plugins
    self.trackInflights = trackInflights
  }

  /// What `endpointClosure` makes of the target.
  open func endpoint(_ token: Target) -> Endpoint {
    endpointClosure(token)
  }

  /// Sends a target's request, or answers it from its sample, and calls the completion once.
  ///
  /// `callbackQueue` is taken in place of the provider's. `progress` is called only for what is
  /// sent.
  ///
  /// - Returns: what cancels the request; letting go of it does not.
  @discardableResult
  open func request(
    _ target: Target, callbackQueue: DispatchQueue? = .none, progress: ProgressBlock? = .none,
    completion: @escaping Completion
  ) -> any Cancellable {
    requestNormal(
      target, callbackQueue: callbackQueue, progress: progress, completion: completion)
  }

  /// Answers a request from its endpoint's sample: plugins prepare it and are told, then it is
  /// answered at once or after the delay.
  ///
  /// With `.never` it fails: there is nothing to answer it with.
  @discardableResult
  open func stubRequest(
    _ target: Target, request: URLRequest, callbackQueue: DispatchQueue?,
    completion: @escaping Moya.Completion, endpoint: Endpoint, stubBehavior: Moya.StubBehavior
  ) -> CancellableToken {
    let queue = callbackQueue ?? self.callbackQueue
    let token = CancellableToken {}
    let prepared = notifyPluginsOfImpendingStub(for: request, target: target)
    let deliver = createStubFunction(
      token, forTarget: target, withCompletion: completion, endpoint: endpoint, plugins: plugins,
      request: prepared)
    switch stubBehavior {
    case .immediate:
      if let queue { queue.handOff(deliver) } else { deliver() }
    case .delayed(let seconds):
      (queue ?? .main).handOff(afterSeconds: seconds, deliver)
    case .never:
      let result: Result<Moya.Response, MoyaError> = .failure(
        .underlying(StubbingError.behaviorIsNever, nil))
      plugins.didReceive(result, target: target)
      completion(result)
    }
    return token
  }
}

/// A stub was asked for by a behaviour that is none.
enum StubbingError: LocalizedError {
  case behaviorIsNever

  var errorDescription: String? {
    "stubRequest was called with the behaviour never. Call request to send the request."
  }
}
#endif

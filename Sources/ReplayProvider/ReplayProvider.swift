public import Foundation
public import MoyaCore
public import Recorder

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A provider that records on its first run and answers from the cassette ever after.
///
/// ```swift
/// let provider = ReplayProvider<GitHub>(cassette: "octocat")
/// let user = try await provider.request(.userProfile("octocat")).map(User.self)
/// try await provider.finish()
/// ```
///
/// Inside a scope (`.cassette(_:)` or `withCassette(_:)`) it finds the scope's cassette by itself, and
/// the scope saves. Answers come as live ones do: errors of the same types, responses inside errors,
/// validation failures, progress in steps, cancellations at any moment, and callbacks on the call's queue,
/// else the provider's, else main, never before `request` has returned. How long they take, and what goes
/// wrong with them, `CassetteOptions` says: `timing`, `replayClock`, `delivery` and `faults`.
///
/// The session is for what goes live. Its interceptor is asked on replay as well, where the recording has
/// `Cassette.Interaction.attempts`: each is adapted, plugins are told of it, and retriers are asked about it
/// with the `Request` that would have been sent, which has no task. Their delays pass on `replayClock`, with
/// the timing `.instant` not at all. A call that is not tried again, as it was then, ends with that attempt; one
/// that is to be tried more often ends with the recorded outcome; the run's log notes both. Attempts' files of
/// downloads are not written, and `suspend()` has no effect.
///
/// Otherwise nobody adapts a request or is asked whether to try again, and plugins hear of one attempt: for
/// calls that were not tried again or were recorded as cancelled, attempts whose outcome is not known, as with
/// the real Moya, requests matched by what is sent, and `ReplayDelivery.inline`. The result is the recorded one.
open class ReplayProvider<Target: TargetType>: MoyaProvider<Target>, @unchecked Sendable {
  // Unchecked: as its superclass; what it adds is constant.

  /// The run that answers and records.
  public let run: CassetteRun
  private let progress: HandOver<ProgressBlock>
  // The superclass does not show its own.
  private let queue: DispatchQueue?

  /// A provider on a cassette. An error of opening is given to each request.
  ///
  /// - Parameters:
  ///   - cassette: The cassette; without it, that of the scope around the current task.
  ///   - mode: The mode; without it, that of `CASSETTE_MODE`, else `.once`. Needs a `cassette`.
  ///   - options: Matching, repeats, redaction, origins and clock. Needs a `cassette`.
  ///   - endpointClosure: As for `MoyaProvider`; it stays in force, and is wrapped.
  ///   - requestClosure: As for `MoyaProvider`.
  ///   - callbackQueue: As for `MoyaProvider`.
  ///   - session: As for `MoyaProvider`; used when recording.
  ///   - plugins: As for `MoyaProvider`; the recorder is added in front of them.
  ///   - trackInflights: As for `MoyaProvider`.
  ///   - filePath: The source file beside which a named cassette lies.
  public convenience init(
    cassette: CassetteSource? = nil, mode: RecordMode? = nil,
    options: CassetteOptions? = nil,
    endpointClosure: EndpointClosure? = nil, requestClosure: RequestClosure? = nil,
    callbackQueue: DispatchQueue? = nil,
    session: Session = MoyaProvider<Target>.defaultAlamofireSession(),
    plugins: [any PluginType] = [], trackInflights: Bool = false,
    filePath: StaticString = #filePath
  ) {
    let run: CassetteRun
    if let cassette {
      run = CassetteRun(
        cassette, mode: mode, options: options ?? .init(), sourceFile: "\(filePath)")
    } else if mode != nil || options != nil {
      run = CassetteRun(failing: RecorderError.optionsWithoutCassette)
    } else {
      run = CassetteRun.current ?? CassetteRun(failing: RecorderError.noCassette)
    }
    self.init(
      run: run, endpointClosure: endpointClosure, requestClosure: requestClosure,
      callbackQueue: callbackQueue, session: session, plugins: plugins,
      trackInflights: trackInflights)
  }

  /// A provider that shares a run, such as the one that `withCassette(_:)` hands out.
  ///
  /// - Parameters:
  ///   - run: The run that answers and records.
  ///   - endpointClosure: As for `MoyaProvider`; it stays in force, and is wrapped.
  ///   - requestClosure: As for `MoyaProvider`.
  ///   - callbackQueue: As for `MoyaProvider`.
  ///   - session: As for `MoyaProvider`; used when recording.
  ///   - plugins: As for `MoyaProvider`; the recorder is added in front of them.
  ///   - trackInflights: As for `MoyaProvider`; the last recording of a request then answers again, since
  ///     calls that shared an answer when they were recorded were recorded once.
  public init(
    run: CassetteRun, endpointClosure: EndpointClosure? = nil,
    requestClosure: RequestClosure? = nil, callbackQueue: DispatchQueue? = nil,
    session: Session = MoyaProvider<Target>.defaultAlamofireSession(),
    plugins: [any PluginType] = [], trackInflights: Bool = false
  ) {
    let progress = HandOver<ProgressBlock>()
    let player = CassettePlayer<Target>(
      run: run, wrapping: endpointClosure, tracksInflights: trackInflights, seesSent: true)
    self.run = run
    self.progress = progress
    queue = callbackQueue
    super.init(
      endpointClosure: { target in
        let endpoint = player.endpointClosure(target)
        if let block = progress.take(), let planned = endpoint as? PlannedEndpoint {
          planned.answer.report(to: block)
        }
        return endpoint
      },
      requestClosure: requestClosure ?? {
        MoyaProvider<Target>.defaultRequestMapping(for: $0, closure: $1)
      },
      stubClosure: player.stubClosure, callbackQueue: callbackQueue, session: session,
      plugins: [run.recorder] + plugins + [BodyStreamPlugin(run: run)],
      trackInflights: trackInflights)
  }

  /// Waits for open calls and saves the cassette. Inside a scope the scope does it.
  ///
  /// - Throws: What `CassetteRun.finish(failed:)` throws.
  public func finish() throws {
    try run.finish()
  }

  /// Waits for open calls and saves the cassette, without keeping a thread while it waits.
  ///
  /// - Parameter isolation: The actor that calls: the caller's.
  /// - Throws: What `CassetteRun.finish(failed:)` throws.
  public func finish(isolation: isolated (any Actor)? = #isolation) async throws {
    try await run.finish()
  }

  /// Sends the request, or answers it from the cassette; see `MoyaProvider`.
  @discardableResult
  open override func request(
    _ target: Target, callbackQueue: DispatchQueue? = .none, progress: ProgressBlock? = .none,
    completion: @escaping Completion
  ) -> any Cancellable {
    if let progress { self.progress.leave(progress) } else { _ = self.progress.take() }
    return super.request(
      target, callbackQueue: callbackQueue, progress: progress, completion: completion)
  }

  /// Delivers a recorded answer as a live one is delivered; a stub of the user's as Moya does.
  @discardableResult
  open override func stubRequest(
    _ target: Target, request: URLRequest, callbackQueue: DispatchQueue?,
    completion: @escaping Completion, endpoint: Endpoint, stubBehavior: StubBehavior
  ) -> CancellableToken {
    guard let answer = (endpoint as? PlannedEndpoint)?.answer, !answer.call.isLive else {
      return super.stubRequest(
        target, request: request, callbackQueue: callbackQueue, completion: completion,
        endpoint: endpoint, stubBehavior: stubBehavior)
    }
    #if !UpstreamMoya
    if let token = retry(
      answer, target: target, request: request, queue: callbackQueue ?? queue,
      completion: completion, endpoint: endpoint)
    {
      return token
    }
    #endif
    run.reportFailure(of: answer.call)
    let prepared =
      answer.failedUnprepared
      ? request
      : run.telling(of: answer.call) {
        notifyPluginsOfImpendingStub(for: request, target: target)
      }
    if answer.call.isClaimed {
      let fields = session.sessionConfiguration.httpAdditionalHeaders as? [String: String]
      run.settle(
        answer.call, sent: prepared, sessionHeaders: fields ?? [:],
        repeatingLast: trackInflights)
    }
    let delivery = Delivery(
      answer, target: target, request: prepared, plugins: plugins,
      queue: callbackQueue ?? queue, pace: Pace(answer, request: prepared, session: session),
      completion: completion)
    return delivery.start()
  }
}

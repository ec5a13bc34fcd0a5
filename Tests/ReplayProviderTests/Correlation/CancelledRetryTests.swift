#if !UpstreamMoya
import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Calls that are given up while plugins are told of their second attempt.
struct CancelledRetryTests {
  /// Gives up the call of a request's path as it is adapted for the second time.
  private struct Quitter: RequestInterceptor {
    let calls = TestSupport.Locked<[String: any Cancellable]>([:])
    private let adapted = TestSupport.Locked<Set<String>>([])

    func adapt(
      _ urlRequest: URLRequest, for session: Session,
      completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
      let path = urlRequest.url?.path ?? ""
      if !adapted.withLock({ $0.insert(path).inserted }) {
        let call = calls.withLock { $0[path].map { Unguarded($0) } }
        DispatchQueue.global().async { call?.value.cancel() }
      }
      completion(.success(urlRequest))
    }

    func retry(
      _ request: Request, for session: Session, dueTo error: any Error,
      completion: @escaping @Sendable (RetryResult) -> Void
    ) {
      completion(request.retryCount < 1 ? .retry : .doNotRetry)
    }
  }

  @Test(arguments: Flow.seeing) func eachHasWhatWasKnownAtItsEnd(flow: Flow) async throws {
    let studio = try Studio { Reply(503, text: $0.path) }
    var options = studio.options
    options.recordsCancellations = true
    options.allowsOnlyFailures = true
    options.patience = .seconds(1)
    let reports = Reports()
    let run = studio.run(.rerecord, options: options, reporter: reports.reporter)
    let quitter = Quitter()
    let session = Session(
      configuration: .ephemeral, startRequestsImmediately: false, interceptor: quitter)
    let provider: MoyaProvider<Probe> = flow.provider(
      run, session: session, endpointClosure: { studio.live($0) })
    let queue = DispatchQueue(label: "callbacks", attributes: .concurrent)
    let (ends, end) = AsyncStream<Void>.makeStream()
    let count = 100
    for number in 0..<count {
      let target = Probe(.get, "/\(number)", validationType: .successCodes)
      quitter.calls.withLock { calls in
        calls["/\(number)"] = provider.request(target, callbackQueue: queue) { _ in end.yield() }
      }
    }
    var iterator = ends.makeAsyncIterator()
    for _ in 0..<count { await iterator.next() }
    try await run.finish()
    #expect(reports.failures == [])
    #expect(!reports.text.contains("no outcome"), "\(reports.text)")
    let entries = try studio.interactions()
    #expect(entries.map(\.request.url) == (0..<count).map { "https://api.test/\($0)" })
    for (number, entry) in entries.enumerated() {
      #expect(entry.attempts.map { $0.outcome.response?.body.data } == [Data("/\(number)".utf8)])
    }
  }

  /// A target that can be watched while the recorder asks for its task.
  private struct Watched: TargetType {
    let whenAsked: @Sendable () -> Void
    let baseURL = URL(string: "https://api.test")!
    let path = "/a"
    let method = Moya.Method.get
    let headers: [String: String]? = nil
    let validationType = ValidationType.successCodes
    var task: Moya.Task {
      whenAsked()
      return .requestPlain
    }
  }

  /// Makes the second attempt's request go on where the first one's call is being recorded, and the recording
  /// where that request is about to be sent.
  private final class Interleaving: PluginType, RequestInterceptor, Sendable {
    private enum State { case sending, isOver, isBetween, isDone }

    /// Where the recorder is called before this.
    struct Before: PluginType {
      let interleaving: Interleaving

      func didReceive(_ result: Result<Response, MoyaError>, target: any TargetType) {
        interleaving.state.withLock { $0 = .isOver }
      }
    }

    let call = TestSupport.Locked<(any Cancellable)?>(nil)
    private let state = TestSupport.Locked(State.sending)
    private let prepared = TestSupport.Locked(0)
    private let ending = DispatchSemaphore(value: 0)
    private let sending = DispatchSemaphore(value: 0)

    var isDone: Bool { state.withLock { $0 == .isDone } }

    func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
      let number = prepared.withLock { value in
        defer { value += 1 }
        return value
      }
      if number == 1 {
        call.withLock { $0?.cancel() }
        ending.wait()
      }
      var request = request
      request.setValue("\(number)", forHTTPHeaderField: "X-Attempt")
      return request
    }

    func willSend(_ request: any RequestType, target: any TargetType) {
      if prepared.withLock({ $0 == 2 }) { sending.signal() }
    }

    func retry(
      _ request: Request, for session: Session, dueTo error: any Error,
      completion: @escaping @Sendable (RetryResult) -> Void
    ) {
      completion(.retry)
    }

    /// Asked first to find the call, and then for its recording.
    func asked() {
      let isBetween = state.withLock { state in
        switch state {
        case .isOver: state = .isBetween
        case .isBetween:
          state = .isDone
          return true
        case .sending, .isDone: break
        }
        return false
      }
      guard isBetween else { return }
      ending.signal()
      sending.wait()
    }
  }

  @Test(.timeLimit(.minutes(1)), arguments: [Flow.pluginAlone, .closures])
  func whatIsSentAfterItsEndIsNotPartOfIt(flow: Flow) async throws {
    let studio = try Studio { _ in Reply(503) }
    var options = studio.options
    options.recordsCancellations = true
    options.allowsOnlyFailures = true
    let run = studio.run(.rerecord, options: options, reporter: Reports().reporter)
    let interleaving = Interleaving()
    let live: MoyaProvider<Watched>.EndpointClosure = { target in
      let endpoint = MoyaProvider<Watched>.defaultEndpointMapping(for: target)
      return Endpoint(
        url: studio.server.baseURL.appendingPathComponent(target.path).absoluteString,
        sampleResponseClosure: endpoint.sampleResponseClosure, method: endpoint.method,
        task: endpoint.task, httpHeaderFields: nil)
    }
    let player = run.player(for: Watched.self, endpointClosure: live)
    let provider = MoyaProvider<Watched>(
      endpointClosure: flow == .closures ? player.endpointClosure : live,
      stubClosure: flow == .closures ? player.stubClosure : { _ in .never },
      session: Session(
        configuration: .ephemeral, startRequestsImmediately: false, interceptor: interleaving),
      plugins: [
        Interleaving.Before(interleaving: interleaving), run.recorder, interleaving,
      ])
    await withCheckedContinuation { done in
      interleaving.call.withLock { call in
        call = provider.request(
          Watched(whenAsked: interleaving.asked), callbackQueue: DispatchQueue(label: "callback")
        ) { _ in done.resume() }
      }
    }
    #expect(interleaving.isDone)
    try await run.finish()
    let entries = try studio.interactions()
    #expect(entries.map(\.outcome.failure?.kind) == ["explicitlyCancelled"])
    #expect(entries.map { $0.request.headerFields["X-Attempt"] } == ["0"])
    #expect(entries.map { $0.attempts.map { $0.outcome.response?.status } } == [[503]])
  }
}
#endif

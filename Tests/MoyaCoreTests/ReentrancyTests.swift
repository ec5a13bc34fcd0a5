#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests that are made from within what a provider calls.
@Suite struct ReentrancyTests {
  private typealias Provider = MoyaProvider<TestTarget>

  /// Makes a request of its own, once, at one of the four steps.
  private final class CallingPlugin: PluginType, @unchecked Sendable {
    // `provider` is set before any request is made; `state` is in a locked box.
    enum Step: String, CaseIterable, Sendable { case prepare, willSend, didReceive, process }

    private let step: Step
    private let hasCalled = Locked(false)
    let results = Locked<[String]>([])
    let inner = DispatchGroup()
    weak var provider: Provider?

    init(_ step: Step) {
      self.step = step
      inner.enter()
    }

    private func call(at step: Step) {
      let calls = hasCalled.withLock { hasCalled in
        defer { if step == self.step { hasCalled = true } }
        return step == self.step && !hasCalled
      }
      guard calls, let provider else { return }
      let baseURL = provider.endpoint(TestTarget()).url
      provider.request(
        TestTarget(baseURL: URL(string: baseURL)!, path: "/inner"),
        callbackQueue: DispatchQueue(label: "inner")
      ) { [results, inner] result in
        results.withLock { $0.append(result.summary) }
        inner.leave()
      }
    }

    func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
      call(at: .prepare)
      return request
    }
    func willSend(_ request: any RequestType, target: any TargetType) { call(at: .willSend) }
    func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType) {
      call(at: .didReceive)
    }
    func process(_ result: Result<Moya.Response, MoyaError>, target: any TargetType)
      -> Result<Moya.Response, MoyaError>
    {
      call(at: .process)
      return result
    }
  }

  @Test(
    arguments: ["prepare", "willSend", "didReceive", "process"],
    [Moya.StubBehavior.never, .immediate, .delayed(seconds: 0.001)])
  func aPluginMayCallItsProvider(step: String, stub: Moya.StubBehavior) async throws {
    let server = try LoopbackServer { request in Reply(200, text: request.path) }
    for tracks in [false, true] {
      let plugin = CallingPlugin(try #require(CallingPlugin.Step(rawValue: step)))
      let provider = Provider(
        endpointClosure: { target in
          Endpoint(
            url: target.path == "/inner"
              ? target.baseURL.absoluteString + "/inner" : server.baseURL.absoluteString,
            sampleResponseClosure: { .networkResponse(200, Data(target.path.utf8)) },
            method: target.method, task: target.task, httpHeaderFields: nil)
        }, stubClosure: { _ in stub }, session: .bounded(), plugins: [plugin],
        trackInflights: tracks)
      plugin.provider = provider
      let outer = await provider.result(of: TestTarget(path: ""))
      #expect(outer.summary.hasPrefix("200 "))
      await withCheckedContinuation { continuation in
        plugin.inner.notify(queue: .global()) { continuation.resume() }
      }
      #expect(plugin.results.withLock { $0 } == ["200 /inner"])
    }
  }

  @Test(arguments: [Moya.StubBehavior.never, .immediate, .delayed(seconds: 0.001)])
  func aCompletionMayAskAgain(stub: Moya.StubBehavior) async throws {
    let server = try LoopbackServer { _ in Reply(200, text: "S") }
    for tracks in [false, true] {
      let provider = Provider(
        stubClosure: { _ in stub }, session: .bounded(), trackInflights: tracks)
      let results = Locked<[String]>([])
      await withCheckedContinuation { continuation in
        ask(again: 20, provider, TestTarget(baseURL: server.baseURL), results) {
          continuation.resume()
        }
      }
      #expect(results.withLock { $0 } == Array(repeating: "200 S", count: 21))
      #expect(provider.inflightRequests.isEmpty)
    }
  }

  private func ask(
    again count: Int, _ provider: Provider, _ target: TestTarget, _ results: Locked<[String]>,
    then end: @escaping () -> Void
  ) {
    let queue = DispatchQueue(label: "q")
    provider.request(target, callbackQueue: queue) { result in
      results.withLock { $0.append(result.summary) }
      if count > 0 {
        self.ask(again: count - 1, provider, target, results, then: end)
      } else {
        // After the completions, when the inflight request is forgotten.
        queue.async(execute: DispatchWorkItem { end() })
      }
    }
  }

  @Test func anAdapterMayAskTheSameProviderForAToken() async throws {
    final class Refresh: RequestInterceptor {
      let provider = Locked<Provider?>(nil)

      func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
      ) {
        guard urlRequest.url?.path != "/token", let provider = provider.withLock({ $0 }),
          let url = urlRequest.url, let base = URL(string: "/", relativeTo: url)
        else { return completion(.success(urlRequest)) }
        provider.request(
          TestTarget(baseURL: base.absoluteURL, path: "/token"),
          callbackQueue: DispatchQueue(label: "token")
        ) { result in
          completion(
            Result {
              var request = urlRequest
              request.setValue(try result.get().mapString(), forHTTPHeaderField: "Authorization")
              return request
            })
        }
      }
    }
    let server = try LoopbackServer { request in
      Reply(
        200, text: request.path == "/token" ? "t" : request.value(of: "Authorization") ?? "none")
    }
    let refresh = Refresh()
    let provider = Provider(session: .bounded(interceptor: refresh))
    refresh.provider.withLock { $0 = provider }
    #expect(await provider.result(of: TestTarget(baseURL: server.baseURL)).summary == "200 t")
    refresh.provider.withLock { $0 = nil }
  }

  @Test func aParameterEncodingMayLookAtTheInflightRequests() async throws {
    struct Looking: ParameterEncoding, @unchecked Sendable {  // Only used by one thread here.
      let look: () -> Void

      func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws
        -> URLRequest
      {
        look()
        return try urlRequest.asURLRequest()
      }
    }
    let provider = Provider(stubClosure: Provider.immediatelyStub, trackInflights: true)
    let isLooking = Locked(false)
    let encoding = Looking {
      let isNested = isLooking.withLock { isLooking in
        defer { isLooking = true }
        return isLooking
      }
      guard !isNested else { return }
      _ = provider.inflightRequests
      isLooking.withLock { $0 = false }
    }
    let target = TestTarget(task: .requestParameters(parameters: [:], encoding: encoding))
    #expect(await provider.result(of: target).summary == "200 S")
    #expect(provider.inflightRequests.isEmpty)
  }
}
#endif

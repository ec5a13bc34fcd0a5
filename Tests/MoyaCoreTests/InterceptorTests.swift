#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct InterceptorTests {
  private typealias Provider = MoyaProvider<TestTarget>

  /// An adapter that appends a letter to the trace.
  private static func adapter(_ letter: String) -> Adapter {
    Adapter { request, _, completion in
      var request = request
      let trace = request.value(forHTTPHeaderField: "X-Trace") ?? ""
      request.setValue(trace + letter, forHTTPHeaderField: "X-Trace")
      completion(.success(request))
    }
  }

  private static func echo() throws -> LoopbackServer {
    try LoopbackServer { request in Reply(text: request.value(of: "X-Trace") ?? "-") }
  }

  @Test func asksAdaptersInTurn() async throws {
    let server = try Self.echo()
    let nested = Interceptor(interceptors: [Self.adapter("c"), Self.adapter("d")])
    let interceptor = Interceptor(
      adapters: [Self.adapter("a"), Self.adapter("b")], interceptors: [nested])
    #expect(interceptor.adapters.count == 3 && interceptor.retriers.count == 1)
    let provider = Provider(session: .bounded(interceptor: interceptor))
    let target = TestTarget(baseURL: server.baseURL)
    #expect(await provider.result(of: target).summary == "200 abcd")
  }

  @Test func endsAtTheFirstAdapterThatFails() async {
    let asked = Locked(false)
    let interceptor = Interceptor(adapters: [
      Adapter { _, _, completion in completion(.failure(NSError(domain: "A", code: 1))) },
      Adapter { request, _, completion in
        asked.withLock { $0 = true }
        completion(.success(request))
      },
    ])
    let provider = Provider(session: .bounded(interceptor: interceptor))
    #expect(await provider.result(of: TestTarget()).summary == "requestAdaptationFailed -")
    #expect(!asked.withLock { $0 })
  }

  @Test func failsWhatANestedAdapterLetsGoOf() async {
    let interceptor = Interceptor(adapters: [Self.adapter("a"), Adapter { _, _, _ in }])
    let provider = Provider(session: .bounded(interceptor: interceptor))
    #expect(await provider.result(of: TestTarget()).summary == "requestAdaptationFailed -")
  }

  @Test func asksRetriersUntilOneDecides() async throws {
    let server = try LoopbackServer(replies: [Reply(500), Reply(200, text: "ok")])
    let asked = Locked<[String]>([])
    func retrier(_ name: String, _ result: RetryResult) -> Retrier {
      Retrier { request, _, error, completion in
        let code = error.asAFError?.responseCode ?? 0
        asked.withLock { $0.append("\(name) \(request.retryCount) \(code)") }
        completion(result)
      }
    }
    let interceptor = Interceptor(retriers: [
      retrier("a", .doNotRetry), retrier("b", .retry), retrier("c", .doNotRetry),
    ])
    let provider = Provider(session: .bounded(interceptor: interceptor))
    let target = TestTarget(baseURL: server.baseURL, validationType: .successCodes)
    #expect(await provider.result(of: target).summary == "200 ok")
    #expect(asked.withLock { $0 } == ["a 0 500", "b 0 500"])
  }

  @Test func doesNotRetryWhereNobodyDecides() async throws {
    let server = try LoopbackServer { _ in Reply(500) }
    let provider = Provider(session: .bounded(interceptor: Interceptor()))
    let target = TestTarget(baseURL: server.baseURL, validationType: .successCodes)
    #expect(await provider.result(of: target).summary == "responseValidationFailed 500")
    #expect(server.requestCount == 1)
  }

  @Test func isMadeOfClosures() async throws {
    let server = try LoopbackServer(replies: [Reply(503), Reply(200, text: "ok")])
    let adapts = Locked(0)
    let adapt: AdaptHandler = { request, _, completion in
      adapts.withLock { $0 += 1 }
      completion(.success(request))
    }
    let retry: RetryHandler = { _, _, _, completion in completion(.retryWithDelay(0.001)) }
    for interceptor: Interceptor in [
      Interceptor(adaptHandler: adapt, retryHandler: retry),
      .interceptor(adapter: adapt, retrier: retry),
      .interceptor(adapter: .adapter(using: adapt), retrier: .retrier(using: retry)),
      .interceptor(adapters: [Adapter(adapt)], retriers: [Retrier(retry)]),
    ] {
      #expect(interceptor.adapters.count == 1 && interceptor.retriers.count == 1)
    }
    let interceptor = Interceptor(adapter: Adapter(adapt), retrier: Retrier(retry))
    let provider = Provider(session: .bounded(interceptor: interceptor))
    let target = TestTarget(baseURL: server.baseURL, validationType: .successCodes)
    #expect(await provider.result(of: target).summary == "200 ok")
    #expect(adapts.withLock { $0 } == 2)
  }

  @Test func tellsAdaptersWhichRequestItIs() async throws {
    final class Identifying: RequestInterceptor {
      let adapted = Locked<[UUID]>([])
      let retried = Locked<[UUID]>([])

      func adapt(
        _ urlRequest: URLRequest, using state: RequestAdapterState,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
      ) {
        adapted.withLock { $0.append(state.requestID) }
        completion(.success(urlRequest))
      }

      func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
      ) {
        retried.withLock { $0.append(request.id) }
        completion(.retry)
      }
    }
    let server = try LoopbackServer(replies: [Reply(500), Reply(200, text: "ok")])
    let interceptor = Identifying()
    // Inside another one, to see that it hands the state on.
    let provider = Provider(
      session: .bounded(interceptor: Interceptor(interceptors: [interceptor])))
    let target = TestTarget(baseURL: server.baseURL, validationType: .successCodes)
    #expect(await provider.result(of: target).summary == "200 ok")
    let id = try #require(interceptor.retried.withLock { $0.first })
    #expect(interceptor.adapted.withLock { $0 } == [id, id])
  }
}
#endif

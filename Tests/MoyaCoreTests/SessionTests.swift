#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Adapts and retries as a test says, and notes what it saw.
final class ScriptedInterceptor: RequestInterceptor {
  let steps: Locked<[String]>
  let retries: Int
  let result: RetryResult
  let adapts: @Sendable (URLRequest) throws -> URLRequest

  init(
    steps: Locked<[String]> = Locked([]), retries: Int = 0, result: RetryResult = .retry,
    adapts: @escaping @Sendable (URLRequest) throws -> URLRequest = { $0 }
  ) {
    self.steps = steps
    self.retries = retries
    self.result = result
    self.adapts = adapts
  }

  func adapt(
    _ urlRequest: URLRequest, for session: Session,
    completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
  ) {
    steps.withLock { $0.append("adapt \(urlRequest.value(forHTTPHeaderField: "X-Trace") ?? "-")") }
    let result = Result { try adapts(urlRequest) }
    // Not the queue it is called on: plugins must not be called there.
    DispatchQueue.global().async { completion(result) }
  }

  func retry(
    _ request: Request, for session: Session, dueTo error: any Error,
    completion: @escaping @Sendable (RetryResult) -> Void
  ) {
    let kind = MoyaError.underlying(error, nil).kind
    steps.withLock { $0.append("retry \(request.retryCount) \(kind)") }
    completion(request.retryCount < retries ? result : .doNotRetry)
  }
}

/// Fails every request, and shows it.
private struct RequestSeer: RequestInterceptor {
  let see: @Sendable (Request) -> Void

  func adapt(
    _ urlRequest: URLRequest, for session: Session,
    completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
  ) {
    completion(.failure(URLError(.userAuthenticationRequired)))
  }

  func retry(
    _ request: Request, for session: Session, dueTo error: any Error,
    completion: @escaping @Sendable (RetryResult) -> Void
  ) {
    see(request)
    completion(.doNotRetry)
  }
}

@Suite struct SessionTests {
  private typealias Provider = MoyaProvider<TestTarget>

  @Test func sendsAndReceives() async throws {
    let server = try LoopbackServer { request in
      Reply(
        201, fields: [("X-A", "1")], text: "\(request.method) \(request.target) \(request.bodyText)"
      )
    }
    let provider = Provider(session: .bounded())
    let target = TestTarget(
      baseURL: server.baseURL, method: .post,
      task: .requestCompositeData(bodyData: Data("hé".utf8), urlParameters: ["q": 1]))
    let response = try await provider.result(of: target).get()
    #expect(response.statusCode == 201)
    #expect(String(decoding: response.data, as: UTF8.self) == "POST /x?q=1 hé")
    #expect(response.response?.headers["x-a"] == "1")
    #expect(response.response?.url == server.url("/x?q=1"))
    #expect(response.request?.httpMethod == "POST")
  }

  @Test func adaptsThenPreparesThenTellsPlugins() async throws {
    let server = try LoopbackServer { request in Reply(text: request.value(of: "X-Trace") ?? "-") }
    let steps = Locked<[String]>([])
    let interceptor = ScriptedInterceptor(steps: steps) { request in
      var request = request
      request.setValue("I", forHTTPHeaderField: "X-Trace")
      return request
    }
    let provider = Provider(
      session: .bounded(interceptor: interceptor),
      plugins: [StepPlugin("A", steps: steps), StepPlugin("B", steps: steps)])
    let result = await provider.result(of: TestTarget(baseURL: server.baseURL))
    #expect(result.summary == "200 IABAB")
    #expect(
      steps.withLock { $0 } == [
        "adapt -", "A.prepare I", "B.prepare IA", "A.willSend IAB", "B.willSend IAB",
        "A.didReceive 200 IAB", "B.didReceive 200 IAB", "A.process 200 IAB", "B.process 200 IABA",
      ])
  }

  @Test func retriesWithAllStepsButCompletesOnce() async throws {
    let server = try LoopbackServer(replies: [Reply(500), Reply(503), Reply(200, text: "ok")])
    let steps = Locked<[String]>([])
    let interceptor = ScriptedInterceptor(steps: steps, retries: 5)
    let provider = Provider(
      session: .bounded(interceptor: interceptor), plugins: [StepPlugin("A", steps: steps)])
    let target = TestTarget(baseURL: server.baseURL, validationType: .successCodes)
    #expect(await provider.result(of: target).summary == "200 okA")
    let attempt = ["adapt -", "A.prepare -", "A.willSend A"]
    #expect(
      steps.withLock { $0 }
        == attempt + ["retry 0 responseValidationFailed"]
        + attempt + ["retry 1 responseValidationFailed"]
        + attempt + ["A.didReceive 200 ok", "A.process 200 ok"])
    #expect(server.requestCount == 3)
  }

  @Test func doesNotAskARetrierAboutAStatusThatIsNotValidated() async throws {
    let server = try LoopbackServer(replies: [Reply(500, text: "no")])
    let interceptor = ScriptedInterceptor(retries: 5)
    let provider = Provider(session: .bounded(interceptor: interceptor))
    #expect(await provider.result(of: TestTarget(baseURL: server.baseURL)).summary == "500 no")
    #expect(interceptor.steps.withLock { $0 } == ["adapt -"])
  }

  @Test func failsWithTheRetriersError() async throws {
    let server = try LoopbackServer { _ in Reply(500) }
    let interceptor = ScriptedInterceptor(
      retries: 1, result: .doNotRetryWithError(NSError(domain: "R", code: 1)))
    let provider = Provider(session: .bounded(interceptor: interceptor))
    let target = TestTarget(baseURL: server.baseURL, validationType: .successCodes)
    #expect(await provider.result(of: target).summary == "requestRetryFailed 500")
  }

  @Test func keepsTheBodyOfARefusedStatus() async throws {
    let server = try LoopbackServer { _ in Reply(404, text: "gone") }
    let provider = Provider(session: .bounded())
    let target = TestTarget(baseURL: server.baseURL, validationType: .successAndRedirectCodes)
    guard case .failure(let error) = await provider.result(of: target) else {
      Issue.record("a 404 was accepted")
      return
    }
    #expect(error.response?.data == Data("gone".utf8))
    guard case .underlying(let inner, _) = error else { return }
    #expect(inner.asAFError?.responseCode == 404)
  }

  @Test func failsWhatCannotBeSentBeforeAnyPlugin() async {
    let plugin = StepPlugin()
    let provider = Provider(session: .bounded(), plugins: [plugin])
    let target = TestTarget(task: .requestData(Data("x".utf8)))
    #expect(await provider.result(of: target).summary == "urlRequestValidationFailed -")
    #expect(
      plugin.steps.withLock { $0 } == [
        "A.didReceive urlRequestValidationFailed -", "A.process urlRequestValidationFailed -",
      ])
  }

  @Test func failsWhatAnAdapterFails() async {
    let plugin = StepPlugin()
    let interceptor = ScriptedInterceptor { _ in throw NSError(domain: "I", code: 1) }
    let provider = Provider(session: .bounded(interceptor: interceptor), plugins: [plugin])
    #expect(await provider.result(of: TestTarget()).summary == "requestAdaptationFailed -")
    #expect(plugin.steps.withLock { $0.count } == 2)
  }

  /// A retrier tells requests apart by their URL.
  @Test func showsARetrierTheRequestThatAnAdapterFailed() async {
    let seen = Locked<[String?]>([])
    let retrier = RequestSeer { request in
      seen.withLock { $0 = request.requests.map { $0.url?.absoluteString } }
    }
    let provider = Provider(session: .bounded(interceptor: retrier))
    _ = await provider.result(of: TestTarget())
    #expect(seen.withLock { $0 } == ["http://h/x"])
  }

  @Test func failsWhatAnAdapterLetsGoOf() async {
    final class Silent: RequestInterceptor {
      func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
      ) {}
    }
    let provider = Provider(session: .bounded(interceptor: Silent()))
    guard case .failure(let error) = await provider.result(of: TestTarget()) else { return }
    #expect(
      error.localizedDescription
        == "An adapter failed the request: The adapter let go of its completion without calling "
        + "it. Call it once, with a request or a failure.")
  }

  @Test func reportsTransportErrors() async throws {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/closed": .closed
      case "/truncated": Reply(200, text: "0123456789").truncated(to: 4)
      default: .garbage
      }
    }
    let provider = Provider(session: .bounded())
    for path in ["/closed", "/truncated", "/garbage"] {
      let result = await provider.result(of: TestTarget(baseURL: server.baseURL, path: path))
      guard case .failure(.underlying(let error, let response)) = result else {
        Issue.record("\(path) gave \(result)")
        continue
      }
      #expect(error.asAFError?.isSessionTaskError == true)
      #expect(response?.data == (path == "/truncated" ? Data("0123".utf8) : nil))
    }
    server.stop()
    let result = await provider.result(of: TestTarget(baseURL: server.baseURL))
    guard case .failure(.underlying(let error, nil)) = result else { return }
    #expect((error.asAFError?.underlyingError as NSError?)?.code == NSURLErrorCannotConnectToHost)
  }

  @Test func endsATransferAfterTheConfigurationsResourceTimeout() async throws {
    let server = try LoopbackServer { _ in .never }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForResource = 0.05
    let provider = Provider(session: Session(configuration: configuration))
    let result = await provider.result(of: TestTarget(baseURL: server.baseURL))
    guard case .failure(.underlying(let error, nil)) = result else {
      Issue.record("unexpected \(result)")
      return
    }
    #expect((error.asAFError?.underlyingError as NSError?)?.code == NSURLErrorTimedOut)
  }

  @Test func doesNotTrapOnAResponseThatIsNotHTTP() async throws {
    let provider = Provider(session: .bounded())
    let target = TestTarget(baseURL: try #require(URL(string: "data:text/plain,hello")), path: "")
    #expect(await provider.result(of: target).summary == "NSURLErrorDomain -1 -")
  }

  @Test func completesAfterProviderAndSessionAreGone() async throws {
    let gate = Gate()
    let server = try LoopbackServer { _ in Reply(200, text: "ok").held(at: gate) }
    let plugin = StepPlugin()
    async let pending = outcome { done in
      Provider(session: .bounded(), plugins: [plugin])
        .request(TestTarget(baseURL: server.baseURL), callbackQueue: DispatchQueue(label: "q")) {
          done($0)
        }
    }
    await gate.reached()
    gate.open()
    #expect(await pending.summary == "200 okA")
  }
}
#endif

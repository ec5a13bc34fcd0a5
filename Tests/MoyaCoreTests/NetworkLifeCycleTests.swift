#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// In which order, and where, a provider calls what it was given.
@Suite struct NetworkLifeCycleTests {
  private typealias Provider = MoyaProvider<TestTarget>

  private static let place = DispatchSpecificKey<String>()

  private static var here: String { DispatchQueue.getSpecific(key: place) ?? "elsewhere" }

  private static func queue(_ name: String) -> DispatchQueue {
    let queue = DispatchQueue(label: name)
    queue.setSpecific(key: place, value: name)
    return queue
  }

  private final class Plugin: PluginType {
    let steps: Locked<[String]>

    init(_ steps: Locked<[String]>) {
      self.steps = steps
    }

    private func note(_ step: String) {
      steps.withLock { $0.append("\(step) @\(here)") }
    }

    func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
      note("prepare")
      return request
    }
    func willSend(_ request: any RequestType, target: any TargetType) { note("willSend") }
    func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType) {
      note("didReceive")
    }
    func process(_ result: Result<Moya.Response, MoyaError>, target: any TargetType)
      -> Result<Moya.Response, MoyaError>
    {
      note("process")
      return result
    }
  }

  /// Carries work to a queue once.
  private struct Handed: @unchecked Sendable {  // Made on one thread and called once on another.
    let work: () -> Void
  }

  /// The queue for one call, for the provider, and where the end is then called.
  @Test(arguments: [
    (nil, nil, "main"), (nil, "provider", "provider"), ("call", nil, "call"),
    ("call", "provider", "call"),
  ])
  func sendsFromTheRequestQueueAndEndsOnTheCallbackQueue(
    ofCall: String?, ofProvider: String?, end: String
  ) async throws {
    DispatchQueue.main.setSpecific(key: Self.place, value: "main")
    let gate = Gate()
    let server = try LoopbackServer { _ in Reply(200, text: "body").held(at: gate) }
    for startsImmediately in [true, false] {
      let steps = Locked<[String]>([])
      let session = Session(
        configuration: .ephemeral, rootQueue: Self.queue("root"),
        startRequestsImmediately: startsImmediately, requestQueue: Self.queue("requests"))
      let provider = Provider(
        callbackQueue: ofProvider.map(Self.queue), session: session, plugins: [Plugin(steps)])
      let callQueue = ofCall.map(Self.queue)
      await withCheckedContinuation { continuation in
        provider.request(
          TestTarget(baseURL: server.baseURL), callbackQueue: callQueue,
          progress: { progress in
            if progress.completed { steps.withLock { $0.append("completed @\(Self.here)") } }
          },
          completion: { _ in
            steps.withLock { $0.append("completion @\(Self.here)") }
            continuation.resume()
          })
        gate.open()
      }
      let ending = ["didReceive", "completed", "process", "completion"].map { "\($0) @\(end)" }
      #expect(steps.withLock { $0 } == ["prepare @requests", "willSend @requests"] + ending)
    }
  }

  @Test func asksItsClosuresInOrderOnTheCallersThread() {
    let steps = Locked<[String]>([])
    let caller = Self.queue("caller")
    let note: (String) -> Void = { step in
      steps.withLock { $0.append("\(step) @\(Self.here)") }
    }
    let provider = Provider(
      endpointClosure: { target in
        note("endpoint")
        return Provider.defaultEndpointMapping(for: target)
      },
      requestClosure: { endpoint, done in
        note("request")
        Provider.defaultRequestMapping(for: endpoint, closure: done)
      },
      stubClosure: { _ in
        note("stub")
        return .immediate
      })
    let call = Handed { provider.request(TestTarget()) { _ in note("completion") } }
    caller.sync { call.work() }
    #expect(
      steps.withLock { $0 } == [
        "endpoint @caller", "stub @caller", "request @caller", "completion @caller",
      ])
  }

  @Test func answersAStubWhereTheRequestClosureAnswers() {
    let steps = Locked<[String]>([])
    let held = Locked<Handed?>(nil)
    let provider = Provider(
      requestClosure: { endpoint, done in
        held.withLock {
          $0 = Handed { Provider.defaultRequestMapping(for: endpoint, closure: done) }
        }
      }, stubClosure: Provider.immediatelyStub, plugins: [Plugin(steps)])
    provider.request(TestTarget()) { _ in steps.withLock { $0.append("completion @\(Self.here)") } }
    #expect(steps.withLock { $0.isEmpty })
    Self.queue("later").sync { held.withLock { $0 }?.work() }
    #expect(
      steps.withLock { $0 } == [
        "prepare @later", "willSend @later", "didReceive @later", "process @later",
        "completion @later",
      ])
  }

  @Test(arguments: [Moya.StubBehavior.never, .delayed(seconds: 0.001)])
  func cancelsForAllWhatTheFirstOfThoseWaitingCancels(stub: Moya.StubBehavior) async throws {
    let server = try LoopbackServer { _ in .never }
    let queue = Self.queue("q")
    let plugin = StepPlugin()
    let provider = Provider(
      stubClosure: { _ in stub }, session: .bounded(), plugins: [plugin], trackInflights: true)
    let results = Locked<[String]>([])
    let ended = DispatchGroup()
    queue.suspend()
    let tokens = (0..<3).map { _ in
      ended.enter()
      return provider.request(TestTarget(baseURL: server.baseURL), callbackQueue: queue) { result in
        results.withLock { $0.append(result.summary) }
        ended.leave()
      }
    }
    tokens[0].cancel()
    queue.resume()
    await withCheckedContinuation { continuation in
      ended.notify(queue: queue) { continuation.resume() }
    }
    let summary =
      if case .never = stub { "explicitlyCancelled -" } else { "NSURLErrorDomain -999 -" }
    #expect(results.withLock { $0 } == [summary, summary, summary])
    #expect(provider.inflightRequests.isEmpty)
    let steps = plugin.steps.withLock { $0 }
    #expect(steps.filter { $0.hasPrefix("A.didReceive") }.count == 1)
    #expect(steps.filter { $0.hasPrefix("A.process") }.count == 3)
  }

  @Test func asksForADownloadsDestinationOnTheRootQueue() async throws {
    let server = try LoopbackServer { _ in Reply(200, text: "x") }
    let folder = try TemporaryFolder()
    let file = folder.file("f")
    let places = Locked<[String]>([])
    let session = Session(configuration: .ephemeral, rootQueue: Self.queue("root"))
    let target = TestTarget(
      baseURL: server.baseURL,
      task: .downloadDestination { _, _ in
        places.withLock { $0.append(Self.here) }
        return (file, [])
      })
    #expect(await Provider(session: session).result(of: target).summary == "200 ")
    #expect(places.withLock { $0 } == ["root"])
  }

  @Test func logsWhatCameOverTheNetwork() async throws {
    let server = try LoopbackServer { _ in Reply(404, fields: [("X-A", "1")], text: "gone") }
    let entries = Locked<[String]>([])
    let configuration = NetworkLoggerPlugin.Configuration(
      formatter: .init(entry: { identifier, message, _ in "\(identifier): \(message)" }),
      output: { _, items in entries.withLock { $0 += items } }, logOptions: .verbose)
    let provider = Provider(
      session: .bounded(), plugins: [NetworkLoggerPlugin(configuration: configuration)])
    let target = TestTarget(baseURL: server.baseURL, validationType: .successCodes)
    guard case .failure(let error) = await provider.result(of: target) else { return }
    let http = try #require(error.response?.response)
    #expect(
      entries.withLock { Array($0.suffix(2)) } == [
        "Response: \(http.description)", "Response Body: gone",
      ])
    server.stop()
    _ = await provider.result(of: target)
    #expect(entries.withLock { $0.last?.hasPrefix("Error: Error calling TestTarget(") } == true)
  }

  @Test func logsACommandForCurlOnceTheRequestIsSent() async throws {
    let server = try LoopbackServer { _ in Reply(200) }
    let entries = Locked<[String]>([])
    let configuration = NetworkLoggerPlugin.Configuration(
      formatter: .init(entry: { identifier, message, _ in "\(identifier): \(message)" }),
      output: { _, items in entries.withLock { $0 += items } },
      logOptions: [.formatRequestAscURL, .requestMethod])
    let provider = Provider(
      session: .bounded(), plugins: [NetworkLoggerPlugin(configuration: configuration)])
    _ = await provider.result(of: TestTarget(baseURL: server.baseURL))
    #expect(
      entries.withLock { $0.first }
        == "Request: $ curl -v \\\n\t-X GET \\\n\t\"http://127.0.0.1:\(server.port)/x\"")
  }
}
#endif

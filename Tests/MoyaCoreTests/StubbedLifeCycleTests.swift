#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What the real Moya did for stubbed requests: steps in order, each with where it was called.
@Suite struct StubbedLifeCycleTests {
  private typealias Provider = MoyaProvider<TestTarget>

  private static let place = DispatchSpecificKey<String>()

  private static var here: String { DispatchQueue.getSpecific(key: place) ?? "elsewhere" }

  private static func queue(_ name: String) -> DispatchQueue {
    let queue = DispatchQueue(label: name)
    queue.setSpecific(key: place, value: name)
    return queue
  }

  /// Notes each step with its place.
  private final class Plugin: PluginType {
    let name: String
    let steps: Locked<[String]>

    init(_ name: String, _ steps: Locked<[String]>) {
      self.name = name
      self.steps = steps
    }

    private func note(_ step: String) {
      steps.withLock { $0.append("\(name).\(step) @\(here)") }
    }

    func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
      let before = request.value(forHTTPHeaderField: "X-P") ?? ""
      note("prepare \(before)")
      var request = request
      request.setValue(before + name, forHTTPHeaderField: "X-P")
      return request
    }

    func willSend(_ request: any RequestType, target: any TargetType) {
      note("willSend \(request.request?.value(forHTTPHeaderField: "X-P") ?? "")")
      #expect(
        request.sessionHeaders.keys.sorted() == [
          "Accept-Encoding", "Accept-Language", "User-Agent",
        ])
    }

    func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType) {
      note("didReceive \(result.summary)")
    }

    func process(_ result: Result<Moya.Response, MoyaError>, target: any TargetType)
      -> Result<Moya.Response, MoyaError>
    {
      note("process \(result.summary)")
      return result.map {
        Response(statusCode: $0.statusCode, data: $0.data + Data(name.utf8), request: $0.request)
      }
    }
  }

  private struct Scenario {
    let name: String
    var target = TestTarget()
    var plugins = ["A", "B"]
    var stub: Moya.StubBehavior = .immediate
    var sample: EndpointSampleResponse?
    var mapping: MoyaError?
    var providerQueue: String?
    var callQueue: String?
    /// Where the call is made: on main where the answer comes on main, so that it comes later.
    var caller = "caller"
    var cancels = false
    let steps: [String]
  }

  private static func beginning(at place: String = "caller") -> [String] {
    ["A.prepare ", "B.prepare A", "A.willSend AB", "B.willSend AB"].map { "\($0) @\(place)" }
  }

  private static func ending(_ results: String..., at place: String) -> [String] {
    let names = ["A.didReceive", "B.didReceive", "A.process", "B.process", "completion"]
    return zip(names, results).map { "\($0) \($1) @\(place)" }
  }

  private static func failing(_ summary: String, at place: String) -> [String] {
    ending(summary, summary, summary, summary, summary, at: place)
  }

  private static var scenarios: [Scenario] {
    [
      Scenario(
        name: "at once",
        steps: beginning() + ending("200 S", "200 S", "200 S", "200 SA", "200 SAB", at: "caller")
          + ["returned"]),
      Scenario(
        name: "at once on the call's queue", providerQueue: "provider", callQueue: "call",
        steps: beginning() + ["returned"]
          + ending("200 S", "200 S", "200 S", "200 SA", "200 SAB", at: "call")),
      Scenario(
        name: "delayed on main", stub: .delayed(seconds: 0.01), caller: "main",
        steps: beginning(at: "main") + ["returned"]
          + ending("200 S", "200 S", "200 S", "200 SA", "200 SAB", at: "main")),
      Scenario(
        name: "delayed on the provider's queue", stub: .delayed(seconds: 0.01),
        providerQueue: "provider",
        steps: beginning() + ["returned"]
          + ending("200 S", "200 S", "200 S", "200 SA", "200 SAB", at: "provider")),
      Scenario(
        name: "delayed and cancelled at once", stub: .delayed(seconds: 0.01), caller: "main",
        cancels: true,
        steps: beginning(at: "main") + ["returned"] + failing("NSURLErrorDomain -999 -", at: "main")
      ),
      Scenario(
        name: "refused by the validation",
        target: TestTarget(validationType: .customCodes([201])),
        steps: beginning() + failing("MoyaError 200", at: "caller") + ["returned"]),
      Scenario(
        name: "a sample that is an error", sample: .networkError(NSError(domain: "D", code: 7)),
        steps: beginning() + failing("D 7 -", at: "caller") + ["returned"]),
      Scenario(
        name: "no request could be made", mapping: .requestMapping("zz"), callQueue: "call",
        steps: [
          "A.process requestMapping - @caller", "B.process requestMapping - @caller",
          "completion requestMapping - @caller", "returned",
        ]),
      Scenario(
        name: "a download",
        target: TestTarget(
          task: .downloadDestination { url, _ in
            Issue.record("the destination was asked")
            return (url, [])
          }),
        steps: beginning() + ending("200 S", "200 S", "200 S", "200 SA", "200 SAB", at: "caller")
          + ["returned"]),
    ]
  }

  @Test(arguments: scenarios.map(\.name))
  func takesTheStepsThatMoyaTakes(scenario name: String) async throws {
    let scenario = try #require(Self.scenarios.first { $0.name == name })
    let steps = Locked<[String]>([])
    DispatchQueue.main.setSpecific(key: Self.place, value: "main")
    let providerQueue = scenario.providerQueue.map(Self.queue)
    let provider = Provider(
      endpointClosure: { target in
        Endpoint(
          url: URL(target: target).absoluteString,
          sampleResponseClosure: { scenario.sample ?? .networkResponse(200, target.sampleData) },
          method: target.method, task: target.task, httpHeaderFields: target.headers)
      },
      requestClosure: { endpoint, done in
        if let error = scenario.mapping { return done(.failure(error)) }
        Provider.defaultRequestMapping(for: endpoint, closure: done)
      }, stubClosure: { _ in scenario.stub },
      callbackQueue: providerQueue,
      plugins: scenario.plugins.map { Plugin($0, steps) })
    let caller = scenario.caller == "main" ? DispatchQueue.main : Self.queue(scenario.caller)
    let callQueue = scenario.callQueue.map(Self.queue)
    await withCheckedContinuation { continuation in
      // Both the completion and the call's return: whichever comes last goes on.
      let ends = DispatchGroup()
      ends.enter()
      ends.enter()
      ends.notify(queue: .global()) { continuation.resume() }
      let request = Handed {
        // What is answered elsewhere waits until the call has returned.
        for queue in [callQueue, providerQueue] { queue?.suspend() }
        let cancellable = provider.request(
          scenario.target, callbackQueue: callQueue,
          progress: { _ in Issue.record("progress of a stub") },
          completion: { result in
            steps.withLock { $0.append("completion \(result.summary) @\(Self.here)") }
            ends.leave()
          })
        if scenario.cancels { cancellable.cancel() }
        #expect(cancellable.isCancelled == scenario.cancels)
        steps.withLock { $0.append("returned") }
        for queue in [callQueue, providerQueue] { queue?.resume() }
        ends.leave()
      }
      caller.async { request.work() }
    }
    #expect(steps.withLock { $0 } == scenario.steps)
  }

  /// Carries work to a queue once.
  private struct Handed: @unchecked Sendable {  // Made on one thread and called once on another.
    let work: () -> Void

    init(_ work: @escaping () -> Void) {
      self.work = work
    }
  }

  @Test func asksForTheSampleOnceAndOnlyWhenItIsDue() async {
    let asked = Locked(0)
    let queue = DispatchQueue(label: "q")
    let provider = Provider(
      endpointClosure: { _ in
        Endpoint(
          url: "http://h/x",
          sampleResponseClosure: {
            asked.withLock { $0 += 1 }
            return .networkResponse(200, Data())
          }, method: .get, task: .requestPlain, httpHeaderFields: nil)
      }, stubClosure: Provider.immediatelyStub, callbackQueue: queue)
    queue.suspend()
    await withCheckedContinuation { continuation in
      provider.request(TestTarget()) { _ in continuation.resume() }
      #expect(asked.withLock { $0 } == 0)
      queue.resume()
    }
    #expect(asked.withLock { $0 } == 1)
  }

  @Test func asksNoAdapterOfTheSession() async {
    let interceptor = ScriptedInterceptor(retries: 1)
    let provider = Provider(
      stubClosure: Provider.immediatelyStub, session: .bounded(interceptor: interceptor))
    let target = TestTarget(validationType: .customCodes([201]))
    #expect(await provider.result(of: target).summary == "MoyaError 200")
    #expect(interceptor.steps.withLock { $0.isEmpty })
  }
}
#endif

#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct MoyaProviderStubbingTests {
  private typealias Provider = MoyaProvider<TestTarget>

  private static func endpoint(_ sample: EndpointSampleResponse) -> Provider.EndpointClosure {
    { target in
      Endpoint(
        url: "http://h/x", sampleResponseClosure: { sample }, method: target.method,
        task: target.task, httpHeaderFields: target.headers)
    }
  }

  @Test func answersAtOnceBeforeRequestReturns() {
    let steps = Locked<[String]>([])
    let provider = Provider(
      stubClosure: Provider.immediatelyStub,
      plugins: [StepPlugin("A", steps: steps), StepPlugin("B", steps: steps)])
    let cancellable = provider.request(TestTarget()) { result in
      steps.withLock { $0.append("completion \(result.summary)") }
    }
    #expect(
      steps.withLock { $0 } == [
        "A.prepare -", "B.prepare A", "A.willSend AB", "B.willSend AB", "A.didReceive 200 S",
        "B.didReceive 200 S", "A.process 200 S", "B.process 200 SA", "completion 200 SAB",
      ])
    #expect(!cancellable.isCancelled)
    #expect("\(type(of: cancellable))" == "CancellableWrapper")
  }

  @Test func answersOnTheCallsQueueElseTheProviders() async {
    let key = DispatchSpecificKey<String>()
    let ofProvider = DispatchQueue(label: "provider")
    ofProvider.setSpecific(key: key, value: "provider")
    let ofCall = DispatchQueue(label: "call")
    ofCall.setSpecific(key: key, value: "call")
    for stub in [Provider.immediatelyStub, Provider.delayedStub(0.001)] {
      let provider = Provider(stubClosure: stub, callbackQueue: ofProvider)
      for queue in [ofCall, nil] {
        let name = await withCheckedContinuation { continuation in
          provider.request(TestTarget(), callbackQueue: queue) { _ in
            continuation.resume(returning: DispatchQueue.getSpecific(key: key))
          }
        }
        #expect(name == (queue == nil ? "provider" : "call"))
      }
    }
  }

  @Test func answersADelayedStubOnMainWithoutAQueue() async {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    let provider = Provider(stubClosure: Provider.delayedStub(0.001))
    let isMain = await withCheckedContinuation { continuation in
      provider.request(TestTarget()) { _ in
        continuation.resume(returning: DispatchQueue.getSpecific(key: key) == true)
      }
    }
    #expect(isMain)
  }

  @Test func failsACancelledStubWhenItIsDue() async {
    let plugin = StepPlugin()
    let queue = DispatchQueue(label: "q")
    let provider = Provider(
      stubClosure: Provider.delayedStub(0), callbackQueue: queue, plugins: [plugin])
    queue.suspend()
    let result = await outcome { done in
      let cancellable = provider.request(TestTarget()) { done($0) }
      cancellable.cancel()
      cancellable.cancel()
      #expect(cancellable.isCancelled)
      queue.resume()
    }
    #expect(result.summary == "NSURLErrorDomain -999 -")
    #expect(
      plugin.steps.withLock { $0 } == [
        "A.prepare -", "A.willSend A", "A.didReceive NSURLErrorDomain -999 -",
        "A.process NSURLErrorDomain -999 -",
      ])
  }

  @Test func validatesSamples() async {
    for (type, summary) in [
      (ValidationType.none, "200 S"), (.successCodes, "200 S"), (.customCodes([]), "200 S"),
      (.customCodes([201]), "MoyaError 200"),
    ] {
      let provider = Provider(stubClosure: Provider.immediatelyStub)
      #expect(await provider.result(of: TestTarget(validationType: type)).summary == summary)
    }
  }

  @Test func givesTheSampleAsItIs() async throws {
    let http = try #require(
      HTTPURLResponse(
        url: URL(string: "http://h")!, statusCode: 404, httpVersion: nil,
        headerFields: ["A": "1"]))
    let full = Provider(
      endpointClosure: Self.endpoint(.response(http, Data("x".utf8))),
      stubClosure: Provider.immediatelyStub)
    let response = try await full.result(of: TestTarget()).get()
    #expect(response.statusCode == 404 && response.response === http)
    let failing = Provider(
      endpointClosure: Self.endpoint(.networkError(NSError(domain: "D", code: 7))),
      stubClosure: Provider.immediatelyStub)
    #expect(await failing.result(of: TestTarget()).summary == "D 7 -")
    let bare = Provider(stubClosure: Provider.immediatelyStub, plugins: [StepPlugin()])
    let plain = try await bare.result(of: TestTarget()).get()
    #expect(plain.response == nil)
    #expect(plain.request?.value(forHTTPHeaderField: "X-Trace") == "A")
  }

  @Test func neverTouchesFilesOfUploadsAndDownloads() async {
    let provider = Provider(stubClosure: Provider.immediatelyStub)
    let tasks: [Moya.Task] = [
      .uploadFile(URL(fileURLWithPath: "/none")), .uploadMultipart([]),
      .downloadDestination { _, _ in
        Issue.record("the destination was asked")
        return (URL(fileURLWithPath: "/none"), [])
      },
    ]
    for task in tasks {
      let result = await provider.result(of: TestTarget(task: task)) { _ in
        Issue.record("progress was reported")
      }
      #expect(result.summary == "200 S")
    }
  }

  @Test func onlyProcessesWhatCouldNotBeBuilt() {
    let plugin = StepPlugin()
    let provider = Provider(
      requestClosure: { _, done in done(.failure(.requestMapping("zz"))) },
      stubClosure: Provider.immediatelyStub, plugins: [plugin])
    let results = Locked<[String]>([])
    provider.request(TestTarget()) { result in results.withLock { $0.append(result.summary) } }
    #expect(results.withLock { $0 } == ["requestMapping -"])
    #expect(plugin.steps.withLock { $0 } == ["A.process requestMapping -"])
  }

  @Test func completesOnceWhenARequestClosureAnswersTwice() {
    let plugin = StepPlugin()
    let provider = Provider(
      requestClosure: { endpoint, done in
        Provider.defaultRequestMapping(for: endpoint, closure: done)
        done(.failure(.requestMapping("late")))
      }, stubClosure: Provider.immediatelyStub, plugins: [plugin])
    let count = Locked(0)
    provider.request(TestTarget()) { _ in count.withLock { $0 += 1 } }
    #expect(count.withLock { $0 } == 1)
    #expect(plugin.steps.withLock { $0.count } == 4)
  }

  @Test func failsWhenARequestClosureLetsGoOfItsCallback() async {
    let provider = Provider(requestClosure: { _, _ in }, stubClosure: Provider.immediatelyStub)
    let result = await provider.result(of: TestTarget())
    #expect(result.summary == "NSURLErrorDomain -999 -")
    guard case .failure(let error) = result else { return }
    #expect(
      error.localizedDescription
        == "The provider's requestClosure let go of its callback without calling it. "
        + "Call it once, with a request or a failure.")
  }

  @Test func cancelsBeforeTheRequestIsBuilt() {
    let plugin = StepPlugin()
    let answer = Locked<(() -> Void)?>(nil)
    let provider = Provider(
      requestClosure: { endpoint, done in
        answer.withLock {
          $0 = { Provider.defaultRequestMapping(for: endpoint, closure: done) }
        }
      }, stubClosure: Provider.immediatelyStub, plugins: [plugin])
    let results = Locked<[String]>([])
    let cancellable = provider.request(TestTarget()) { result in
      results.withLock { $0.append(result.summary) }
    }
    cancellable.cancel()
    #expect(results.withLock { $0.isEmpty })
    answer.withLock { $0 }?()
    #expect(results.withLock { $0 } == ["NSURLErrorDomain -999 -"])
    #expect(
      plugin.steps.withLock { $0 } == [
        "A.didReceive NSURLErrorDomain -999 -", "A.process NSURLErrorDomain -999 -",
      ])
  }

  @Test func deliversAfterItsProviderIsGone() async {
    let result = await outcome { done in
      let provider = Provider(
        stubClosure: Provider.delayedStub(0.001), callbackQueue: DispatchQueue(label: "q"))
      provider.request(TestTarget()) { done($0) }
    }
    #expect(result.summary == "200 S")
  }

  @Test func failsAStubThatIsAskedForWithoutOne() throws {
    let provider = Provider()
    let results = Locked<[String]>([])
    let endpoint = provider.endpoint(TestTarget())
    provider.stubRequest(
      TestTarget(), request: try endpoint.urlRequest(), callbackQueue: nil,
      completion: { result in
        guard case .failure(let error) = result else { return }
        results.withLock { $0.append(error.localizedDescription) }
      }, endpoint: endpoint, stubBehavior: .never)
    #expect(
      results.withLock { $0 } == [
        "stubRequest was called with the behaviour never. Call request to send the request."
      ])
  }

  @Test func wrapsEncodableErrorsInTheDefaultMapping() async {
    struct Unencodable: Encodable {
      func encode(to encoder: any Encoder) throws { throw NSError(domain: "bad", code: 1) }
    }
    let provider = Provider(stubClosure: Provider.immediatelyStub)
    let target = TestTarget(method: .post, task: .requestJSONEncodable(Unencodable()))
    #expect(await provider.result(of: target).summary == "MoyaError -")
  }
}
#endif

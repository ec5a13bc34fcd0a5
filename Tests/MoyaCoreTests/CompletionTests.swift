#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// However a request ends, its completion is called once; and nothing is called after it.
@Suite struct CompletionTests {
  private typealias Provider = MoyaProvider<TestTarget>

  /// What a requestClosure does with its callback.
  enum Answer: String, CaseIterable, Sendable {
    case twice, failureTwice, successThenFailure, failureThenSuccess, never, lateAndTwice
    case fromTwoThreads
  }

  @Test(arguments: Answer.allCases, [false, true])
  func aRequestClosureThatAnswersOddlyCompletesOnce(answer: Answer, tracks: Bool) async throws {
    let server = try LoopbackServer { _ in Reply(200, text: "S") }
    for stub in [Provider.immediatelyStub, Provider.neverStub] {
      let late = Locked<[Handed]>([])
      let provider = Provider(
        requestClosure: { endpoint, done in
          let good = { Provider.defaultRequestMapping(for: endpoint, closure: done) }
          let bad = { done(.failure(.requestMapping("bad"))) }
          switch answer {
          case .twice: [good, good].forEach { $0() }
          case .failureTwice: [bad, bad].forEach { $0() }
          case .successThenFailure: [good, bad].forEach { $0() }
          case .failureThenSuccess: [bad, good].forEach { $0() }
          case .never: break
          case .lateAndTwice: late.withLock { $0 = [Handed(good), Handed(good)] }
          case .fromTwoThreads:
            let both = [Handed(good), Handed(bad)]
            DispatchQueue.concurrentPerform(iterations: 2) { both[$0].work() }
          }
        }, stubClosure: stub, session: .bounded(), trackInflights: tracks)
      let results = Locked<[String]>([])
      let queue = DispatchQueue(label: "q")
      let ended = DispatchGroup()
      ended.enter()
      let target = TestTarget(baseURL: server.baseURL)
      provider.request(target, callbackQueue: queue) { result in
        results.withLock { results in
          results.append(result.summary)
          if results.count == 1 { ended.leave() }
        }
      }
      for answer in late.withLock({ $0 }) { answer.work() }
      late.withLock { $0 = [] }
      await withCheckedContinuation { continuation in
        ended.notify(queue: queue) { continuation.resume() }
      }
      let allowed =
        switch answer {
        case .twice, .successThenFailure, .lateAndTwice: ["200 S"]
        case .failureTwice, .failureThenSuccess: ["requestMapping -"]
        case .never: ["NSURLErrorDomain -999 -"]
        case .fromTwoThreads: ["200 S", "requestMapping -"]
        }
      let seen = results.withLock { $0 }
      #expect(seen.count == 1 && allowed.contains(seen[0]), "\(seen)")
      #expect(provider.inflightRequests.isEmpty)
    }
  }

  /// Carries work to another thread once.
  struct Handed: @unchecked Sendable {  // Each is called by one thread, after being made.
    let work: () -> Void

    init(_ work: @escaping () -> Void) {
      self.work = work
    }
  }

  /// Overrides the stubbing as users do, and answers as it is told.
  private final class OddProvider: MoyaProvider<TestTarget>, @unchecked Sendable {
    // Set before any request is made.
    var answers = 1

    override func stubRequest(
      _ target: TestTarget, request: URLRequest, callbackQueue: DispatchQueue?,
      completion: @escaping Moya.Completion, endpoint: Endpoint, stubBehavior: Moya.StubBehavior
    ) -> CancellableToken {
      for _ in 0..<answers {
        completion(.success(Response(statusCode: 200, data: Data("odd".utf8))))
      }
      return CancellableToken {}
    }
  }

  @Test(arguments: [(0, "NSURLErrorDomain -999 -"), (1, "200 odd"), (2, "200 odd")])
  func aStubThatAnswersOddlyCompletesOnce(answers: Int, summary: String) {
    let provider = OddProvider(stubClosure: MoyaProvider.immediatelyStub, trackInflights: true)
    provider.answers = answers
    let results = Locked<[String]>([])
    provider.request(TestTarget()) { result in results.withLock { $0.append(result.summary) } }
    #expect(results.withLock { $0 } == [summary])
    #expect(provider.inflightRequests.isEmpty)
  }

  @Test func anEarlyCancelForgetsTheInflightRequestBeforeTheAnswerComes() {
    let answer = Locked<Handed?>(nil)
    let provider = Provider(
      requestClosure: { endpoint, done in
        answer.withLock {
          $0 = Handed { Provider.defaultRequestMapping(for: endpoint, closure: done) }
        }
      }, stubClosure: Provider.immediatelyStub, trackInflights: true)
    let results = Locked<[String]>([])
    let note: Moya.Completion = { result in results.withLock { $0.append(result.summary) } }
    let first = provider.request(TestTarget(), completion: note)
    provider.request(TestTarget(), completion: note)
    first.cancel()
    answer.withLock { $0 }?.work()
    #expect(results.withLock { $0 } == Array(repeating: "NSURLErrorDomain -999 -", count: 2))
    #expect(provider.inflightRequests.isEmpty)
    answer.withLock { $0 = nil }
    provider.request(TestTarget(), completion: note)
    answer.withLock { $0 }?.work()
    #expect(results.withLock { $0.last } == "200 S")
  }

  @Test func aCancelIsNotLostWhileTheRequestBegins() async throws {
    // The answer and the cancel meet; whichever comes first, a cancelled request never succeeds,
    // for the server answers none.
    let server = try LoopbackServer { _ in .never }
    let session = Session.bounded()
    for _ in 0..<100 {
      let answer = Locked<Handed?>(nil)
      let provider = Provider(
        requestClosure: { endpoint, done in
          answer.withLock {
            $0 = Handed { Provider.defaultRequestMapping(for: endpoint, closure: done) }
          }
        }, session: session)
      let result = await outcome { done in
        let cancellable = provider.request(
          TestTarget(baseURL: server.baseURL), callbackQueue: DispatchQueue(label: "q")
        ) { done($0) }
        let both = [Handed { answer.withLock { $0 }?.work() }, Handed { cancellable.cancel() }]
        DispatchQueue.concurrentPerform(iterations: 2) { both[$0].work() }
      }
      #expect(["NSURLErrorDomain -999 -", "explicitlyCancelled -"].contains(result.summary))
    }
  }

  @Test func pluginsHearOfNoBeginningAfterTheEnd() async throws {
    final class Held: RequestInterceptor {
      let completions = Locked<[@Sendable () -> Void]>([])

      func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
      ) {
        completions.withLock { $0.append { completion(.success(urlRequest)) } }
      }
    }
    let held = Held()
    let plugin = StepPlugin()
    let session = Session.bounded(interceptor: held)
    let provider = Provider(session: session, plugins: [plugin])
    let result = await outcome { done in
      let cancellable = provider.request(TestTarget(), callbackQueue: DispatchQueue(label: "q")) {
        done($0)
      }
      session.requestQueue.async { [handed = Handed { cancellable.cancel() }] in handed.work() }
    }
    #expect(result.summary == "explicitlyCancelled -")
    for completion in held.completions.withLock({ $0 }) { completion() }
    session.requestQueue.sync {}
    #expect(
      plugin.steps.withLock { $0 } == [
        "A.didReceive explicitlyCancelled -", "A.process explicitlyCancelled -",
      ])
  }

  @Test func progressIsNeverReportedAfterTheCompletion() async throws {
    let server = try LoopbackServer { _ in
      Reply(200, body: [UInt8](repeating: 7, count: 1_000_000))
    }
    let queue = DispatchQueue(label: "q", attributes: .concurrent)
    let session = Session.bounded()
    for _ in 0..<20 {
      let provider = Provider(session: session)
      let isComplete = Locked(false)
      let calls = Locked(0)
      await withCheckedContinuation { continuation in
        provider.request(
          TestTarget(baseURL: server.baseURL), callbackQueue: queue,
          progress: { _ in
            let isLate = isComplete.withLock { $0 }
            #expect(!isLate)
            // Long enough for the end to come meanwhile.
            let isAlone = calls.withLock { calls in
              calls += 1
              return calls == 1
            }
            #expect(isAlone)
            for _ in 0..<200 { _ = (0..<50).shuffled() }
            calls.withLock { $0 -= 1 }
            let isOver = isComplete.withLock { $0 }
            #expect(!isOver)
          },
          completion: { _ in
            isComplete.withLock { $0 = true }
            continuation.resume()
          })
      }
      await withCheckedContinuation { continuation in
        queue.async(flags: .barrier) { continuation.resume() }
      }
    }
  }
}
#endif

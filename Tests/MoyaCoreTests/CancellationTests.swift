#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct CancellationTests {
  private typealias Provider = MoyaProvider<TestTarget>

  @Test func keepsWhatHadArrived() async throws {
    let gate = Gate()
    let server = try LoopbackServer { _ in
      Reply(
        200, pieces: [.text("some"), .gate(gate), .text("more")], framing: .chunked(trailers: []))
    }
    let token = Locked<(any Cancellable)?>(nil)
    let plugin = StepPlugin()
    let provider = Provider(session: .bounded(), plugins: [plugin])
    let result = await outcome { done in
      let cancellable = provider.request(
        TestTarget(baseURL: server.baseURL), callbackQueue: DispatchQueue(label: "q"),
        progress: { progress in
          // The first bytes are here; the rest never comes.
          if !progress.completed { token.withLock { $0 }?.cancel() }
        }, completion: done)
      token.withLock { $0 = cancellable }
      gate.pass()
      gate.open()
    }
    guard case .failure(let error) = result else { return }
    #expect(error.kind == "explicitlyCancelled")
    #expect(error.response?.statusCode == 200)
  }

  @Test func completesWithoutAServersHelp() async throws {
    let server = try LoopbackServer { _ in .never }
    let plugin = StepPlugin()
    let provider = Provider(session: .bounded(), plugins: [plugin])
    async let pending = outcome { done in
      let cancellable = provider.request(
        TestTarget(baseURL: server.baseURL), callbackQueue: DispatchQueue(label: "q")
      ) { done($0) }
      let cancellation = Locked(cancellable)
      _Concurrency.Task {
        _ = await server.waitForRequests(1)
        cancellation.withLock { $0.cancel() }
      }
    }
    #expect(await pending.summary == "explicitlyCancelled -")
    #expect(
      plugin.steps.withLock { Array($0.suffix(2)) } == [
        "A.didReceive explicitlyCancelled -", "A.process explicitlyCancelled -",
      ])
  }

  @Test func completesWhileAnAdapterThinks() async {
    final class Thinking: RequestInterceptor {
      let completions = Locked<[@Sendable (Result<URLRequest, any Error>) -> Void]>([])

      func adapt(
        _ urlRequest: URLRequest, for session: Session,
        completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
      ) {
        completions.withLock { $0.append { _ in completion(.success(urlRequest)) } }
      }
    }
    let interceptor = Thinking()
    let plugin = StepPlugin()
    let provider = Provider(session: .bounded(interceptor: interceptor), plugins: [plugin])
    let result = await outcome { done in
      let cancellable = provider.request(TestTarget(), callbackQueue: DispatchQueue(label: "q")) {
        done($0)
      }
      cancellable.cancel()
    }
    #expect(result.summary == "explicitlyCancelled -")
    // An answer that comes too late changes nothing.
    for completion in interceptor.completions.withLock({ $0 }) {
      completion(.failure(CancellationError()))
    }
    #expect(plugin.steps.withLock { $0.count(where: { $0.hasPrefix("A.didReceive") }) } == 1)
  }

  @Test func completesDuringARetriersDelay() async throws {
    let server = try LoopbackServer { _ in Reply(500) }
    let interceptor = ScriptedInterceptor(retries: 1, result: .retryWithDelay(3600))
    let provider = Provider(session: .bounded(interceptor: interceptor))
    let result = await outcome { done in
      let cancellable = provider.request(
        TestTarget(baseURL: server.baseURL, validationType: .successCodes),
        callbackQueue: DispatchQueue(label: "q")
      ) { done($0) }
      let cancellation = Locked(cancellable)
      _Concurrency.Task {
        while !interceptor.steps.withLock({ $0.contains { $0.hasPrefix("retry") } }) {
          await _Concurrency.Task.yield()
        }
        cancellation.withLock { $0.cancel() }
      }
    }
    #expect(
      result.summary == "explicitlyCancelled 500" || result.summary == "explicitlyCancelled -")
  }

  @Test func completesEachOfManyOnce() async throws {
    let server = try LoopbackServer { request in Reply(200, text: request.target) }
    var random = SplitMix64(name: "completesEachOfManyOnce")
    let counts = Locked([Int](repeating: 0, count: 200))
    let queue = DispatchQueue(label: "q", attributes: .concurrent)
    await withCheckedContinuation { continuation in
      let left = Locked(200)
      for index in 0..<200 {
        // Each provider and its session go away while the request is under way.
        let provider = Provider(session: index % 10 == 0 ? .bounded() : Self.shared)
        let cancellable = Locked(
          provider.request(
            TestTarget(baseURL: server.baseURL, path: "/\(index)"), callbackQueue: queue
          ) { _ in
            counts.withLock { $0[index] += 1 }
            let isLast = left.withLock { left in
              left -= 1
              return left == 0
            }
            if isLast { continuation.resume() }
          })
        if Bool.random(using: &random) {
          let delay = Double.random(in: 0..<0.02, using: &random)
          DispatchQueue.global().asyncAfter(deadline: .now() + delay) {
            cancellable.withLock { $0.cancel() }
          }
        }
      }
    }
    #expect(counts.withLock { $0 } == [Int](repeating: 1, count: 200))
  }

  private static let shared = Session.bounded()

  @Test func runsATokensActionOnce() {
    let count = Locked(0)
    let token = CancellableToken { count.withLock { $0 += 1 } }
    #expect(!token.isCancelled)
    token.cancel()
    token.cancel()
    #expect(token.isCancelled)
    #expect(count.withLock { $0 } == 1)
    #expect(token.debugDescription == "Empty Request")
  }
}
#endif

#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

@Suite struct RequestProgressCancellationTests {
  private typealias Provider = MoyaProvider<TestTarget>

  private static let queue = DispatchQueue(label: "callback")

  /// A reply whose second half never comes.
  private static func half(_ gate: Gate) -> Reply {
    Reply(
      200, pieces: [.text("some"), .gate(gate), .text("more")], framing: .chunked(trailers: []))
  }

  /// What a task got that iterates over a request.
  private struct Outcome: Sendable {
    var steps = 0
    var failure: MoyaError?
    var afterFailure: ProgressResponse?
  }

  /// Iterates to the end, noting each step.
  private static func outcome(
    of sequence: RequestProgress<TestTarget>, onStep: () -> Void = {}
  ) async -> Outcome {
    var outcome = Outcome()
    var iterator = sequence.makeAsyncIterator()
    do {
      while let step = try await iterator.next() {
        #expect(!step.completed)
        outcome.steps += 1
        onStep()
      }
    } catch {
      outcome.failure = error
    }
    do {
      outcome.afterFailure = try await iterator.next()
    } catch {
      Issue.record("a second failure: \(error)")
    }
    return outcome
  }

  @Test func beginsNothingInACancelledTask() async throws {
    let asked = Locked(0)
    let task = _Concurrency.Task {
      withUnsafeCurrentTask { $0?.cancel() }
      let provider = Provider(
        endpointClosure: {
          asked.withLock { $0 += 1 }
          return Provider.defaultEndpointMapping(for: $0)
        }, stubClosure: MoyaProvider.immediatelyStub)
      return await Self.outcome(of: provider.requestWithProgress(TestTarget()))
    }
    let outcome = await task.value
    #expect(outcome.failure?.kind == "NSURLErrorDomain -999")
    #expect(outcome.steps == 0 && outcome.afterFailure == nil)
    #expect(asked.withLock { $0 } == 0)
  }

  @Test func endsTheWaitForTheFirstElement() async throws {
    let server = try LoopbackServer { _ in .never }
    let url = server.baseURL
    let steps = Locked<[String]>([])
    let task = _Concurrency.Task {
      let provider = Provider(session: .bounded(), plugins: [StepPlugin(steps: steps)])
      return await Self.outcome(
        of: provider.requestWithProgress(TestTarget(baseURL: url), callbackQueue: Self.queue))
    }
    #expect(await server.waitForRequests(1))
    task.cancel()
    let outcome = await task.value
    #expect(outcome.failure?.kind == "explicitlyCancelled")
    #expect(outcome.afterFailure == nil)
    #expect(steps.withLock { $0.last } == "A.process explicitlyCancelled -")
  }

  @Test func endsTheWaitForAFurtherElement() async throws {
    let gate = Gate()
    let server = try LoopbackServer { _ in Self.half(gate) }
    let url = server.baseURL
    let task = _Concurrency.Task {
      let provider = Provider(session: .bounded())
      return await Self.outcome(
        of: provider.requestWithProgress(TestTarget(baseURL: url), callbackQueue: Self.queue)
      ) {
        // The body of the loop has run, and the loop asks on.
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    let outcome = await task.value
    #expect(outcome.failure?.kind == "explicitlyCancelled")
    #expect(outcome.failure?.response?.statusCode == 200)
    #expect(outcome.steps >= 1 && outcome.afterFailure == nil)
  }

  @Test func comesWithLeavingTheLoop() async throws {
    let gate = Gate()
    let server = try LoopbackServer { _ in Self.half(gate) }
    let (results, note) = AsyncStream<String>.makeStream()
    struct Noting: PluginType {
      let note: AsyncStream<String>.Continuation

      func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType) {
        note.yield(result.summary)
      }
    }
    let provider = Provider(session: .bounded(), plugins: [Noting(note: note)])
    for try await step in provider.requestWithProgress(
      TestTarget(baseURL: server.baseURL), callbackQueue: Self.queue)
    {
      #expect(!step.completed)
      break
    }
    var received = results.makeAsyncIterator()
    #expect(await received.next() == "explicitlyCancelled 200")
  }

  @Test func doesNotComeAfterTheEnd() async throws {
    let canceled = Locked(0)
    let provider = ScriptedProvider { _, completion in
      completion(.success(Response(statusCode: 200, data: Data())))
      return CancellableToken { canceled.withLock { $0 += 1 } }
    }
    for try await step in provider.requestWithProgress(TestTarget()) { #expect(step.completed) }
    #expect(canceled.withLock { $0 } == 0)
  }

  @Test func comesWithLettingGoOfTheIterator() async throws {
    let canceled = Locked(0)
    let provider = ScriptedProvider { progress, _ in
      progress(ProgressResponse(progress: Progress(totalUnitCount: 1)))
      return CancellableToken { canceled.withLock { $0 += 1 } }
    }
    do {
      var iterator = provider.requestWithProgress(TestTarget()).makeAsyncIterator()
      var copy = iterator
      #expect(try await iterator.next()?.completed == false)
      iterator = provider.requestWithProgress(TestTarget()).makeAsyncIterator()
      // The copy keeps the first request.
      #expect(canceled.withLock { $0 } == 0)
      copy = iterator
      #expect(canceled.withLock { $0 } == 1)
      #expect(try await copy.next()?.completed == false)
    }
    #expect(canceled.withLock { $0 } == 2)
  }
}
#endif

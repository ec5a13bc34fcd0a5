#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

/// What an iteration makes of a provider's calls, whenever they come.
@Suite struct ProgressStepsTests {
  private static let response = Response(statusCode: 200, data: Data("x".utf8))

  private static func progress(_ count: Int64) -> ProgressResponse {
    let progress = Progress(totalUnitCount: 10)
    progress.completedUnitCount = count
    return ProgressResponse(progress: progress)
  }

  /// Byte counts, with `!` where the response is there, and the failure's kind.
  private static func texts(_ script: @escaping ScriptedProvider.Script) async -> [String] {
    var texts: [String] = []
    do {
      for try await step in ScriptedProvider(script).requestWithProgress(TestTarget()) {
        let count = step.progressObject.map { "\($0.completedUnitCount)" } ?? "-"
        texts.append(count + (step.completed ? "!" : ""))
      }
    } catch {
      texts.append(error.kind)
    }
    return texts
  }

  @Test func nobodyWhoIsSlowMissesTheEnd() async {
    let texts = await Self.texts { progress, completion in
      for count in 1...9 { progress(Self.progress(Int64(count))) }
      completion(.success(Self.response))
      return CancellableToken {}
    }
    #expect(texts == ["9!"])
  }

  @Test func onlyTheNewestWaits() async throws {
    let calls = Locked<(() -> Void)?>(nil)
    let provider = ScriptedProvider { progress, completion in
      for count in 1...3 { progress(Self.progress(Int64(count))) }
      let progress = UncheckedBlock(progress)
      let completion = UncheckedBlock(completion)
      calls.withLock {
        $0 = {
          for count in 4...6 { progress.block(Self.progress(Int64(count))) }
          completion.block(.failure(.requestMapping("u")))
        }
      }
      return CancellableToken {}
    }
    var iterator = provider.requestWithProgress(TestTarget()).makeAsyncIterator()
    #expect(try await iterator.next()?.progressObject?.completedUnitCount == 3)
    calls.withLock { $0 }?()
    // How far a request came that failed is all that there is to tell.
    #expect(try await iterator.next()?.progressObject?.completedUnitCount == 6)
    await #expect(throws: MoyaError.self) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  /// As the real Moya does it with a queue of one's own.
  @Test func whatComesAfterTheEndIsDropped() async {
    let texts = await Self.texts { progress, completion in
      progress(ProgressResponse(progress: Progress(totalUnitCount: 1), response: Self.response))
      completion(.success(Self.response))
      progress(Self.progress(5))
      progress(ProgressResponse(response: Self.response))
      completion(.failure(.requestMapping("u")))
      return CancellableToken {}
    }
    #expect(texts == ["0!"])
  }

  @Test func aCompletedStepThatThePluginsTakeBackIsNone() async {
    let texts = await Self.texts { progress, completion in
      progress(ProgressResponse(response: Self.response))
      completion(.failure(.requestMapping("u")))
      return CancellableToken {}
    }
    #expect(texts == ["requestMapping"])
  }
}

/// Carries a block out of the call that was given it.
// Unchecked: the test calls it on one thread at a time.
private struct UncheckedBlock<Value>: @unchecked Sendable {
  let block: (Value) -> Void

  init(_ block: @escaping (Value) -> Void) {
    self.block = block
  }
}
#endif

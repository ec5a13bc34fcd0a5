#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct ProgressTests {
  private struct Step: Equatable {
    var fraction: Double
    var isCompleted: Bool
    var count: Int64?
  }

  private func steps(
    _ server: LoopbackServer, _ target: TestTarget, queue: DispatchQueue = DispatchQueue(label: "q")
  ) async -> (steps: [Step], summary: String) {
    let steps = Locked<[Step]>([])
    let provider = MoyaProvider<TestTarget>(session: .bounded())
    let result = await provider.result(of: target, callbackQueue: queue) { progress in
      let step = Step(
        fraction: progress.progress, isCompleted: progress.completed,
        count: progress.progressObject?.completedUnitCount)
      steps.withLock { $0.append(step) }
    }
    return (steps.withLock { $0 }, result.summary)
  }

  @Test func growsAndEndsWithTheResponse() async throws {
    let body = [UInt8](repeating: 7, count: 400_000)
    let server = try LoopbackServer { _ in Reply(200, body: body) }
    let (steps, _) = await steps(server, TestTarget(baseURL: server.baseURL))
    #expect(steps.last == Step(fraction: 1, isCompleted: true, count: 400_000))
    #expect(steps.dropLast().allSatisfy { !$0.isCompleted })
    #expect(steps.map(\.fraction) == steps.map(\.fraction).sorted())
  }

  @Test func countsWhatAnUploadSends() async throws {
    let server = try LoopbackServer { _ in Reply(200, text: "a longer answer") }
    let folder = try TemporaryFolder()
    let file = try folder.write([UInt8](repeating: 7, count: 300_000), to: "f")
    let target = TestTarget(baseURL: server.baseURL, method: .put, task: .uploadFile(file))
    let (steps, summary) = await steps(server, target)
    #expect(summary == "200 a longer answer")
    #expect(steps.last == Step(fraction: 1, isCompleted: true, count: 300_000))
  }

  @Test func isZeroWhileTheLengthIsUnknown() async throws {
    let server = try LoopbackServer { _ in Reply.chunked([.text("ab"), .text("cd")]) }
    let (steps, _) = await steps(server, TestTarget(baseURL: server.baseURL))
    #expect(steps.dropLast().allSatisfy { $0.fraction == 0 })
    #expect(steps.last?.fraction == 1)
  }

  @Test func isNeverCompletedByAFailure() async throws {
    let server = try LoopbackServer { _ in Reply(500, text: "no") }
    let target = TestTarget(baseURL: server.baseURL, validationType: .successCodes)
    let (steps, summary) = await steps(server, target)
    #expect(summary == "responseValidationFailed 500")
    #expect(!steps.isEmpty && steps.allSatisfy { !$0.isCompleted })
  }

  @Test func saysNothingAfterTheLastCallOnAConcurrentQueue() async throws {
    let body = [UInt8](repeating: 7, count: 2_000_000)
    let server = try LoopbackServer { _ in Reply(200, body: body) }
    let queue = DispatchQueue(label: "q", attributes: .concurrent)
    let (steps, _) = await steps(server, TestTarget(baseURL: server.baseURL), queue: queue)
    #expect(steps.map(\.isCompleted).filter { $0 }.count == 1)
  }

  @Test func computesFractions() {
    #expect(ProgressResponse().progress == 0)
    let half = Progress(totalUnitCount: 4)
    half.completedUnitCount = 2
    #expect(ProgressResponse(progress: half).progress == 0.5)
    #expect(!ProgressResponse(progress: half).completed)
    #expect(ProgressResponse(progress: Progress(totalUnitCount: -1)).progress == 0)
    let done = ProgressResponse(response: Response(statusCode: 200, data: Data()))
    #expect(done.progress == 1 && done.completed)
  }
}
#endif

#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

@Suite struct RequestProgressTests {
  private typealias Provider = MoyaProvider<TestTarget>

  private static let queue = DispatchQueue(label: "callback")

  /// Three pieces of known length, each but the first behind a gate.
  private static func pieces(_ gate: Gate, fields: [(name: String, value: String)] = []) -> Reply {
    let piece = Reply.Piece.bytes([UInt8](repeating: 7, count: 1000))
    return Reply(
      200, fields: fields, pieces: [piece, .gate(gate), piece, .gate(gate), piece],
      framing: .contentLength)
  }

  @Test func tellsOfEachPieceAndEndsWithTheResponse() async throws {
    let gate = Gate()
    let server = try LoopbackServer { _ in Self.pieces(gate) }
    let provider = Provider(session: .bounded())
    var counts: [Int64] = []
    var last: ProgressResponse?
    for try await step in provider.requestWithProgress(
      TestTarget(baseURL: server.baseURL), callbackQueue: Self.queue)
    {
      #expect(last?.completed != true)
      last = step
      let count = step.progressObject?.completedUnitCount ?? 0
      if count > counts.last ?? 0, count == 1000 || count == 2000 { gate.pass() }
      counts.append(count)
    }
    #expect(counts == counts.sorted())
    #expect(Set(counts).isSuperset(of: [1000, 2000, 3000]))
    #expect(last?.response?.data.count == 3000)
    #expect(last?.progress == 1)
  }

  @Test func readsAChunkedBodyOfUnknownLength() async throws {
    let gate = Gate()
    let server = try LoopbackServer { _ in
      .chunked([.text("ab"), .gate(gate), .text("cd")])
    }
    let provider = Provider(session: .bounded())
    var fractions: [Double] = []
    var text: String?
    for try await step in provider.requestWithProgress(
      TestTarget(baseURL: server.baseURL), callbackQueue: Self.queue)
    {
      if fractions.isEmpty { gate.open() }
      fractions.append(step.progress)
      text = try step.response?.mapString()
    }
    #expect(fractions.count >= 2)
    #expect(fractions.dropLast().allSatisfy { $0 == 0 })
    #expect(fractions.last == 1)
    #expect(text == "abcd")
  }

  @Test func countsWhatAnUploadSends() async throws {
    let server = try LoopbackServer { request in Reply(200, text: "\(request.bodyByteCount)") }
    let folder = try TemporaryFolder()
    let file = try folder.write([UInt8](repeating: 7, count: 300_000), to: "f")
    let provider = Provider(session: .bounded())
    var steps: [ProgressResponse] = []
    for try await step in provider.requestWithProgress(
      TestTarget(baseURL: server.baseURL, method: .put, task: .uploadFile(file)),
      callbackQueue: Self.queue)
    { steps.append(step) }
    #expect(try steps.last?.response?.mapString() == "300000")
    #expect(steps.last?.progressObject?.completedUnitCount == 300_000)
  }

  @Test func followsADownloadIntoItsFile() async throws {
    let gate = Gate()
    let server = try LoopbackServer { _ in Self.pieces(gate) }
    let folder = try TemporaryFolder()
    let file = folder.file("f")
    let provider = Provider(session: .bounded())
    gate.open()
    var steps: [ProgressResponse] = []
    for try await step in provider.requestWithProgress(
      TestTarget(
        baseURL: server.baseURL, task: .downloadDestination { _, _ in (file, []) }),
      callbackQueue: Self.queue)
    { steps.append(step) }
    #expect(steps.last?.response?.statusCode == 200)
    #expect(steps.dropLast().allSatisfy { !$0.completed })
    #expect(try Data(contentsOf: file).count == 3000)
  }

  @Test func givesAStubsResponseAlone() async throws {
    let provider = Provider(stubClosure: MoyaProvider.immediatelyStub)
    var steps: [ProgressResponse] = []
    for try await step in provider.requestWithProgress(TestTarget()) { steps.append(step) }
    #expect(steps.count == 1)
    #expect(steps.first?.completed == true)
    #expect(steps.first?.progressObject == nil)
    #expect(try steps.first?.response?.mapString() == "S")
  }

  @Test func sendsNothingBeforeTheFirstQuestionAndAnewForEachIteration() async throws {
    let asked = Locked(0)
    let provider = Provider(
      endpointClosure: {
        asked.withLock { $0 += 1 }
        return Provider.defaultEndpointMapping(for: $0)
      }, stubClosure: MoyaProvider.immediatelyStub)
    let sequence = provider.requestWithProgress(TestTarget())
    var first = sequence.makeAsyncIterator()
    var second = sequence.makeAsyncIterator()
    #expect(asked.withLock { $0 } == 0)
    #expect(try await first.next()?.completed == true)
    #expect(asked.withLock { $0 } == 1)
    #expect(try await second.next()?.completed == true)
    #expect(asked.withLock { $0 } == 2)
    #expect(try await first.next() == nil)
    #expect(try await first.next() == nil)
    #expect(asked.withLock { $0 } == 2)
  }

  @Test func throwsTheFailureOnce() async throws {
    let server = try LoopbackServer { _ in Reply(500, text: "no") }
    let provider = Provider(session: .bounded())
    let sequence = provider.requestWithProgress(
      TestTarget(baseURL: server.baseURL, validationType: .successCodes),
      callbackQueue: Self.queue)
    var iterator = sequence.makeAsyncIterator()
    var failure: MoyaError?
    do {
      while let step = try await iterator.next() { #expect(!step.completed) }
    } catch {
      failure = error
    }
    #expect(failure?.kind == "responseValidationFailed")
    #expect(failure?.response?.statusCode == 500)
    #expect(try await iterator.next() == nil)
  }

  @Test func givesTheResponseAsThePluginsLeaveIt() async throws {
    let provider = Provider(stubClosure: MoyaProvider.immediatelyStub, plugins: [StepPlugin("A")])
    for try await step in provider.requestWithProgress(TestTarget()) {
      #expect(try step.response?.mapString() == "SA")
    }
    struct Refusing: PluginType {
      func process(_ result: Result<Moya.Response, MoyaError>, target: any TargetType)
        -> Result<Moya.Response, MoyaError>
      { .failure(.requestMapping("refused")) }
    }
    let refusing = Provider(stubClosure: MoyaProvider.immediatelyStub, plugins: [Refusing()])
    await #expect(throws: MoyaError.self) {
      for try await step in refusing.requestWithProgress(TestTarget()) {
        Issue.record("an element of a refused request: \(step)")
      }
    }
  }

  @Test func freesTheProvider() async throws {
    let server = try LoopbackServer { _ in Reply(200, text: "x") }
    weak var freed: Provider?
    do {
      let provider = Provider(session: .bounded())
      freed = provider
      _ = provider.requestWithProgress(TestTarget()).makeAsyncIterator()
      for try await _ in provider.requestWithProgress(
        TestTarget(baseURL: server.baseURL), callbackQueue: Self.queue)
      {}
    }
    // The session lets go of a finished request on a queue of its own.
    let limit = ContinuousClock.now + .seconds(10)
    while freed != nil, ContinuousClock.now < limit { await _Concurrency.Task.yield() }
    #expect(freed == nil)
  }

  @MainActor @Test func staysOnTheActorThatIterates() async throws {
    let gate = Gate()
    let server = try LoopbackServer { _ in Self.pieces(gate) }
    gate.open()
    let provider = Provider(session: .bounded())
    for queue in [Self.queue, DispatchQueue(label: "many", attributes: .concurrent)] {
      var steps: [ProgressResponse] = []
      for try await step in provider.requestWithProgress(
        TestTarget(baseURL: server.baseURL), callbackQueue: queue)
      {
        MainActor.assertIsolated()
        steps.append(step)
      }
      #expect(steps.last?.response?.data.count == 3000)
    }
  }
}
#endif

#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Many requests at once, cancelled at random moments, their providers let go of on the way.
@Suite struct StressTests {
  private typealias Provider = MoyaProvider<TestTarget>

  private static let count = 200

  /// How the requests are answered, and whether equal ones share.
  struct Load: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let stub: @Sendable () -> Moya.StubBehavior
    let tracks: Bool
    let sharesProvider: Bool
  }

  static let loads: [Load] = [true, false].flatMap { tracks in
    [true, false].flatMap { shares in
      let tail = "\(tracks ? ", tracked" : "")\(shares ? ", one provider" : "")"
      return [
        Load(
          testDescription: "live" + tail, stub: { .never }, tracks: tracks, sharesProvider: shares),
        Load(
          testDescription: "at once" + tail, stub: { .immediate }, tracks: tracks,
          sharesProvider: shares),
        Load(
          testDescription: "delayed" + tail, stub: { .delayed(seconds: 0.002) }, tracks: tracks,
          sharesProvider: shares),
      ]
    }
  }

  @Test(arguments: loads)
  func completesEachRequestOnceWhateverIsCancelled(_ load: Load) async throws {
    let server = try LoopbackServer { request in Reply(200, text: request.target) }
    var random = SplitMix64(
      name: "completesEachRequestOnceWhateverIsCancelled \(load.testDescription)")
    let seeds = (0..<Self.count).map { _ in random.next() }
    let session = Session.bounded()
    let counts = Locked([Int](repeating: 0, count: Self.count))
    let queue = DispatchQueue(label: "q", attributes: .concurrent)
    let all = DispatchGroup()
    let shared = load.sharesProvider ? Held(value: Self.provider(load, session)) : nil
    for _ in 0..<Self.count { all.enter() }
    // Made from many threads at once, as the issue of inflight requests needs.
    DispatchQueue.concurrentPerform(iterations: Self.count) { index in
      var random = SplitMix64(seed: seeds[index])
      // One of its own goes away as soon as the request is made.
      let provider = shared?.value ?? Self.provider(load, session)
      let target = TestTarget(
        baseURL: server.baseURL, path: "/\(index % 7)", method: index % 3 == 0 ? .post : .get,
        task: index % 3 == 0 ? .requestData(Data("b".utf8)) : .requestPlain)
      let cancellable = Held(
        value: provider.request(
          target, callbackQueue: queue, progress: { _ in },
          completion: { _ in
            counts.withLock { $0[index] += 1 }
            all.leave()
          }))
      switch Int.random(in: 0..<4, using: &random) {
      case 0: cancellable.value.cancel()
      case 1:
        let delay = Double.random(in: 0..<0.01, using: &random)
        DispatchQueue.global().asyncAfter(deadline: .now() + delay) {
          cancellable.value.cancel()
        }
      default: break
      }
    }
    await withCheckedContinuation { continuation in
      all.notify(queue: queue, work: DispatchWorkItem(flags: .barrier) { continuation.resume() })
    }
    #expect(counts.withLock { $0 } == [Int](repeating: 1, count: Self.count))
    // The last completion runs before its endpoint is forgotten, on another thread perhaps.
    while let shared, !shared.value.inflightRequests.isEmpty {
      await _Concurrency.Task.yield()
    }
  }

  private static func provider(_ load: Load, _ session: Session) -> Provider {
    Provider(
      stubClosure: { _ in load.stub() }, session: session, plugins: [StepPlugin()],
      trackInflights: load.tracks)
  }

  /// A provider is not marked Sendable, though requests may be made from any thread.
  private struct Held<Value>: @unchecked Sendable {  // A constant; each value guards itself.
    let value: Value
  }

  @Test func sharesOneAnswerAmongTwoHundred() async throws {
    let gate = Gate()
    let server = try LoopbackServer { _ in Reply(200, text: "once").held(at: gate) }
    let provider = Held(value: Provider(session: .bounded(), trackInflights: true))
    let results = Locked<[String]>([])
    let all = DispatchGroup()
    for _ in 0..<Self.count { all.enter() }
    let queue = DispatchQueue(label: "q")
    DispatchQueue.concurrentPerform(iterations: Self.count) { _ in
      provider.value.request(TestTarget(baseURL: server.baseURL), callbackQueue: queue) { result in
        results.withLock { $0.append(result.summary) }
        all.leave()
      }
    }
    #expect(provider.value.inflightRequests.values.map(\.count) == [Self.count])
    gate.open()
    await withCheckedContinuation { continuation in
      all.notify(queue: queue) { continuation.resume() }
    }
    #expect(results.withLock { $0 } == Array(repeating: "200 once", count: Self.count))
    #expect(server.requestCount == 1)
    #expect(provider.value.inflightRequests.isEmpty)
  }

  @Test func cancelsAllRequestsOfASession() async throws {
    let server = try LoopbackServer { _ in .never }
    let session = Session.bounded()
    let provider = Provider(session: session)
    let results = Locked<[String]>([])
    let all = DispatchGroup()
    for _ in 0..<20 { all.enter() }
    for index in 0..<20 {
      provider.request(
        TestTarget(baseURL: server.baseURL, path: "/\(index)"),
        callbackQueue: DispatchQueue(label: "q")
      ) { result in
        results.withLock { $0.append(result.summary) }
        all.leave()
      }
    }
    session.cancelAllRequests()
    await withCheckedContinuation { continuation in
      all.notify(queue: .global()) { continuation.resume() }
    }
    #expect(results.withLock { $0 } == Array(repeating: "explicitlyCancelled -", count: 20))
  }

  @Test func cancelsWhileServersGoAway() async throws {
    // URLSession on Linux aborts where a task ends while it is being cancelled.
    for _ in 0..<20 {
      let server = try LoopbackServer { _ in .never }
      let session = Session.bounded()
      let ended = DispatchGroup()
      let queue = DispatchQueue(label: "q")
      let count = Locked(0)
      let tokens = (0..<40).map { _ in
        ended.enter()
        return Held(
          value: Provider(session: session).request(
            TestTarget(baseURL: server.baseURL), callbackQueue: queue
          ) { _ in
            count.withLock { $0 += 1 }
            ended.leave()
          })
      }
      DispatchQueue.concurrentPerform(iterations: 41) { index in
        if index == 20 { server.stop() }
        if index < 40 { tokens[index].value.cancel() }
      }
      await withCheckedContinuation { continuation in
        ended.notify(queue: queue) { continuation.resume() }
      }
      #expect(count.withLock { $0 } == 40)
    }
  }

  @Test func cancelsWhileServersRedirectAndChallenge() async throws {
    var random = SplitMix64(name: "cancelsWhileServersRedirectAndChallenge")
    let folder = try TemporaryFolder()
    let file = folder.file("f")
    let server = try LoopbackServer { request in
      switch request.path {
      case "/moved": Reply(307, fields: [("Location", "/end")], text: "moved")
      case "/closed": Reply(302, fields: [("Location", "/gone")]).closing()
      case "/secret": Reply(401, fields: [("WWW-Authenticate", "Basic realm=\"r\"")], text: "no")
      case "/gone": .closed
      default: Reply(200, text: "end")
      }
    }
    let plugin = CredentialsPlugin { _ in
      URLCredential(user: "u", password: "p", persistence: .none)
    }
    let provider = Provider(session: .bounded(), plugins: [plugin])
    let queue = DispatchQueue(label: "q")
    let counts = Locked([Int](repeating: 0, count: 600))
    let ended = DispatchGroup()
    for index in 0..<600 {
      ended.enter()
      let path = ["/moved", "/closed", "/secret", "/end"].randomElement(using: &random) ?? ""
      let task: Moya.Task =
        [
          .requestPlain, .requestData(Data("b".utf8)),
          .downloadDestination { _, _ in (file, [.removePreviousFile]) },
        ].randomElement(using: &random) ?? .requestPlain
      let cancellable = Held(
        value: provider.request(
          TestTarget(baseURL: server.baseURL, path: path, method: .put, task: task),
          callbackQueue: queue
        ) { _ in
          counts.withLock { $0[index] += 1 }
          ended.leave()
        })
      let delay = Double.random(in: 0..<0.004, using: &random)
      DispatchQueue.global().asyncAfter(deadline: .now() + delay) { cancellable.value.cancel() }
    }
    await withCheckedContinuation { continuation in
      ended.notify(queue: queue) { continuation.resume() }
    }
    #expect(counts.withLock { $0 } == [Int](repeating: 1, count: 600))
  }
}
#endif

import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if UpstreamMoya
import Alamofire
#endif

/// What must not get mixed up: whose answer it is, who answers, and where the caller is called back.
struct MixUpTests {
  private let queue = DispatchQueue(label: "callbacks")

  private func entries(_ studio: Studio) throws -> [String] {
    let cassette = try Cassette(contentsOf: studio.cassette)
    return try (0..<cassette.count).map { index in
      let entry = try cassette.interaction(at: index)
      let body = try entry.outcome.response.flatMap { try cassette.data(of: $0.body) }
      let text = body.map { String(decoding: $0, as: UTF8.self) } ?? "-"
      let failure = entry.outcome.failure.map { "\($0.kind ?? "-") \($0.domain) \($0.code)" }
      return "\(entry.matched.url) \(failure ?? text)"
    }
  }

  @Test(arguments: [true, false])
  func aCallThatFailsBeforeItIsSentTakesNobodysPlace(hasPlayer: Bool) async throws {
    let gate = Gate()
    let studio = try Studio { Reply(text: "I am \($0.path)").held(at: gate) }
    let run = studio.run()
    let session = Session(
      configuration: .ephemeral, startRequestsImmediately: false, interceptor: Refusing(path: "/b"))
    let provider = Shared<MoyaProvider<Probe>>(
      hasPlayer
        ? ReplayProvider<Probe>(
          run: run, endpointClosure: { studio.live($0) }, callbackQueue: queue, session: session)
        : MoyaProvider<Probe>(
          endpointClosure: { studio.live($0) }, callbackQueue: queue, session: session,
          plugins: [run.recorder]))
    async let first = provider.value.request(Probe(.get, "/a"))
    await gate.reached()
    let error = await #expect(throws: MoyaError.self) {
      try await provider.value.request(Probe(.get, "/b"))
    }
    gate.open()
    #expect(try await first.mapString() == "I am /a")
    try await run.finish()
    guard hasPlayer else {
      #expect(try entries(studio).first?.hasSuffix("/a I am /a") == true)
      return
    }
    #expect(
      try entries(studio) == [
        "https://api.test/a I am /a", "https://api.test/b requestAdaptationFailed signing 7",
      ])
    // The error comes back as the kind that it was.
    let replayed = await #expect(throws: MoyaError.self) {
      try await studio.provider(.replay).request(Probe(.get, "/b"))
    }
    for error in [error, replayed] {
      guard case .underlying(let underlying, nil)? = error,
        case .requestAdaptationFailed(let inner)? = underlying.asAFError
      else {
        Issue.record("not an adaptation failure: \(String(describing: error))")
        continue
      }
      #expect((inner as NSError).domain == "signing")
    }
  }

  @Test func theEndpointClosureAloneReachesNoNetwork() async throws {
    let studio = try Studio { Reply(text: "I am \($0.path)") }
    try await studio.record([Probe(.get, "/a")])
    let reports = Reports()
    let run = studio.run(.replay, environment: ["CI": "1"], reporter: reports.reporter)
    let player = run.player(for: Probe.self, endpointClosure: { studio.live($0) })
    let provider = MoyaProvider<Probe>(
      endpointClosure: player.endpointClosure, plugins: [run.recorder])
    for path in ["/a", "/missing"] {
      let error = await #expect(throws: MoyaError.self) {
        try await provider.request(Probe(.get, path))
      }
      guard case .underlying(RecorderError.endpointClosureAlone, nil)? = error else {
        Issue.record("\(path): \(String(describing: error))")
        continue
      }
    }
    #expect(studio.server.requestCount == 1)
    #expect(reports.failures.count == 2)
  }

  @Test func callbacksComeOnTheProvidersQueueInReplayToo() async throws {
    let studio = try Studio { Reply(text: "I am \($0.path)") }
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    for _ in 0..<2 {
      let provider = ReplayProvider<Probe>(
        run: studio.run(), endpointClosure: { studio.live($0) }, callbackQueue: queue)
      let isOnQueue = await withCheckedContinuation { continuation in
        provider.request(Probe(.get, "/a")) { _ in
          continuation.resume(returning: DispatchQueue.getSpecific(key: key) == true)
        }
      }
      #expect(isOnQueue)
      try await provider.finish()
    }
    #expect(studio.server.requestCount == 1)
  }

  @Test func aCancelledStubGivesItsRecordingBack() async throws {
    let studio = try Studio { Reply(text: "I am \($0.path)") }
    try await studio.record([Probe(.get, "/a")])
    let run = studio.run(.replay)
    let player = run.player(for: Probe.self, endpointClosure: { studio.live($0) })
    let callbacks = DispatchQueue(label: "callbacks", attributes: .initiallyInactive)
    let provider = MoyaProvider<Probe>(
      endpointClosure: player.endpointClosure, stubClosure: player.stubClosure,
      callbackQueue: callbacks, plugins: [run.recorder])
    await withCheckedContinuation { continuation in
      provider.request(Probe(.get, "/a")) { _ in continuation.resume() }.cancel()
      callbacks.activate()
    }
    #expect(try await provider.request(Probe(.get, "/a")).mapString() == "I am /a")
  }

  @Test func aRequestThatIsLetGoAfterTheEndGoesNowhere() async throws {
    let studio = try Studio { Reply(text: "I am \($0.path)") }
    let held = TestSupport.Locked<(() -> Void)?>(nil)
    let reports = Reports()
    let provider = ReplayProvider<Probe>(
      run: studio.run(
        options: CassetteOptions(
          origins: ["https://api.test": studio.server.baseURL], patience: .milliseconds(50)),
        reporter: reports.reporter),
      endpointClosure: { studio.live($0) },
      requestClosure: { endpoint, done in
        // Not one box for both: a tuple with a closure in it is released once too often (Swift 6.3).
        let (endpoint, done) = (Shared(endpoint), Shared(done))
        held.withLock {
          $0 = {
            MoyaProvider<Probe>.defaultRequestMapping(for: endpoint.value, closure: done.value)
          }
        }
      }, callbackQueue: queue)
    let answers = AsyncStream<MoyaError?>.makeStream()
    provider.request(Probe(.get, "/a")) { result in
      if case .failure(let error) = result { answers.continuation.yield(error) }
      answers.continuation.finish()
    }
    try await provider.finish()
    #expect(reports.warnings.count == 1)
    #expect(
      reports.warnings.first?.hasPrefix("1 call had no outcome when the run on ") == true)
    held.withLock { $0 }?()
    var errors: [MoyaError?] = []
    for await error in answers.stream { errors.append(error) }
    guard case .underlying(let error as RecorderError, nil)? = errors.first ?? nil else {
      Issue.record("\(errors)")
      return
    }
    #expect(error == .runHasEnded(path: studio.cassette.path))
    #expect(studio.server.requestCount == 0)
  }

  @Test func anAttemptAfterTheFirstIsOneCall() async throws {
    let count = TestSupport.Locked(0)
    let studio = try Studio { _ in
      let number = count.withLock { value in
        value += 1; return value
      }
      return Reply(number == 1 ? 503 : 200, text: "attempt \(number)")
    }
    let reports = Reports()
    let run = studio.run(reporter: reports.reporter)
    let provider = MoyaProvider<Probe>(
      endpointClosure: { studio.live($0) }, callbackQueue: queue,
      session: Session(
        configuration: .ephemeral, startRequestsImmediately: false, interceptor: RetryingOnce()),
      plugins: [run.recorder])
    let target = Probe(.get, "/a", validationType: .successCodes)
    #expect(try await provider.request(target).mapString() == "attempt 2")
    try await run.finish()
    #expect(try entries(studio).count == 1)
    #expect(try entries(studio).first?.hasSuffix("/a attempt 2") == true)
    #if UpstreamMoya
    // The real Moya does not show a plugin which of the transport's requests an attempt belongs to: a
    // recorder alone takes it for a call of its own, and says at the end that this one was never answered.
    #expect(reports.warnings.count == 2)
    #else
    #expect(reports.warnings.count == 1)
    #endif
  }

  @Test func aFileThatABlockedDownloadFindsIsNotRecorded() async throws {
    let studio = try Studio { _ in Reply(text: "what the server sent") }
    let diary = studio.folder.file("diary.txt")
    try Data("private".utf8).write(to: diary)
    let target = Probe(.get, "/a", task: .downloadDestination { _, _ in (diary, []) })
    var seen: [String] = []
    for _ in 0..<2 {
      let provider = studio.provider()
      let error = await #expect(throws: MoyaError.self) { try await provider.request(target) }
      guard case .underlying(let underlying, _)? = error else { continue }
      if case .downloadedFileMoveFailed? = underlying.asAFError { seen.append("move failed") }
      try await provider.finish()
    }
    #expect(seen == ["move failed", "move failed"])
    #expect(
      LeakSearch.find(secrets: ["private"], in: try Data(contentsOf: studio.cassette)).isEmpty)
    #expect(try String(contentsOf: diary, encoding: .utf8) == "private")
  }

  @Test func anActorsProviderAwaitsFromItsActor() async throws {
    let studio = try Studio { Reply(text: "I am \($0.path)") }
    let model = await Model(studio)
    #expect(try await model.load() == "I am /a")
  }
}

@MainActor private final class Model {
  let provider: ReplayProvider<Probe>

  init(_ studio: Studio) {
    provider = ReplayProvider<Probe>(run: studio.run(), endpointClosure: { studio.live($0) })
  }

  func load() async throws -> String {
    let text = try await provider.request(Probe(.get, "/a")).mapString()
    try await provider.finish()
    return text
  }
}

private struct Refusing: RequestInterceptor {
  let path: String

  func adapt(
    _ urlRequest: URLRequest, for session: Session,
    completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
  ) {
    let isRefused = urlRequest.url?.path == path
    completion(
      isRefused ? .failure(NSError(domain: "signing", code: 7)) : .success(urlRequest))
  }
}

private struct RetryingOnce: RequestInterceptor {
  func retry(
    _ request: Request, for session: Session, dueTo error: any Error,
    completion: @escaping @Sendable (RetryResult) -> Void
  ) {
    completion(request.retryCount < 1 ? .retry : .doNotRetry)
  }
}

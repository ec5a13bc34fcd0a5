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

/// A recorder in the plugins of any provider, without a player: which message belongs to which call.
struct RecorderAloneCaseTests {
  private struct FailingAdapter: RequestInterceptor {
    struct Refused: Error {}
    func adapt(
      _ urlRequest: URLRequest, for session: Session,
      completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
      if urlRequest.url?.path == "/no" {
        completion(.failure(Refused()))
      } else {
        completion(.success(urlRequest))
      }
    }
  }

  private func provider(
    _ studio: Studio, _ run: CassetteRun, session: Session? = nil,
    requestClosure: MoyaProvider<Probe>.RequestClosure? = nil, trackInflights: Bool = false
  ) -> MoyaProvider<Probe> {
    MoyaProvider<Probe>(
      endpointClosure: { studio.live($0) },
      requestClosure: requestClosure ?? {
        MoyaProvider<Probe>.defaultRequestMapping(for: $0, closure: $1)
      },
      session: session ?? Studio.session(),
      plugins: [run.recorder], trackInflights: trackInflights)
  }

  /// Starts all calls on this thread and waits for all answers.
  private func all(_ targets: [Probe], _ provider: MoyaProvider<Probe>) async -> [Int: Seen] {
    let answers = TestSupport.Locked<[Int: Seen]>([:])
    let queue = DispatchQueue(label: "callbacks", attributes: .concurrent)
    await withCheckedContinuation { continuation in
      for (number, target) in targets.enumerated() {
        provider.request(target, callbackQueue: queue) { result in
          let isLast = answers.withLock { answers in
            answers[number] = Seen(result)
            return answers.count == targets.count
          }
          if isLast { continuation.resume() }
        }
      }
    }
    return answers.withLock { $0 }
  }

  @Test func whatItRecordsReplays() async throws {
    let studio = try Studio { request in
      request.path == "/cut" ? Reply(text: "abc").truncated(to: 1) : Reply(text: request.target)
    }
    let targets =
      (0..<30).map { Probe(.get, url: "https://api.test/n?i=\($0)") }
      + [Probe(.get, "/cut"), Probe(.post, "/j", "application/json", #"{"n":1}"#)]
    let run = studio.run(reporter: Reports().reporter)
    let live = await all(targets, provider(studio, run))
    try await run.finish()
    #expect(try studio.interactions().count == targets.count)
    let seen = try await studio.replay(targets.reversed())
    for (number, answer) in seen.reversed().enumerated() { #expect(answer == live[number]) }
  }

  @Test func equalCallsAtOnceAreAsManyEntries() async throws {
    let count = TestSupport.Locked(0)
    let studio = try Studio { _ in
      Reply(text: "\(count.withLock { value in value += 1; return value })")
    }
    let targets = Array(repeating: Probe(.get, "/ticket"), count: 20)
    let run = studio.run(reporter: Reports().reporter)
    _ = await all(targets, provider(studio, run))
    try await run.finish()
    let seen = try await studio.replay(targets)
    #expect(Set(seen.map(\.text)) == Set((1...20).map(String.init)))
  }

  @Test func callsThatEndBeforeTheyAreSent() async throws {
    struct Refused: Error {}
    let studio = try Studio { request in Reply(text: request.path) }
    let session = Session(
      configuration: .ephemeral, startRequestsImmediately: false, interceptor: FailingAdapter())
    let closure: MoyaProvider<Probe>.RequestClosure = { endpoint, done in
      if endpoint.url.hasSuffix("/never") {
        done(.failure(.underlying(Refused(), nil)))
      } else {
        MoyaProvider<Probe>.defaultRequestMapping(for: endpoint, closure: done)
      }
    }
    func send(_ provider: MoyaProvider<Probe>, _ run: CassetteRun, _ reports: Reports) async throws
    {
      for path in ["/a", "/no", "/never", "/b", "/no", "/a"] {
        let seen = await provider.seen(Probe(.get, path))
        if ["/no", "/never"].contains(path) {
          #expect(seen.error?.contains("Refused") == true, "\(path) \(seen)")
        } else {
          #expect(seen.text == path)
        }
      }
      // Nothing is left open that the end would wait for.
      let time = try ContinuousClock().measure { try run.finish() }
      #expect(time < .seconds(4.5))
      #expect(reports.failures == [])
    }
    let reports = Reports()
    let alone = studio.run(.rerecord, reporter: reports.reporter)
    try await send(
      provider(studio, alone, session: session, requestClosure: closure), alone, reports)
    // What fails before any plugin is asked has no request that a recorder alone could know.
    #expect(try studio.interactions().count == 3)
    for mode in [RecordMode.rerecord, .replay] {
      let run = studio.run(mode, reporter: reports.reporter)
      try await send(
        ReplayProvider<Probe>(
          run: run, endpointClosure: { studio.live($0) }, requestClosure: closure,
          session: session), run, reports)
      #expect(try studio.interactions().count == 5)
    }
    #expect(studio.server.requestCount == 6)
  }

  @Test func callsThatShareAnAnswerAreOneEntry() async throws {
    let gate = Gate()
    let studio = try Studio { Reply(text: $0.path).held(at: gate) }
    let run = studio.run(reporter: Reports().reporter)
    let provider = provider(studio, run, trackInflights: true)
    async let answers = all(Array(repeating: Probe(.get, "/a"), count: 3), provider)
    _ = await studio.server.waitForRequests(1)
    gate.open()
    #expect(await answers.values.map(\.summary) == ["200 /a", "200 /a", "200 /a"])
    try await run.finish()
    #expect(try studio.interactions().count == 1)
  }

  /// In `.append` some of the equal calls are answered and some go live, all at once and shared.
  @Test func appendingWithSharedAnswers() async throws {
    let studio = try Studio { Reply(text: $0.path).delayed(by: .milliseconds(20)) }
    try await studio.record([Probe(.get, "/a"), Probe(.get, "/b")])
    let reports = Reports()
    let provider = studio.provider(.append, reports: reports, trackInflights: true)
    let targets = (0..<30).map { Probe(.get, ["/a", "/b", "/c"][$0 % 3]) }
    let answers = await all(targets, provider)
    let time = try ContinuousClock().measure { try provider.finish() }
    #expect(time < .seconds(4.5))
    for (number, target) in targets.enumerated() {
      #expect(answers[number]?.summary == "200 \(target.path)")
    }
    #expect(reports.failures == [])
    let urls = try studio.interactions().map(\.request.url)
    #expect(urls.prefix(2) == ["https://api.test/a", "https://api.test/b"])
    #expect(Set(urls).count == 3)
  }

  @Test func aRunOfRandomCallsAgrees() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    let studio = try Studio { request in
      switch request.path {
      case "/cut": Reply(text: "abc").truncated(to: 1).closing()
      case "/404": Reply(404, text: "none")
      default: Reply(text: "\(request.method) \(request.target) \(request.bodyText)")
      }
    }
    let targets = (0..<80).map { _ -> Probe in
      let path = ["/cut", "/404", "/a", "/b"].randomElement(using: &random)!
      let method = [Moya.Method.get, .post, .delete].randomElement(using: &random)!
      let number = Int.random(in: 0..<3, using: &random)
      let task: Moya.Task =
        method == .post
        ? .requestJSONEncodable(["n": number])
        : .requestParameters(parameters: ["n": number], encoding: URLEncoding.queryString)
      return Probe(
        method, path, task: task,
        validationType: Bool.random(using: &random) ? .successCodes : .none)
    }
    let recording = studio.provider()
    let live = await all(targets, recording)
    try await recording.finish()
    studio.server.stop()
    for _ in 0..<2 {
      let reports = Reports()
      let replaying = studio.provider(.replay, reports: reports)
      let seen = await all(targets, replaying)
      try await replaying.finish()
      for number in targets.indices {
        #expect(seen[number] == live[number], "call \(number), seed \(seed)")
      }
      #expect(reports.text == "", "seed \(seed)")
    }
  }

  @Test func aDownloadWhoseFileItCannotKnowIsNotReplayedAsAnEmptyOne() async throws {
    let studio = try Studio { request in
      request.path == "/none" ? Reply(204) : Reply(body: Samples.all256)
    }
    let file = studio.folder.file("x.bin")
    func target(_ path: String) -> Probe {
      Probe(.get, path, task: .downloadDestination { _, _ in (file, [.removePreviousFile]) })
    }
    let (reports, run) = { ($0, studio.run(reporter: $0.reporter)) }(Reports())
    let live = await all([target("/a"), target("/none")], provider(studio, run))
    try await run.finish()
    #expect(live.values.allSatisfy { $0.error == nil })
    #expect(
      reports.text.contains(
        "the content of Probe.? is not recorded in \(run.path): a recorder alone does not know the file "
          + "of a download. It cannot be replayed."), "\(reports.text)")
    let interactions = try studio.interactions()
    #expect(interactions.map { $0.outcome.response?.contentIsMissing } == [true, false])

    let replayed = Reports()
    let replaying = studio.provider(.replay, reports: replayed)
    let seen = await all([target("/a"), target("/none")], replaying)
    #expect(seen[0]?.status == nil && seen[1]?.status == 204)
    #expect(
      replayed.failures.count == 1
        && replayed.text.contains("(entry 0) was not kept"), "\(replayed.text)")
    try await replaying.finish()
  }
}

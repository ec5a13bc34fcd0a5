#if !UpstreamMoya
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

/// What a call's entry keeps of attempts that were followed by another.
struct AttemptsTests {
  /// Adapts and retries as its closures say; both get the number of the attempt, from 0.
  private struct Interceptor: RequestInterceptor {
    private let adaptations = TestSupport.Locked(0)
    var adapting: @Sendable (inout URLRequest, Int) throws -> Void = { _, _ in }
    var retrying: @Sendable (Int) -> RetryResult = { $0 < 1 ? .retry : .doNotRetry }

    func adapt(
      _ urlRequest: URLRequest, for session: Session,
      completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
      let number = adaptations.withLock { value in
        defer { value += 1 }
        return value
      }
      completion(
        Result {
          var request = urlRequest
          try adapting(&request, number)
          return request
        })
    }

    func retry(
      _ request: Request, for session: Session, dueTo error: any Error,
      completion: @escaping @Sendable (RetryResult) -> Void
    ) {
      completion(retrying(request.retryCount))
    }
  }

  /// A studio whose server gives these replies in order, whatever is asked.
  private func studio(_ replies: [Reply]) throws -> Studio {
    let rest = TestSupport.Locked(replies[...])
    return try Studio { _ in
      rest.withLock { $0.popFirst() } ?? Reply(500, text: "no reply is left")
    }
  }

  /// Records one call, and returns what its caller saw.
  @discardableResult
  private func record(
    _ target: Probe, _ studio: Studio, _ flow: Flow, _ interceptor: Interceptor,
    mode: RecordMode? = nil, options: CassetteOptions? = nil, reports: Reports = Reports(),
    requestClosure: MoyaProvider<Probe>.RequestClosure? = nil
  ) async throws -> Seen {
    let run = studio.run(mode, options: options, reporter: reports.reporter)
    let session = Session(
      configuration: .ephemeral, startRequestsImmediately: false, interceptor: interceptor)
    let provider: MoyaProvider<Probe> = flow.provider(
      run, session: session, endpointClosure: { studio.live($0) }, requestClosure: requestClosure)
    let seen = await provider.seen(target)
    try await run.finish()
    return seen
  }

  private func entry(_ studio: Studio) throws -> Cassette.Interaction {
    let entries = try studio.interactions()
    #expect(entries.count == 1)
    return try #require(entries.first)
  }

  private func text(_ response: Cassette.Response?) -> String? {
    response?.body.data.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: Flow.seeing) func aTokenThatIsRefused(flow: Flow) async throws {
    let studio = try studio([
      Reply(401, fields: [("X-Why", "expired")], text: "no"), Reply(text: "yes"),
    ])
    let tokens = ["zq81kd72mfp3old", "zq81kd72mfp3new"]
    let interceptor = Interceptor(adapting: { request, number in
      request.setValue("Bearer \(tokens[number])", forHTTPHeaderField: "Authorization")
    })
    let target = Probe(.get, "/me", validationType: .successCodes)
    let seen = try await record(target, studio, flow, interceptor)
    #expect(seen.summary == "200 yes")
    #expect(
      studio.server.requests.map { $0.value(of: "Authorization") ?? "" }
        == tokens.map { "Bearer \($0)" })
    let entry = try entry(studio)
    #expect(text(entry.outcome.response) == "yes")
    #expect(entry.attempts.count == 1)
    let attempt = try #require(entry.attempts.first)
    #expect(attempt.request.url == entry.request.url && attempt.request.method == "GET")
    #expect(attempt.outcome.failure == nil)
    #expect(attempt.outcome.response?.status == 401)
    #expect(attempt.outcome.response?.headerFields["X-Why"] == "expired")
    #expect(text(attempt.outcome.response) == "no")
    let fields = [attempt.request, entry.request].map { $0.headerFields["Authorization"] ?? "" }
    #expect(fields[0].contains("[redacted:") && fields[1].contains("[redacted:"), "\(fields)")
    #expect(fields[0] != fields[1])
    #expect(entry.notes == [])
    try studio.expectNoLeak(of: tokens)
    #expect(try await studio.replay([target]).map(\.summary) == ["200 yes"])
  }

  @Test(arguments: Flow.seeing) func anAttemptWithoutAnAnswer(flow: Flow) async throws {
    let studio = try studio([
      .closed, Reply(text: "abc").truncated(to: 1), .never, Reply(text: "at last"),
    ])
    let interceptor = Interceptor(retrying: { $0 < 3 ? .retry : .doNotRetry })
    let seen = try await record(
      Probe(.get, "/a"), studio, flow, interceptor,
      requestClosure: { endpoint, done in
        var request = try? endpoint.urlRequest()
        // Long enough for the replies that come.
        request?.timeoutInterval = 2
        done(request.map { .success($0) } ?? .failure(.requestMapping(endpoint.url)))
      })
    #expect(seen.summary == "200 at last")
    let attempts = try entry(studio).attempts
    #expect(
      attempts.map { $0.outcome.failure.map { "\($0.domain) \($0.code)" } } == [
        "NSURLErrorDomain -1005", "NSURLErrorDomain -1005", "NSURLErrorDomain -1001",
      ])
    #expect(attempts.map { $0.outcome.response?.status } == [nil, 200, nil])
    #expect(attempts.allSatisfy { $0.outcome.failure?.kind == nil })
  }

  @Test(arguments: Flow.seeing) func anAttemptThatCouldNotBeAdapted(flow: Flow) async throws {
    let studio = try studio([Reply(text: "yes")])
    let interceptor = Interceptor(
      adapting: { _, number in if number < 2 { throw NSError(domain: "signing", code: number) } },
      retrying: { $0 < 2 ? .retry : .doNotRetry })
    let seen = try await record(Probe(.get, "/a"), studio, flow, interceptor)
    #expect(seen.summary == "200 yes")
    let entry = try entry(studio)
    #expect(entry.attempts.map(\.request.url) == ["https://api.test/a", "https://api.test/a"])
    #expect(
      entry.attempts.map { $0.outcome.failure.map { "\($0.kind ?? "-") \($0.domain) \($0.code)" } }
        == ["requestAdaptationFailed signing 0", "requestAdaptationFailed signing 1"])
  }

  /// A token could not be renewed: the call ends before its second request is sent.
  @Test(arguments: Flow.seeing) func aRetryThatCouldNotBeAdapted(flow: Flow) async throws {
    let studio = try studio([Reply(401, text: "no")])
    let interceptor = Interceptor(adapting: { _, number in
      if number > 0 { throw NSError(domain: "renewing", code: 3) }
    })
    let reports = Reports()
    let target = Probe(.get, "/a", validationType: .successCodes)
    try await record(target, studio, flow, interceptor, reports: reports)
    let entry = try entry(studio)
    #expect(entry.outcome.failure?.kind == "requestAdaptationFailed")
    #expect(entry.outcome.failure?.domain == "renewing")
    #expect(entry.attempts.map { text($0.outcome.response) } == ["no"])
    #expect(reports.failures == [] && !reports.text.contains("no outcome"), "\(reports.text)")
  }

  /// No plugin is told of a call whose adapter fails each time; only its endpoint is known.
  @Test(arguments: [Flow.closures, .replayProvider])
  func aCallThatCouldNeverBeAdapted(flow: Flow) async throws {
    let studio = try studio([])
    let interceptor = Interceptor(adapting: { _, number in
      throw NSError(domain: "signing", code: number)
    })
    let options = CassetteOptions(
      origins: ["https://api.test": studio.server.baseURL], allowsOnlyFailures: true)
    try await record(Probe(.get, "/a"), studio, flow, interceptor, options: options)
    let entry = try entry(studio)
    #expect(entry.outcome.failure?.code == 1)
    #expect(entry.attempts.map { $0.outcome.failure?.code } == [0])
  }

  @Test(arguments: Flow.seeing) func untilTheLimit(flow: Flow) async throws {
    let studio = try studio((0..<3).map { Reply(503, text: "busy \($0)") })
    let interceptor = Interceptor(retrying: { $0 < 2 ? .retryWithDelay(0.01) : .doNotRetry })
    let target = Probe(.post, "/a", "text/plain", "what is sent", .successCodes)
    try await record(target, studio, flow, interceptor)
    let entry = try entry(studio)
    #expect(text(entry.outcome.response) == "busy 2")
    #expect(entry.attempts.map { text($0.outcome.response) } == ["busy 0", "busy 1"])
    #expect(entry.attempts.allSatisfy { $0.request == entry.request })
    #expect(entry.request.body.data == Data("what is sent".utf8))
  }

  @Test(arguments: Flow.seeing, [false, true])
  func cancelledWhileItWaitsForTheRetry(flow: Flow, isRecorded: Bool) async throws {
    let studio = try studio([Reply(503, text: "busy")])
    let asked = AsyncStream<Void>.makeStream()
    let interceptor = Interceptor(retrying: { _ in
      asked.continuation.finish()
      return .retryWithDelay(600)
    })
    let options = CassetteOptions(
      origins: ["https://api.test": studio.server.baseURL], recordsCancellations: isRecorded)
    let reports = Reports()
    let run = studio.run(options: options, reporter: reports.reporter)
    let session = Session(
      configuration: .ephemeral, startRequestsImmediately: false, interceptor: interceptor)
    let provider = Shared<MoyaProvider<Probe>>(
      flow.provider(run, session: session, endpointClosure: { studio.live($0) }))
    let call = _Concurrency.Task {
      await provider.value.seen(Probe(.get, "/a", validationType: .successCodes))
    }
    for await _ in asked.stream {}
    // The decision reaches the transport on its own queue, before what follows.
    await withCheckedContinuation { done in
      session.rootQueue.async { session.rootQueue.async { done.resume() } }
    }
    call.cancel()
    #expect(await call.value.error == "cancelled")
    try await run.finish()
    let entries = isRecorded ? try studio.interactions() : []
    #expect(entries.map { $0.outcome.failure?.kind } == (isRecorded ? ["explicitlyCancelled"] : []))
    #expect(
      entries.map { $0.attempts.map { text($0.outcome.response) } }
        == (isRecorded ? [["busy"]] : []))
    #expect(FileManager.default.fileExists(atPath: studio.cassette.path) == isRecorded)
    #expect(reports.text.contains("1 call was cancelled") == !isRecorded, "\(reports.text)")
  }

  @Test(arguments: Flow.seeing, [false, true])
  func contentThatIsTooLarge(flow: Flow, isDownload: Bool) async throws {
    let size = SideFiles.defaultThreshold
    func reply(_ byteCount: Int) -> Reply {
      Reply(503, body: [UInt8](repeating: UInt8(ascii: "x"), count: byteCount))
    }
    let studio = try studio([reply(size), reply(size - 1), Reply(text: "yes")])
    let interceptor = Interceptor(retrying: { $0 < 2 ? .retry : .doNotRetry })
    let file = studio.folder.file("down")
    var target = Probe(.get, "/a", validationType: .successCodes)
    if isDownload { target.task = .downloadDestination { _, _ in (file, []) } }
    #expect(try await record(target, studio, flow, interceptor).error == nil)
    let entry = try entry(studio)
    #expect(entry.attempts.map { $0.outcome.response?.status } == [503, 503])
    #expect(entry.attempts.map { $0.outcome.response?.contentIsMissing } == [true, false])
    #expect(entry.attempts.map { $0.outcome.response?.body.byteCount } == [0, size - 1])
    #expect(entry.notes.first == "attempt 0: the content of its answer was too large to be kept")
    #expect(!(try studio.folder.contents().contains("it.bodies")))
  }

  @Test(arguments: Flow.seeing) func recordedAgainTheFileStays(flow: Flow) async throws {
    let count = TestSupport.Locked(0)
    let studio = try Studio { _ in
      let number = count.withLock { value in
        value += 1; return value
      }
      return Reply(
        number.isMultiple(of: 2) ? 200 : 503, fields: [("X-Request-Id", "\(number)")], text: "same")
    }
    let target = Probe(.get, "/a", validationType: .successCodes)
    try await record(target, studio, flow, Interceptor(), mode: .rerecord)
    let facts = try FileFacts(studio.cassette)
    try await record(target, studio, flow, Interceptor(), mode: .rerecord)
    #expect(studio.server.requestCount == 4)
    #expect(try FileFacts(studio.cassette) == facts)
    #expect(try entry(studio).attempts.count == 1)
  }

  /// The real Moya does not show how an attempt ended, only what each has sent.
  @Test func whereOnlyMoyasMessagesAreSeen() async throws {
    let studio = try studio([Reply(401, text: "no"), Reply(text: "yes")])
    let interceptor = Interceptor(adapting: { request, number in
      request.setValue("\(number)", forHTTPHeaderField: "X-Attempt")
    })
    let target = Probe(.get, "/a", validationType: .successCodes)
    try await record(target, studio, .veiledClosures, interceptor)
    let entry = try entry(studio)
    #expect(text(entry.outcome.response) == "yes")
    #expect(entry.request.headerFields["X-Attempt"] == "1")
    #expect(entry.attempts.map { $0.request.headerFields["X-Attempt"] } == ["0"])
    #expect(entry.attempts.map { $0.outcome.response?.status } == [0])
    #expect(entry.notes == ["attempt 0: its outcome could not be seen"])
  }
}

extension Probe {
  fileprivate init(
    _ method: Moya.Method, _ path: String, _ type: String, _ body: String,
    _ validation: ValidationType
  ) {
    self.init(method, path, type, body)
    validationType = validation
  }
}
#endif

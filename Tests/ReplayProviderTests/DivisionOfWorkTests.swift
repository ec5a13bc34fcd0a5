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

/// The recorder only records, the player only answers, and neither lets the other be missed in silence.
struct DivisionOfWorkTests {
  private func send(
    _ target: Probe, _ provider: MoyaProvider<Probe>
  ) async -> Result<Moya.Response, MoyaError> {
    do { return .success(try await provider.request(target)) } catch { return .failure(error) }
  }

  @Test func aRecorderAloneOnCILetsNothingThrough() async throws {
    let studio = try Studio { _ in Reply(text: "x") }
    for mode in [nil, .once, .rerecord, .append, .replay] as [RecordMode?] {
      let reports = TestSupport.Locked<[String]>([])
      let run = studio.run(
        mode, environment: ["CI": "true"],
        reporter: RunReporter(
          fail: { message, _ in reports.withLock { $0.append(message) } }, warn: { _ in }))
      let provider = MoyaProvider<Probe>(
        endpointClosure: { studio.live($0) }, plugins: [run.recorder])
      guard case .failure(.underlying(let error, nil)) = await send(Probe(.get, "/a"), provider)
      else {
        Issue.record("it went through")
        continue
      }
      #expect("\(error)".hasPrefix("cassette not found: \(studio.cassette.path) (mode replay"))
      #expect(reports.withLock { $0 } == ["\(error)"])
    }
    #expect(studio.server.requestCount == 0)
    #expect(try studio.folder.contents().isEmpty)
  }

  @Test func aRecorderAloneRefusesWhereACassetteWouldHaveToAnswer() async throws {
    let studio = try Studio { _ in Reply(text: "x") }
    let recording = studio.run()
    let first = MoyaProvider<Probe>(
      endpointClosure: { studio.live($0) }, plugins: [recording.recorder])
    guard case .success = await send(Probe(.get, "/a"), first) else {
      Issue.record("not recorded")
      return
    }
    try await recording.recorder.finish()
    #expect(studio.server.requestCount == 1)
    for mode in [RecordMode.once, .append, .replay] {
      let reports = TestSupport.Locked<[String]>([])
      let run = studio.run(
        mode,
        reporter: RunReporter(
          fail: { message, _ in reports.withLock { $0.append(message) } }, warn: { _ in }))
      let provider = MoyaProvider<Probe>(
        endpointClosure: { studio.live($0) }, plugins: [run.recorder])
      guard
        case .failure(.underlying(let error as RecorderError, nil)) = await send(
          Probe(.get, "/a", headers: ["Authorization": "Bearer secret"]), provider)
      else {
        Issue.record("it went through in mode \(mode)")
        continue
      }
      #expect(error == .recorderNeedsPlayer(path: studio.cassette.path, mode: mode.name))
      #expect(reports.withLock { $0 } == ["\(error)"])
    }
    #expect(studio.server.requestCount == 1)
  }

  @Test func aPlayerWithoutARecorderSaysSoAtTheEnd() async throws {
    let studio = try Studio { _ in Reply(text: "x") }
    let run = studio.run()
    let player = run.player(for: Probe.self, endpointClosure: { studio.live($0) })
    let provider = MoyaProvider<Probe>(
      endpointClosure: player.endpointClosure, stubClosure: player.stubClosure)
    guard case .success = await send(Probe(.get, "/a"), provider) else {
      Issue.record("not sent")
      return
    }
    #expect(throws: RecorderError.playerNeedsRecorder(path: studio.cassette.path, count: 1)) {
      try run.finish()
    }
    #expect(try studio.folder.contents().isEmpty)
  }

  @Test func theClosuresAloneAnswerAnyProvider() async throws {
    let studio = try Studio { request in
      request.path == "/404"
        ? Reply(404, text: "none") : Reply(fields: [("X-A", "1")], text: "body")
    }
    var seen: [[String]] = []
    for _ in 0..<2 {
      let run = studio.run()
      let player = run.player(for: Probe.self, endpointClosure: { studio.live($0) })
      let provider = MoyaProvider<Probe>(
        endpointClosure: player.endpointClosure, stubClosure: player.stubClosure,
        plugins: [run.recorder])
      var answers: [String] = []
      for path in ["/a", "/404", "/a"] {
        let response = try await provider.request(Probe(.get, path))
        answers.append(
          "\(response.statusCode) \(try response.mapString()) "
            + "\(response.response?.value(forHTTPHeaderField: "x-a") ?? "-") "
            + "\(response.response?.url?.path ?? "-")")
      }
      try await run.finish()
      seen.append(answers)
    }
    #expect(seen[0] == ["200 body 1 /a", "404 none - /404", "200 body 1 /a"])
    #expect(seen[0] == seen[1])
    #expect(studio.server.requestCount == 3)
  }

  @Test func servedAnswersAndUsersStubsAreNotRecorded() async throws {
    let studio = try Studio { request in Reply(text: request.path) }
    for path in ["/a", "/b"] {
      let run = studio.run(.append)
      let provider = ReplayProvider<Probe>(run: run, endpointClosure: { studio.live($0) })
      let stubbing = MoyaProvider<Probe>(
        stubClosure: { _ in .immediate }, plugins: [run.recorder])
      #expect(try await provider.request(Probe(.get, "/a")).mapString() == "/a")
      let stub = await send(Probe(.get, "/stub"), stubbing)
      #expect(try stub.get().response == nil)
      #expect(try await provider.request(Probe(.get, path)).mapString() == path)
      try await run.finish()
    }
    let cassette = try Cassette(contentsOf: studio.cassette)
    let urls = try (0..<cassette.count).map { try cassette.interaction(at: $0).request.url }
    #expect(urls == ["https://api.test/a", "https://api.test/a", "https://api.test/b"])
  }

  @Test func replaysWithAllThatWasInForceAndWithNone() async throws {
    let studio = try Studio { request in
      Reply(
        text:
          "\(request.target) \(request.value(of: "authorization") ?? "-") \(request.value(of: "x-adapted") ?? "-") \(request.value(of: "x-closure") ?? "-")"
      )
    }
    func provider(_ run: CassetteRun, decorated: Bool) -> ReplayProvider<Authorized> {
      let session = Session(
        configuration: .ephemeral, startRequestsImmediately: false,
        interceptor: decorated ? Adapter() : nil)
      return ReplayProvider<Authorized>(
        run: run,
        endpointClosure: { target in
          let endpoint = studio.live(target.probe)
          return Endpoint(
            url: endpoint.url, sampleResponseClosure: endpoint.sampleResponseClosure,
            method: endpoint.method, task: endpoint.task,
            httpHeaderFields: endpoint.httpHeaderFields)
        },
        requestClosure: { endpoint, done in
          guard var request = try? endpoint.urlRequest() else { return }
          if decorated { request.setValue("1", forHTTPHeaderField: "X-Closure") }
          done(.success(request))
        },
        session: session,
        plugins: decorated
          ? [AccessTokenPlugin { _ in "a-very-secret-token" }, AddsQuery()] : [])
    }
    let target = Authorized(probe: Probe(.post, "/a", task: .requestJSONEncodable(["n": 1])))
    let recording = provider(studio.run(), decorated: true)
    let live = try await recording.request(target).mapString()
    try await recording.finish()
    #expect(live == "/a?adapted=1&plugin=1 Bearer a-very-secret-token 1 1")
    studio.server.stop()
    for decorated in [true, false] {
      let replaying = provider(studio.run(.replay), decorated: decorated)
      #expect(
        try await replaying.request(target).mapString()
          == live.replacingOccurrences(
            of: "a-very-secret-token", with: "[redacted:authorization:1]"))
    }
    let entry = try Cassette(contentsOf: studio.cassette).interaction(at: 0)
    #expect(entry.request.url == "https://api.test/a?adapted=1&plugin=1")
    #expect(entry.built?.url == "https://api.test/a")
    #expect(entry.request.headerFields["Authorization"] == "Bearer [redacted:authorization:1]")
  }
}

private struct Authorized: TargetType, AccessTokenAuthorizable {
  let probe: Probe
  var baseURL: URL { probe.baseURL }
  var path: String { probe.path }
  var method: Moya.Method { probe.method }
  var task: Moya.Task { probe.task }
  var headers: [String: String]? { probe.headers }
  var authorizationType: AuthorizationType? { .bearer }
}

private struct Adapter: RequestInterceptor {
  func adapt(
    _ urlRequest: URLRequest, for session: Session,
    completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
  ) {
    var request = urlRequest
    request.url = request.url.flatMap { URL(string: $0.absoluteString + "?adapted=1") }
    request.setValue("1", forHTTPHeaderField: "X-Adapted")
    completion(.success(request))
  }
}

private struct AddsQuery: PluginType {
  func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
    var request = request
    request.url = request.url.flatMap { URL(string: $0.absoluteString + "&plugin=1") }
    return request
  }
}

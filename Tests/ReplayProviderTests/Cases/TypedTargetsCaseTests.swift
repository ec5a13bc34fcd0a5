import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// Targets that know their values, through one provider of `MultiTarget`: each call keeps its own answer,
/// under its own target's name.
struct TypedTargetsCaseTests {
  /// A target that reads its response itself; one type for each kind of value.
  private struct Typed<Value: Sendable>: TargetType {
    var path = "/same"
    var kind: String
    var parser: @Sendable (Response) throws -> Value

    var baseURL: URL { URL(string: "https://api.test")! }
    var method: Moya.Method { .get }
    var task: Moya.Task { .requestPlain }
    var headers: [String: String]? { ["X-Kind": kind] }
  }

  /// What a client wraps every target in.
  private struct Wrapper: TargetType {
    let target: any TargetType

    var baseURL: URL { target.baseURL }
    var path: String { target.path }
    var method: Moya.Method { target.method }
    var task: Moya.Task { target.task }
    var headers: [String: String]? { target.headers }
  }

  /// A client as apps have it.
  // Unchecked: a provider may be called from any thread; the real Moya's does not say so.
  private struct Client: @unchecked Sendable {
    let provider: MoyaProvider<MultiTarget>

    func value<Value>(of target: Typed<Value>) async throws -> Value {
      try target.parser(try await provider.request(MultiTarget(target)))
    }

    func wrapped<Value>(_ target: Typed<Value>) async throws -> Value {
      let multi = MultiTarget(MultiTarget(Wrapper(target: target)))
      return try target.parser(try await provider.request(multi))
    }
  }

  private static let text = Typed<String>(kind: "text") { try $0.mapString() }
  private static let count = Typed<Int>(kind: "count") { $0.data.count }
  private static let other = Typed<String>(kind: "other") { try $0.mapString() }

  /// Answers with the kind, and only when four requests are there, the last first.
  private static func studio() throws -> Studio {
    let gate = Gate()
    let arrived = TestSupport.Locked(0)
    return try Studio { request in
      let isLast = arrived.withLock { arrived in
        arrived += 1
        return arrived == 4
      }
      if isLast { gate.open() }
      let kind = request.value(of: "X-Kind") ?? "-"
      return Reply(text: kind + String(repeating: "!", count: kind.utf8.count)).held(at: gate)
    }
  }

  private static func live(_ studio: Studio) -> MoyaProvider<MultiTarget>.EndpointClosure {
    { target in
      let endpoint = MoyaProvider<MultiTarget>.defaultEndpointMapping(for: target)
      return Endpoint(
        url: endpoint.url.replacingOccurrences(
          of: "https://api.test", with: "http://127.0.0.1:\(studio.server.port)"),
        sampleResponseClosure: endpoint.sampleResponseClosure, method: endpoint.method,
        task: endpoint.task, httpHeaderFields: endpoint.httpHeaderFields)
    }
  }

  private static func askAtOnce(_ provider: MoyaProvider<MultiTarget>) async throws -> [String] {
    let client = Client(provider: provider)
    async let first = client.value(of: text)
    async let second = client.value(of: count)
    async let third = client.value(of: other)
    async let fourth = client.wrapped(text)
    return try await [first, "\(second)", third, fourth]
  }

  private static let expected = ["text!!!!", "10", "other!!!!!", "text!!!!"]

  private static func entries(_ studio: Studio) throws -> [String] {
    let cassette = try Cassette(contentsOf: studio.cassette)
    return try (0..<cassette.count).map { index in
      let entry = try cassette.interaction(at: index)
      let body = try entry.outcome.response.flatMap { try cassette.data(of: $0.body) } ?? Data()
      let kind = entry.request.headerFields["X-Kind"] ?? "-"
      return "\(entry.target?.type ?? "-") \(kind) \(String(decoding: body, as: UTF8.self))"
    }.sorted()
  }

  private static let recorded = [
    "Typed<Int> count count!!!!!", "Typed<String> other other!!!!!",
    "Typed<String> text text!!!!", "Wrapper text text!!!!",
  ]

  private static let byKind: CassetteOptions = {
    var options = CassetteOptions()
    options.matching = .default.adding(.header("X-Kind"))
    return options
  }()

  @Test func callsUnderWayTogetherKeepTheirAnswers() async throws {
    let studio = try Self.studio()
    var options = Self.byKind
    options.origins = studio.options.origins
    for mode in [RecordMode.once, .replay] {
      let run = studio.run(mode, options: options, reporter: Reports().reporter)
      let provider = ReplayProvider<MultiTarget>(run: run, endpointClosure: Self.live(studio))
      #expect(try await Self.askAtOnce(provider) == Self.expected, "\(mode)")
      try await run.finish()
      studio.server.stop()
    }
    #expect(try Self.entries(studio) == Self.recorded)
  }

  @Test func theClosuresAndTheRecorderDoToo() async throws {
    let studio = try Self.studio()
    var options = Self.byKind
    options.origins = studio.options.origins
    for mode in [RecordMode.once, .replay] {
      let run = studio.run(mode, options: options, reporter: Reports().reporter)
      let player = run.player(for: MultiTarget.self, endpointClosure: Self.live(studio))
      let provider = MoyaProvider<MultiTarget>(
        endpointClosure: player.endpointClosure, stubClosure: player.stubClosure,
        plugins: [run.recorder])
      #expect(try await Self.askAtOnce(provider) == Self.expected, "\(mode)")
      try await run.finish()
      studio.server.stop()
    }
    #expect(try Self.entries(studio) == Self.recorded)
  }

  @Test func theRecorderAloneDoesToo() async throws {
    let studio = try Self.studio()
    let run = studio.run(.rerecord, reporter: Reports().reporter)
    let provider = MoyaProvider<MultiTarget>(
      endpointClosure: Self.live(studio), plugins: [run.recorder])
    #expect(try await Self.askAtOnce(provider) == Self.expected)
    try await run.finish()
    #expect(try Self.entries(studio) == Self.recorded)
  }

  @Test func progressIsRecordedAndReplayed() async throws {
    let studio = try Studio { _ in Reply(body: Samples.all256) }
    for mode in [RecordMode.once, .replay] {
      let run = studio.run(mode, reporter: Reports().reporter)
      let provider = ReplayProvider<MultiTarget>(run: run, endpointClosure: Self.live(studio))
      var steps: [ProgressResponse] = []
      for try await step in provider.requestWithProgress(MultiTarget(Self.text)) {
        steps.append(step)
      }
      #expect(steps.last?.response?.data == Data(Samples.all256), "\(mode)")
      #expect(steps.last?.progressObject?.completedUnitCount == 256, "\(mode)")
      try await run.finish()
    }
    #expect(studio.server.requestCount == 1)
  }

  @Test func aMissIsReportedWhereTheSequenceWasMade() async throws {
    let studio = try Studio { _ in Reply(text: "x") }
    try await studio.record([Probe(.get, "/a")])
    let reports = Reports()
    let provider = studio.provider(.replay, reports: reports)
    let line: UInt = #line + 1
    let sequence = provider.requestWithProgress(Probe(.get, "/b"))
    #expect(reports.placedFailures == [])
    await #expect(throws: MoyaError.self) {
      for try await step in sequence { #expect(!step.completed) }
    }
    #expect(reports.placedFailures.count == 1)
    #expect(reports.placedFailures.first?.hasPrefix("\(line): no recording of GET") == true)
  }
}

import Cassette
import Foundation
import MoyaCore
import Recorder
import ReplayProvider
import TestSupport
import Testing

@testable import TargetTesting

/// Calls of a run, live and replayed: the same is said of both.
struct ExpectSentTests {
  private let folder: TemporaryFolder
  private let server: LoopbackServer

  init() throws {
    folder = try TemporaryFolder()
    server = try LoopbackServer(handler: { Reply(text: $0.path) })
  }

  private var source: CassetteSource { .file(folder.file("it.har.gz")) }
  private var options: CassetteOptions {
    CassetteOptions(
      repeats: .repeatLast, origins: ["https://api.github.test": server.baseURL])
  }

  private func live<Target: TargetType>(_ target: Target) -> Endpoint {
    let endpoint = MoyaProvider<Target>.defaultEndpointMapping(for: target)
    return Endpoint(
      url: endpoint.url.replacingOccurrences(
        of: "https://api.github.test", with: server.baseURL.absoluteString),
      sampleResponseClosure: endpoint.sampleResponseClosure, method: endpoint.method,
      task: endpoint.task, httpHeaderFields: endpoint.httpHeaderFields
    ).adding(newHTTPHeaderFields: ["X-Client": "tests"])
  }

  /// Sends the targets one after another, recording first and then replaying, and asks after each.
  private func sent(
    _ targets: [GitHub], sourceLocation: SourceLocation = #_sourceLocation,
    _ ask: () throws -> Void
  ) async throws {
    for _ in 0..<2 {
      try await withCassette(source, options: options) { _ in
        let provider = ReplayProvider<GitHub>(endpointClosure: { live($0) })
        for target in targets { _ = try await provider.request(target) }
        try ask()
      }
    }
    #expect(server.requestCount == targets.count, sourceLocation: sourceLocation)
  }

  @Test func countsCallsOfEqualTargets() async throws {
    try await sent([.zen, .user("ash"), .zen, .user("oak")]) {
      #expect(checkSent(GitHub.zen, times: 2).isEmpty)
      #expect(checkSent(GitHub.user("ash")).isEmpty)
      #expect(checkSent(MultiTarget(MultiTarget(GitHub.user("oak")))).isEmpty)
      #expect(checkSent(GitHub.user("elm"), times: 0).isEmpty)
      #expect(passes { expectSent(GitHub.zen, times: 2) })
      #expect(passes { expectNotSent(GitHub.user("elm")) })
    }
  }

  @Test func saysHowManyThereWere() async throws {
    try await sent([.zen, .user("ash"), .zen]) {
      let text = failure { expectSent(GitHub.zen) }
      #expect(text.hasPrefix("sent of GitHub.zen: expected 1, got 2 (#1, #3)\n\n+ #1 GET "))
      let none = failure { expectSent(GitHub.user("elm"), times: 2) }
      #expect(none.hasPrefix("sent of GitHub.user(\"elm\"): expected 2, got 0\n\n"))
      #expect(
        none.contains("+ #2 GET https://api.github.test/v1/users/ash (GitHub.user): re"))
      #expect(
        failure { expectNotSent(GitHub.user("ash")) }
          .hasPrefix("sent of GitHub.user(\"ash\"): expected 0, got 1 (#2)\n"))
    }
  }

  @Test func contentCountsByItsMeaning() async throws {
    var first: [String: Any] = [:]
    for key in 0..<20 { first["key\(key)"] = key }
    var second: [String: Any] = Dictionary(minimumCapacity: 1_000)
    for key in (0..<20).reversed() { second["key\(key)"] = key }
    var third = second
    third["key7"] = 8
    try await sent([.search(first), .create(name: "ink")]) {
      #expect(checkSent(GitHub.search(second)).isEmpty)
      #expect(checkNotSent(GitHub.search(third)).isEmpty)
      #expect(checkSent(GitHub.create(name: "ink")).isEmpty)
      #expect(checkNotSent(GitHub.create(name: "reef")).isEmpty)
    }
  }

  @Test func headerFieldsCount() async throws {
    func target(_ page: String) -> Custom {
      Custom(
        baseURL: URL(string: "https://api.github.test")!, headers: ["X-Page": page])
    }
    try await withCassette(source, options: options) { _ in
      let provider = ReplayProvider<Custom>(endpointClosure: { live($0) })
      _ = try await provider.request(target("1"))
      #expect(checkSent(target("1")).isEmpty)
      #expect(checkNotSent(target("2")).isEmpty)
      #expect(checkNotSent(Custom(baseURL: target("1").baseURL)).isEmpty)
    }
  }

  @Test func anotherTypeIsAnotherTarget() async throws {
    struct Zen: TargetType {
      var baseURL: URL { GitHub.zen.baseURL }
      var path: String { GitHub.zen.path }
      var method: Moya.Method { .get }
      var task: Moya.Task { .requestPlain }
      var headers: [String: String]? { nil }
    }
    try await sent([.zen]) {
      #expect(checkSent(Zen(), times: 0).isEmpty)
      #expect(checkSent(GitHub.zen).isEmpty)
    }
  }

  @Test func orderLeavesRoomInBetween() async throws {
    try await sent([.zen, .user("ash"), .zen, .user("oak")]) {
      let good: [[any TargetType]] = [
        [], [GitHub.zen], [GitHub.zen, GitHub.user("oak")], [GitHub.zen, GitHub.zen],
        [GitHub.user("ash"), MultiTarget(GitHub.zen), GitHub.user("oak")],
      ]
      for targets in good { #expect(checkSentInOrder(targets).isEmpty) }
      #expect(passes { expectSentInOrder([GitHub.user("ash"), GitHub.user("oak")]) })
      let wrong = failure { expectSentInOrder([GitHub.user("oak"), GitHub.user("ash")]) }
      #expect(
        wrong.hasPrefix(
          "order of 2 sent calls: expected GitHub.user(\"ash\") (2 of 2) after #4, got #2\n"))
      #expect(
        failure { expectSentInOrder([GitHub.zen, GitHub.zen, GitHub.zen]) }
          .hasPrefix(
            "order of 3 sent calls: expected GitHub.zen (3 of 3) after #3, got #1, #3\n"))
      #expect(
        failure { expectSentInOrder([GitHub.user("elm")]) }
          .hasPrefix(
            "order of 1 sent calls: expected GitHub.user(\"elm\") (1 of 1), got nothing\n"))
    }
  }

  @Test func withoutARunItSaysWhatToDo() {
    #expect(
      failure { expectSent(GitHub.zen) } == """
        sent of GitHub.zen: there is no run to look at

        Ask within withCassette(_:) or a test with the trait .cassette(_:), in the test's own task, or \
        name one: in: provider.run.
        """)
    #expect(
      failure { expectSentInOrder([GitHub.zen]) }
        .hasPrefix("order of 1 sent calls: there is no run to look at\n"))
  }

  @Test func aRunCanBeNamed() async throws {
    let provider = ReplayProvider<GitHub>(
      cassette: source, options: options, endpointClosure: { live($0) })
    _ = try await provider.request(.zen)
    #expect(passes { expectSent(GitHub.zen, in: provider.run) })
    #expect(
      failure { expectNotSent(GitHub.zen, in: provider.run) }
        .hasPrefix("sent of GitHub.zen: expected 0, got 1 (#1)\n"))
    try await provider.finish()
  }

  @Test func aMissWasSentAndAFailedRequestWasNot() async throws {
    try await sent([.zen]) {}
    try await withCassette(source, mode: .replay, options: options) { run in
      _ = await collectFailures {
        let provider = ReplayProvider<GitHub>(
          run: CassetteRun(
            source, mode: .replay, options: options, sourceFile: #filePath, environment: [:],
            reporter: RunReporter(fail: { _, _ in }, warn: { _ in })))
        _ = try? await provider.request(.user("ash"))
        #expect(checkSent(GitHub.user("ash"), in: provider.run).isEmpty)
      }
      let failing = ReplayProvider<GitHub>(
        requestClosure: { _, done in done(.failure(.requestMapping("no"))) })
      _ = try? await failing.request(.zen)
      #expect(checkNotSent(GitHub.zen).isEmpty)
      #expect(run.log.callCount == 1)
    }
  }

  @Test func whereTheLogHasGapsItDoesNotGuess() throws {
    let server = server
    let run = CassetteRun(
      source, mode: .rerecord, options: options, sourceFile: #filePath, environment: [:],
      reporter: RunReporter(fail: { _, _ in }, warn: { _ in }))
    let player = run.player(for: GitHub.self)
    for _ in 0..<2_001 { _ = player.endpointClosure(.zen) }
    _ = server
    #expect(
      failure { expectNotSent(GitHub.zen, in: run) }
        == """
        sent of GitHub.zen: cannot be told: 1 calls in between are not kept in the log

        Ask earlier, or in a scope with fewer calls.
        """)
    #expect(checkSentInOrder([GitHub.zen], in: run).first?.difference.hasPrefix("cannot") == true)
    try run.finish()
  }
}

import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// What becomes of requests that are sent more often, or in another order, than they were recorded.
struct RepeatsTests {
  /// A studio whose answers count the requests of each path.
  private func studio() throws -> Studio {
    let counts = TestSupport.Locked<[String: Int]>([:])
    return try Studio { request in
      let number = counts.withLock { counts in
        counts[request.path, default: 0] += 1
        return counts[request.path] ?? 0
      }
      return Reply(text: "\(request.path) \(number)")
    }
  }

  private func seen(
    _ studio: Studio, _ paths: [String], _ mode: RecordMode = .replay, reports: Reports = Reports(),
    _ change: (inout CassetteOptions) -> Void
  ) async throws -> [Seen] {
    var options = studio.options
    change(&options)
    return try await studio.replay(
      paths.map { Probe(.get, $0) }, mode, options: options, reports: reports)
  }

  @Test func rewindsAndHasRulesForSomeCalls() async throws {
    let studio = try studio()
    try await studio.record(["/a", "/b", "/a", "/c"].map { Probe(.get, $0) })
    studio.server.stop()
    let rewound = try await seen(studio, ["/a", "/a", "/a", "/b", "/b", "/a"]) {
      $0.repeats = .rewind
    }
    #expect(rewound.map(\.text) == ["/a 1", "/a 2", "/a 1", "/b 1", "/b 1", "/a 2"])
    let reports = Reports()
    let some = try await seen(
      studio, ["/a", "/a", "/a", "/b", "/b", "/c", "/c"], reports: reports
    ) {
      $0.repeats = .repeatLast.rewinding("/a").answeringOnce("/c")
    }
    #expect(
      some.map { $0.isMiss ? "miss" : $0.text } == [
        "/a 1", "/a 2", "/a 1", "/b 1", "/b 1", "/c 1", "miss",
      ])
    #expect(reports.failures.count == 1)
  }

  @Test func aRequestThatIsNotDueIsAnErrorThatSaysWhichIs() async throws {
    let studio = try studio()
    try await studio.record(["/a", "/b", "/a"].map { Probe(.get, $0) })
    studio.server.stop()
    let inOrder = try await seen(studio, ["/a", "/b", "/a"]) { $0.order = .recorded }
    #expect(inOrder.map(\.text) == ["/a 1", "/b 1", "/a 2"])
    let reports = Reports()
    let outOfOrder = try await seen(studio, ["/b", "/a", "/b"], reports: reports) {
      $0.order = .recorded
    }
    #expect(outOfOrder.map(\.isMiss) == [true, false, false])
    #expect(
      reports.failures == [
        """
        GET https://api.test/b is not due yet in \(studio.cassette.path) (mode replay): entry 0, GET \
        https://api.test/a, is

        they differ in path: sent "/b", recorded "/a"
        what was sent is recorded later: entry 1
        to let different requests come in any order: options: .init(order: .any)
        """
      ])
  }

  @Test func onlyTheCallsOfAFilterKeepToTheOrder() async throws {
    let studio = try studio()
    try await studio.record(["/pay/1", "/x", "/pay/2"].map { Probe(.get, $0) })
    studio.server.stop()
    let seen = try await seen(studio, ["/x", "/pay/2", "/pay/1", "/pay/2"]) {
      $0.order = .recorded(only: "/pay/*")
    }
    #expect(seen.map(\.isMiss) == [false, true, false, false])
  }

  @Test func appendRecordsWhatIsNewAndRefusesWhatComesTooEarly() async throws {
    let studio = try studio()
    try await studio.record(["/a", "/b"].map { Probe(.get, $0) })
    let reports = Reports()
    let seen = try await seen(studio, ["/new", "/b", "/a", "/b"], .append, reports: reports) {
      $0.order = .recorded
    }
    #expect(seen.map { $0.isMiss ? "miss" : $0.text } == ["/new 1", "miss", "/a 1", "/b 1"])
    #expect(reports.failures.count == 1)
    #expect(studio.server.requestCount == 3)
    #expect(try studio.interactions().count == 3)
  }

  @Test func whatIsNotRecordedIsAMissInAnyOrder() async throws {
    let studio = try studio()
    try await studio.record(["/a", "/b"].map { Probe(.get, $0) })
    studio.server.stop()
    let reports = Reports()
    var options = studio.options
    options.order = .recorded
    let provider = studio.provider(.replay, options: options, reports: reports)
    #expect(await provider.seen(Probe(.get, "/c")).isMiss)
    #expect(reports.failures.first?.hasPrefix("no recording of GET https://api.test/c in ") == true)
    #expect(reports.failures.first?.contains("#1 GET https://api.test/a differs in path") == true)
    #expect(provider.run.log.counts.missed == 1 && provider.run.log.counts.failed == 0)
    options.fallback = .sampleData
    let sampled = studio.provider(.replay, options: options)
    #expect(await sampled.seen(Probe(.get, "/c")).status == 200)
    #expect(await sampled.seen(Probe(.get, "/a")).text == "/a 1")
  }
}

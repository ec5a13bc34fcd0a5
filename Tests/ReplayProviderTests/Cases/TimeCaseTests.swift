import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// Cassettes that get old.
struct TimeCaseTests {
  private static let recordedAt = Date(timeIntervalSince1970: 1_700_000_000)

  private func options(_ studio: Studio, days: Int) -> CassetteOptions {
    var options = studio.options
    options.clock = .fixed(
      at: Date(timeInterval: Double(days) * 86_400, since: Self.recordedAt))
    options.reRecordAfter = .seconds(30 * 86_400)
    return options
  }

  private func recorded() async throws -> Studio {
    let studio = try Studio { Reply(text: $0.path) }
    try await studio.record([Probe(.get, "/a")], options: options(studio, days: 0))
    return studio
  }

  @Test("TM-01: on CI an expired recording replays with a visible warning, server up or down")
  func onContinuousIntegration() async throws {
    let studio = try await recorded()
    let facts = try FileFacts(studio.cassette)
    for isDown in [false, true] {
      if isDown { studio.server.stop() }
      let hits = studio.server.acceptCount
      let reports = Reports()
      let provider = studio.provider(
        options: options(studio, days: 31), reports: reports, environment: ["CI": "true"])
      #expect(await provider.seen(Probe(.get, "/a")).text == "/a")
      try await provider.finish()
      #expect(studio.server.acceptCount == hits)
      #expect(reports.failures == [])
      #expect(
        reports.warnings == [
          """
          \(studio.cassette.path): expired, it is 31 days old, more than the 30 days of reRecordAfter, \
          and replays all the same, since CI is set. To record it anew: CASSETTE_MODE=rerecord swift \
          test --filter NAME-OF-THE-TEST
          """
        ])
      #expect(try FileFacts(studio.cassette) == facts)
    }
  }

  @Test(
    "TM-01: where recording is allowed an expired recording is recorded anew, with a new date",
    arguments: [RecordMode.once, .append])
  func whereRecordingIsAllowed(mode: RecordMode) async throws {
    let studio = try await recorded()
    let reports = Reports()
    try await studio.replay(
      [Probe(.get, "/b")], mode, options: options(studio, days: 31), reports: reports)
    #expect(studio.server.requestCount == 2)
    let cassette = try Cassette(contentsOf: studio.cassette)
    #expect(cassette.count == 1)
    let entry = try cassette.interaction(at: 0)
    #expect(entry.request.url == "https://api.test/b")
    #expect(entry.startedAt == options(studio, days: 31).clock.now())
    #expect(
      reports.warnings == [
        """
        \(studio.cassette.path): expired, it is 31 days old, more than the 30 days of reRecordAfter, \
        and is recorded anew
        """,
        """
        recorded 1 interaction in \(studio.cassette.path): 1 new, 1 gone
        + GET https://api.test/b
        - GET https://api.test/a
        """,
      ])
  }

  @Test("TM-01: on CI, .rerecord in code is no opt-in either; CASSETTE_MODE is one")
  func optingIn() async throws {
    let studio = try await recorded()
    let facts = try FileFacts(studio.cassette)
    for mode in [RecordMode.rerecord, .append, .once] {
      let provider = studio.provider(
        mode, options: options(studio, days: 31), environment: ["CI": "true"])
      #expect(await provider.seen(Probe(.get, "/a")).text == "/a")
      try await provider.finish()
    }
    #expect(studio.server.requestCount == 1)
    #expect(try FileFacts(studio.cassette) == facts)
    let provider = studio.provider(
      options: options(studio, days: 31), environment: ["CI": "true", "CASSETTE_MODE": "once"])
    #expect(await provider.seen(Probe(.get, "/b")).text == "/b")
    try await provider.finish()
    #expect(studio.server.requestCount == 2)
    #expect(try studio.interactions().map(\.request.url) == ["https://api.test/b"])
  }

  @Test("TM-01: a recording from the future, for a clock was wrong, has not expired")
  func fromTheFuture() async throws {
    let studio = try await recorded()
    let reports = Reports()
    for mode in [RecordMode.once, .append, .replay] {
      try await studio.replay(
        [Probe(.get, "/a")], mode, options: options(studio, days: -400), reports: reports)
    }
    #expect(studio.server.requestCount == 1 && reports.text == "")
  }

  @Test func whatHasNotExpiredReplays() async throws {
    let studio = try await recorded()
    let reports = Reports()
    for mode in [RecordMode.once, .append, .replay] {
      try await studio.replay(
        [Probe(.get, "/a")], mode, options: options(studio, days: 30), reports: reports)
    }
    #expect(studio.server.requestCount == 1)
    #expect(reports.text == "")
  }

  /// An entry that is the same keeps its line, with its date: so the file says that it was checked.
  @Test func whatIsFoundUnchangedIsNotExpired() async throws {
    let studio = try await recorded()
    let old = try studio.interactions()
    try await studio.replay([Probe(.get, "/a")], .once, options: options(studio, days: 31))
    #expect(studio.server.requestCount == 2)
    #expect(try studio.interactions() == old)
    let reports = Reports()
    try await studio.replay(
      [Probe(.get, "/a")], .once, options: options(studio, days: 61), reports: reports)
    #expect(studio.server.requestCount == 2)
    #expect(reports.text == "")
  }

  @Test func withoutAnAgeTheFileSaysNothingOfItAndIsLeftAlone() async throws {
    let studio = try Studio { Reply(text: $0.path) }
    try await studio.record([Probe(.get, "/a")])
    #expect(try Cassette(contentsOf: studio.cassette).checkedAt == nil)
    let facts = try FileFacts(studio.cassette)
    try await studio.replay([Probe(.get, "/a")], .rerecord)
    #expect(try FileFacts(studio.cassette) == facts)
  }

  @Test func anEntryThatIsAppendedDoesNotMakeTheOthersNew() async throws {
    let studio = try Studio { Reply(text: $0.path) }
    var old = options(studio, days: 0)
    old.reRecordAfter = nil
    try await studio.record([Probe(.get, "/a")], options: old)
    try await studio.replay([Probe(.get, "/b")], .append, options: options(studio, days: 29))
    #expect(try studio.interactions().count == 2)
    #expect(try Cassette(contentsOf: studio.cassette).checkedAt == Self.recordedAt)
    let reports = Reports()
    try await studio.replay(
      [Probe(.get, "/a")], .replay, options: options(studio, days: 31), reports: reports)
    #expect(reports.text.contains("expired, it is 31 days old"))
  }
}

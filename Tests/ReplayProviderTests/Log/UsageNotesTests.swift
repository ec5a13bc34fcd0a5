import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// What runs note of the entries that they have used, for `cassette unused`.
struct UsageNotesTests {
  private func recorded() async throws -> Studio {
    let studio = try Studio { Reply(text: $0.path) }
    try await studio.record(["/a", "/b", "/c"].map { Probe(.get, $0) })
    return studio
  }

  private func environment(_ studio: Studio) -> [String: String] {
    ["CASSETTE_RUN_LOG": studio.folder.file("log").path]
  }

  private func unused(_ studio: Studio) throws -> [Int] {
    let lines = try UsageLog.lines(in: studio.folder.file("log").path)
    let path = UsageLog.path(of: studio.cassette)
    #expect(lines.allSatisfy { $0.cassette == path })
    return try UsageLog.unused(in: Cassette(contentsOf: studio.cassette), by: lines)
  }

  @Test func aRunThatReplaysNotesWhatItUsed() async throws {
    let studio = try await recorded()
    let provider = studio.provider(.replay, environment: environment(studio))
    try await studio.calls([Probe(.get, "/b")], provider)
    #expect(try unused(studio) == [0, 2])
    // So does one that nobody finishes.
    do {
      let other = studio.provider(.replay, environment: environment(studio))
      _ = await other.seen(Probe(.get, "/c"))
    }
    #expect(try unused(studio) == [0])
    let append = studio.provider(.append, environment: environment(studio))
    try await studio.calls([Probe(.get, "/a"), Probe(.get, "/new")], append)
    #expect(try unused(studio) == [3])
  }

  @Test func withoutTheVariableNothingIsWritten() async throws {
    let studio = try await recorded()
    let provider = studio.provider(.replay, environment: ["CASSETTE_RUN_LOG": ""])
    try await studio.calls([Probe(.get, "/b")], provider)
    #expect(try studio.folder.contents() == ["it.har.gz"])
  }

  @Test func whatCannotBeNotedIsAWarning() async throws {
    let studio = try await recorded()
    let reports = Reports()
    let provider = studio.provider(
      .replay, reports: reports, environment: ["CASSETTE_RUN_LOG": studio.cassette.path])
    try await studio.calls([Probe(.get, "/b")], provider)
    #expect(reports.failures.isEmpty && reports.warnings.count == 1)
    #expect(
      reports.warnings[0].hasPrefix(
        "what \(studio.cassette.path) was used for is not noted: "))
  }

  @Test func theDateOfTheRecordingIsAtHand() async throws {
    let studio = try Studio { Reply(text: $0.path) }
    let date = Date(timeIntervalSince1970: 1_700_000_000.123)
    var options = studio.options
    options.clock = .fixed(at: date)
    let recording = studio.provider(options: options)
    #expect(try recording.run.recordedAt == nil)
    try await studio.calls([Probe(.get, "/a")], recording)
    options.clock = .fixed(at: date.addingTimeInterval(100))
    try await studio.calls([Probe(.get, "/b")], studio.provider(.append, options: options))
    let replay = studio.provider(.replay)
    #expect(try replay.run.recordedAt == date)
    #expect(try Cassette(contentsOf: studio.cassette).newestDate() == options.clock.now())
    let byHand = Cassette(interactions: [
      .init(request: .init(url: "https://h.test"), outcome: .response(.init(status: 200)))
    ])
    #expect(try byHand.recordedAt == nil)
  }
}

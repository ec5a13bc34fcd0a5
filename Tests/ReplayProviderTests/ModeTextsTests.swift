import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// What each mode says to a request that it does not answer, word by word.
struct ModeTextsTests {
  private static let fixed = "the mode is fixed in code, so give mode: "

  /// A run's mode in code, its environment, and what it says of mode and recording.
  struct Setting: Sendable {
    let mode: RecordMode?
    var environment: [String: String] = [:]
    let text: String
    let missing: String?
    let miss: String?
  }

  private static let settings = [
    Setting(
      mode: .replay, text: "replay", missing: "To record it: \(fixed).once there.",
      miss: "to record what is missing: \(fixed).append there."),
    Setting(
      mode: nil, environment: ["CASSETTE_MODE": "replay"], text: "replay",
      missing: "To record it: CASSETTE_MODE=once swift test --filter NAME-OF-THE-TEST",
      miss:
        "to record what is missing: CASSETTE_MODE=append swift test --filter NAME-OF-THE-TEST"),
    Setting(
      mode: nil, environment: ["CI": "true"], text: "replay, since CI is set; once was asked for",
      missing:
        "To record it, on a machine with the network: CASSETTE_MODE=once swift test --filter "
        + "NAME-OF-THE-TEST",
      miss: "to record what is missing, on a machine with the network: CASSETTE_MODE=append swift "
        + "test --filter NAME-OF-THE-TEST"),
    Setting(
      mode: .rerecord, environment: ["CI": "1"],
      text: "replay, since CI is set; rerecord was asked for",
      missing:
        "To record it, on a machine with the network: CASSETTE_MODE=once swift test --filter "
        + "NAME-OF-THE-TEST",
      miss: "to record what is missing, on a machine with the network: CASSETTE_MODE=append swift "
        + "test --filter NAME-OF-THE-TEST"),
    Setting(
      mode: .verify, text: "verify", missing: "To record it: \(fixed).once there.",
      miss: "to record what is missing: \(fixed).append there."),
    Setting(
      mode: nil, environment: ["CASSETTE_MODE": "verify", "CI": "true"], text: "verify",
      missing: "To record it: CASSETTE_MODE=once swift test --filter NAME-OF-THE-TEST",
      miss:
        "to record what is missing: CASSETTE_MODE=append swift test --filter NAME-OF-THE-TEST"),
    Setting(
      mode: nil, text: "once", missing: nil,
      miss:
        "to record what is missing: CASSETTE_MODE=append swift test --filter NAME-OF-THE-TEST"),
    Setting(
      mode: .once, text: "once", missing: nil,
      miss: "to record what is missing: \(fixed).append there."),
  ]

  @Test(arguments: settings) func withoutACassette(setting: Setting) async throws {
    guard let missing = setting.missing else { return }
    let studio = try Studio { Reply(text: $0.path) }
    let reports = Reports()
    let provider = studio.provider(
      setting.mode, reports: reports, environment: setting.environment)
    #expect(await provider.seen(Probe(.get, "/a")).isMiss)
    try await provider.finish()
    #expect(
      reports.failures == [
        "cassette not found: \(studio.cassette.path) (mode \(setting.text)). Is it committed? \(missing)"
      ])
    #expect(studio.server.acceptCount == 0)
    #expect(try studio.folder.contents().isEmpty)
  }

  @Test(arguments: settings) func withNothingButAJournal(setting: Setting) async throws {
    guard let missing = setting.missing else { return }
    let studio = try Studio { Reply(text: $0.path) }
    let killed = studio.provider()
    #expect(await killed.seen(Probe(.get, "/a")).text == "/a")
    // As a process leaves it that is killed.
    let journal = studio.folder.file("it.har.gz.crashed-1")
    try FileManager.default.copyItem(at: studio.folder.file("it.har.gz.partial"), to: journal)
    try await killed.run.finish(failed: false)
    try FileManager.default.removeItem(at: studio.cassette)
    let reports = Reports()
    let provider = studio.provider(
      setting.mode, reports: reports, environment: setting.environment)
    #expect(await provider.seen(Probe(.get, "/a")).isMiss)
    try await provider.finish()
    #expect(
      reports.failures == [
        "cassette not found: \(studio.cassette.path) (mode \(setting.text)). Is it committed? A recording "
          + "that was ended before it saved it has left \(journal.path); to save that: swift run cassette "
          + "recover \(journal.path). \(missing)"
      ])
    #expect(studio.server.requestCount == 1)
    #expect(try studio.folder.contents() == ["it.har.gz.crashed-1"])
  }

  @Test(arguments: settings) func whileAnotherRecordsIt(setting: Setting) async throws {
    guard let missing = setting.missing else { return }
    let studio = try Studio { Reply(text: $0.path) }
    let recorder = studio.provider(.rerecord)
    #expect(await recorder.seen(Probe(.get, "/a")).text == "/a")
    let reports = Reports()
    let provider = studio.provider(
      setting.mode, reports: reports, environment: setting.environment)
    #expect(await provider.seen(Probe(.get, "/a")).isMiss)
    try await provider.finish()
    #expect(
      reports.failures == [
        "cassette not found: \(studio.cassette.path) (mode \(setting.text)). Is it committed? At this "
          + "moment process \(getpid()) is recording it: let that finish, and run again. \(missing)"
      ])
    try await recorder.finish()
    #expect(try studio.folder.contents() == ["it.har.gz"])
  }

  @Test(arguments: settings) func withoutARecording(setting: Setting) async throws {
    guard let miss = setting.miss else { return }
    let studio = try Studio { Reply(text: $0.path) }
    try await studio.record([Probe(.get, "/a")])
    let facts = try FileFacts(studio.cassette)
    let reports = Reports()
    let provider = studio.provider(
      setting.mode, reports: reports, environment: setting.environment)
    #expect(await provider.seen(Probe(.post, "/b")).isMiss)
    try await provider.finish()
    let lines = reports.text.split(separator: "\n")
    #expect(
      lines.first
        == "no recording of POST https://api.test/b in \(studio.cassette.path) (mode \(setting.text))"
    )
    #expect(lines.last.map { "\($0)" } == miss)
    #expect(studio.server.requestCount == 1)
    #expect(try FileFacts(studio.cassette) == facts)
  }

  @Test(arguments: [RecordMode.replay, .once, .append, .verify, .rerecord(only: "/a")])
  func aRecorderAlone(mode: RecordMode) async throws {
    let studio = try Studio { Reply(text: $0.path) }
    try await studio.record([Probe(.get, "/a")])
    let reports = Reports()
    let run = studio.run(mode, reporter: reports.reporter)
    let provider = MoyaProvider<Probe>(
      endpointClosure: { studio.live($0) }, session: Studio.session(), plugins: [run.recorder])
    #expect(await provider.seen(Probe(.get, "/a")).isMiss)
    try await run.finish()
    #expect(
      reports.failures == [
        """
        RecorderPlugin only records, and in mode \(mode) requests are looked up in \
        \(studio.cassette.path). Use ReplayProvider(cassette:), or give the provider the closures of a \
        CassettePlayer of the same run. The network was not touched.
        """
      ])
    #expect(studio.server.requestCount == 1)
  }

  @Test func aPlainHARIsNotRecordedInto() async throws {
    let studio = try Studio { Reply(text: $0.path) }
    let url = studio.folder.file("it.har")
    let run = CassetteRun(
      .file(url), mode: .rerecord, options: studio.options, sourceFile: #filePath, environment: [:],
      reporter: Reports().reporter)
    #expect {
      try run.checkOpening()
    } throws: {
      "\($0)" == """
        \(url.path) can be replayed, not recorded: a recording is named NAME.har.gz. Move it away to \
        record anew, or replay it with mode: .replay.
        """
    }
    #expect(try studio.folder.contents().isEmpty)
  }

  @Test func aModeThatIsNoneIsAnErrorForWhoAsks() async throws {
    let studio = try Studio { Reply(text: $0.path) }
    let reports = Reports()
    let provider = studio.provider(reports: reports, environment: ["CASSETTE_MODE": "none"])
    #expect(await provider.seen(Probe(.get, "/a")).isMiss)
    try await provider.finish()
    #expect(
      reports.failures == [
        "CASSETTE_MODE=none names no mode. Legal are: replay, once, append, rerecord, verify, live."
      ])
    #expect(studio.server.acceptCount == 0)
  }

  @Test(arguments: [nil, RecordMode.replay, .verify])
  func whatNothingIsRecordedIntoIsNotAdvisedToBeRecorded(mode: RecordMode?) async throws {
    let studio = try Studio { Reply(text: $0.path) }
    let reports = Reports()
    let made = CassetteRun(
      .interactions([.init(request: .init(url: "https://api.test/a"), outcome: .text("made"))]),
      mode: mode, options: .init(unplayed: .fail), sourceFile: #filePath, environment: [:],
      reporter: reports.reporter)
    #expect(await ReplayProvider<Probe>(run: made).seen(Probe(.get, "/b")).isMiss)
    #expect(
      reports.failures.last?.hasSuffix(
        "\nto answer it: add it to the cassette in memory, or let a file answer.") == true)
    try studio.folder.write(
      #"{"log":{"version":"1.2","creator":{"name":"b","version":"1"},"entries":[]}}"#.utf8,
      to: "their.har")
    let file = studio.folder.file("their.har")
    let theirs = CassetteRun(
      .file(file), mode: mode, options: studio.options, sourceFile: #filePath, environment: [:],
      reporter: reports.reporter)
    #expect(await ReplayProvider<Probe>(run: theirs).seen(Probe(.get, "/b")).isMiss)
    #expect(
      reports.failures.last?.hasSuffix(
        "\nto record what is missing, make a cassette of it that can be recorded into: swift run "
          + "cassette import \(file.path) NAME.har.gz") == true)
  }

  @Test func whatIsNotPlayedInMemoryIsToBeLeftOut() async throws {
    let reports = Reports()
    let run = CassetteRun(
      .interactions([.init(request: .init(url: "https://api.test/a"), outcome: .text("made"))]),
      options: .init(unplayed: .fail), sourceFile: #filePath, environment: [:],
      reporter: reports.reporter)
    let error = await #expect(throws: (any Error).self) { try await run.finish() }
    #expect("\(error!)".hasSuffix("To be rid of it, leave it out of the cassette in memory."))
  }
}

import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// What is recorded is compared with what is live.
struct VerifyModeTests {
  /// A server of two versions.
  private final class Versions: Sendable {
    let isNew = TestSupport.Locked(false)

    func reply(to request: ReceivedRequest) -> Reply {
      let isNew = isNew.withLock { $0 }
      switch request.path {
      case "/user":
        return json(
          isNew
            ? #"{"id":"7","name":"b","extra":[1]}"# : #"{"id":7,"name":"a","plan":{"seats":1}}"#)
      case "/more": return json(isNew ? #"{"a":1,"b":2}"# : #"{"a":1}"#)
      case "/same":
        return json(isNew ? #"{"token":"other-token-2"}"# : #"{"token":"some-token-1"}"#)
      case "/gone": return isNew ? Reply(404, text: "x") : Reply(text: "x")
      default: return Reply(text: request.path)
      }
    }

    private func json(_ text: String) -> Reply {
      Reply(fields: [("Content-Type", "application/json")], text: text)
    }
  }

  private func recorded(_ paths: [String]) async throws -> (Studio, Versions) {
    let versions = Versions()
    let studio = try Studio { versions.reply(to: $0) }
    try await studio.record(paths.map { Probe(.get, $0) })
    return (studio, versions)
  }

  @Test func whatMayBreakIsAnErrorAtTheEnd() async throws {
    let paths = ["/user", "/same", "/more", "/gone"]
    let (studio, versions) = try await recorded(paths)
    let facts = try FileFacts(studio.cassette)
    versions.isNew.withLock { $0 = true }
    let reports = Reports()
    let provider = studio.provider(.verify, reports: reports)
    for path in paths { #expect(await provider.seen(Probe(.get, path)).error == nil) }
    #expect(studio.server.requestCount == 8)
    let text = """
      3 of 4 answers have another shape than recorded in \(studio.cassette.path), 2 in a way that may \
      break programs

      Probe
        GET https://api.test/user
          ~ /extra: is new (array)
          ! /id: was number, is string
          ! /plan: is gone
        GET https://api.test/more
          ~ /b: is new (number)
        GET https://api.test/gone
          ! status: was 200, is 404
      """
    #expect(provider.run.shapeReport?.description == text)
    await #expect {
      try await provider.finish()
    } throws: {
      "\($0)" == text
    }
    #expect(reports.text == "")
    #expect(try FileFacts(studio.cassette) == facts)
    #expect(try studio.folder.contents() == ["it.har.gz"])
  }

  @Test func whatIsOnlyNewIsAWarning() async throws {
    let (studio, versions) = try await recorded(["/more", "/same"])
    versions.isNew.withLock { $0 = true }
    let reports = Reports()
    try await studio.replay(
      [Probe(.get, "/more"), Probe(.get, "/same")], .verify, reports: reports)
    #expect(reports.failures == [])
    #expect(
      reports.warnings == [
        """
        1 of 2 answers has another shape than recorded in \(studio.cassette.path), none in a way that \
        may break programs

        Probe
          GET https://api.test/more
            ~ /b: is new (number)
        """
      ])
  }

  @Test func theSameShapeIsNoNews() async throws {
    let (studio, _) = try await recorded(["/user", "/other"])
    let reports = Reports()
    let notes = TestSupport.Locked<[String]>([])
    var reporter = reports.reporter
    reporter.note = { note in notes.withLock { $0.append(note) } }
    let run = studio.run(.verify, environment: ["CI": "true"], reporter: reporter)
    let provider = ReplayProvider<Probe>(
      run: run, endpointClosure: { studio.live($0) }, session: Studio.session())
    for path in ["/user", "/other"] { _ = await provider.seen(Probe(.get, path)) }
    try await provider.finish()
    #expect(reports.text == "")
    #expect(notes.withLock { $0 } == ["2 answers as recorded in \(studio.cassette.path)"])
    #expect(
      provider.run.shapeReport
        == .init(
          cassette: studio.cassette.path, comparedCount: 2, answers: []))
    #expect(studio.provider(.replay).run.shapeReport == nil)
  }

  @Test func placesThatAreVolatileMayDiffer() async throws {
    let (studio, versions) = try await recorded(["/user"])
    versions.isNew.withLock { $0 = true }
    var options = studio.options
    options.volatileFields = .default.adding(jsonPaths: "/id", "/plan", "/extra")
    let reports = Reports()
    try await studio.replay([Probe(.get, "/user")], .verify, options: options, reports: reports)
    #expect(reports.text == "")
  }

  @Test func aServerThatIsDownHasDrifted() async throws {
    let (studio, _) = try await recorded(["/user"])
    let provider = studio.provider(.verify)
    studio.server.stop()
    #expect(await provider.seen(Probe(.get, "/user")).error == "task NSURLErrorDomain -1004")
    await #expect {
      try await provider.finish()
    } throws: {
      "\($0)".hasSuffix("    ! was answered, fails with NSURLErrorDomain -1004")
    }
  }

  @Test func aRequestWithoutARecordingIsAMiss() async throws {
    let (studio, _) = try await recorded(["/user"])
    let reports = Reports()
    let seen = try await studio.replay([Probe(.get, "/unknown")], .verify, reports: reports)
    #expect(seen[0].isMiss)
    #expect(studio.server.requestCount == 1)
    #expect(
      reports.text.hasPrefix(
        "no recording of GET https://api.test/unknown in \(studio.cassette.path) (mode verify)\n"))
  }

  @Test func withoutACassetteThereIsNothingToCompareWith() async throws {
    let studio = try Studio { _ in Reply(text: "x") }
    let reports = Reports()
    let seen = try await studio.replay([Probe(.get, "/a")], .verify, reports: reports)
    #expect(seen[0].isMiss)
    #expect(studio.server.acceptCount == 0)
    #expect(
      reports.text == """
        cassette not found: \(studio.cassette.path) (mode verify). Is it committed? To record it: the \
        mode is fixed in code, so give mode: .once there.
        """)
  }

  @Test func aPlayerAloneHasComparedNothing() async throws {
    let (studio, _) = try await recorded(["/user"])
    let run = studio.run(.verify)
    let player = run.player(for: Probe.self, endpointClosure: { studio.live($0) })
    let bare = MoyaProvider<Probe>(
      endpointClosure: player.endpointClosure, stubClosure: player.stubClosure)
    #expect(await bare.seen(Probe(.get, "/user")).status == 200)
    await #expect(throws: RecorderError.playerNeedsRecorder(path: studio.cassette.path, count: 1)) {
      try await run.finish()
    }
  }

  @Test func whatOthersHaveRecordedIsToldWithoutItsSecrets() async throws {
    let versions = Versions()
    versions.isNew.withLock { $0 = true }
    let studio = try Studio { versions.reply(to: $0) }
    let asked = Probe(url: "https://api.test/more?api_key=THEIR-key")
    try studio.write([
      .init(
        request: .init(url: "https://api.test/more?api_key=THEIR-key"), outcome: .json(#"{"a":1}"#))
    ])
    let provider = studio.provider(.verify)
    #expect(await provider.seen(asked).error == nil)
    let report = try #require(provider.run.shapeReport)
    #expect(report.answers.map(\.url) == ["https://api.test/more?api_key=[redacted:api_key]"])
    try await provider.finish()
  }
}

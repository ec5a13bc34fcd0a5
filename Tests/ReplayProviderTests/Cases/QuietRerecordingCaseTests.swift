import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// Recording again what has not changed.
struct QuietRerecordingCaseTests {
  /// A server whose answers differ in what varies, and, once told so, in one that says something else.
  private final class Changing: Sendable {
    let count = TestSupport.Locked(0)
    let changed = TestSupport.Locked<Set<String>>([])

    func reply(to request: ReceivedRequest) -> Reply {
      let number = count.withLock { count in
        count += 1
        return count
      }
      let isChanged = changed.withLock { $0.contains(request.path) }
      return Reply(
        fields: [
          ("Content-Type", "application/json"), ("Date", "day \(number)"),
          ("X-Request-Id", "id-\(number)"), ("Set-Cookie", "session=tok\(number)-abcdefgh"),
        ], text: #"{"path":"\#(request.path)","changed":\#(isChanged),"took":\#(number)}"#)
    }
  }

  private let targets = [
    Probe(.get, "/a"), Probe(.get, "/b", headers: ["Authorization": "Bearer abcdefgh-12345"]),
    Probe(.post, "/c", "application/json", #"{"n":1,"m":[2]}"#), Probe(.get, "/a"),
  ]

  private func options(_ studio: Studio) -> CassetteOptions {
    var options = studio.options
    options.volatileFields = .default.adding(jsonPaths: "/took")
    return options
  }

  @Test("DT-01 (a): recorded again in every mode, what is the same leaves the file untouched")
  func nothingChanged() async throws {
    let server = Changing()
    let studio = try Studio { server.reply(to: $0) }
    try await studio.record(targets, options: options(studio))
    let facts = try FileFacts(studio.cassette)
    for mode in [RecordMode.replay, .once, .append, .rerecord] {
      let reports = Reports()
      let seen = try await studio.calls(
        targets, studio.provider(mode, options: options(studio), reports: reports))
      #expect(seen.allSatisfy { $0.status == 200 })
      #expect(try FileFacts(studio.cassette) == facts, "\(mode)")
      #expect(try studio.folder.contents() == ["it.har.gz"])
      #expect(reports.text.contains("held the same already") == (mode == .rerecord))
    }
    // In another order, and with another spelling of the same content.
    var again = [targets[1], targets[0], targets[2], targets[3]]
    again[2] = Probe(.post, "/c", "application/json", #"{ "m": [2.0], "n": 1 }"#)
    try await studio.calls(again, studio.provider(.rerecord, options: options(studio)))
    #expect(try FileFacts(studio.cassette) == facts)
  }

  @Test func onlyTheLineThatChangedIsWrittenAnew() async throws {
    let server = Changing()
    let studio = try Studio { server.reply(to: $0) }
    try await studio.record(targets, options: options(studio))
    let old = try studio.text().split(separator: "\n")
    server.changed.withLock { _ = $0.insert("/b") }
    let calls = [targets[2], Probe(.get, "/new"), targets[0], targets[1], targets[3]]
    let reports = Reports()
    try await studio.calls(
      calls, studio.provider(.rerecord, options: options(studio), reports: reports))
    let new = try studio.text().split(separator: "\n")
    #expect(new.count == old.count + 1)
    #expect(new[0] == old[0] && new[1] == old[1])
    #expect(new[2] != old[2] && new[2].contains("/b") && new[2].contains("true"))
    #expect(new[3] == old[3] && new[3].contains("/c"))
    #expect(new[4].contains("/new"))
    #expect(new[5] == old[4] && new[6] == old[5])
    #expect(
      reports.warnings == [
        """
        recorded 5 interactions in \(studio.cassette.path): 1 new, 1 changed, 3 the same
        + GET https://api.test/new
        ~ GET https://api.test/b
        """
      ])
    // And it replays.
    #expect(try await studio.replay(calls).allSatisfy { $0.status == 200 })
  }

  @Test func withoutTheListEveryLineIsNew() async throws {
    let server = Changing()
    let studio = try Studio { server.reply(to: $0) }
    try await studio.record(targets)
    let old = try studio.text().split(separator: "\n")
    var options = studio.options
    options.volatileFields = .none
    try await studio.calls(targets, studio.provider(.rerecord, options: options))
    let new = try studio.text().split(separator: "\n")
    #expect(zip(old, new).dropFirst().prefix(4).allSatisfy { $0 != $1 })
  }

  @Test func aDamagedCassetteIsReplaced() async throws {
    let server = Changing()
    let studio = try Studio { server.reply(to: $0) }
    try await studio.record(targets)
    var bytes = Array(try Data(contentsOf: studio.cassette))
    bytes[bytes.count / 3] ^= 1
    try Data(bytes).write(to: studio.cassette)
    try await studio.calls(targets, studio.provider(.rerecord))
    #expect(try studio.interactions().count == 4)
  }
}

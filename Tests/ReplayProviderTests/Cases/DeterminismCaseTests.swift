import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// The same input gives the same bytes, in whichever process.
struct DeterminismCaseTests {
  private static let reply = Reply(
    fields: [("Content-Type", "application/json"), ("B", "1"), ("A", "2"), ("ETag", "\"e\"")],
    text: #"{"ok":true}"#)

  @Test("DT-01 (a): replay leaves no trace") func replayLeavesNoTrace() async throws {
    let studio = try Studio { _ in Self.reply }
    let targets = [Probe(.get, "/a"), Probe(.post, "/b", "application/json", #"{"n":1}"#)]
    try await studio.record(targets)
    let facts = try FileFacts(studio.cassette)
    for mode in [RecordMode.replay, .once, .append, .verify, .rerecord(only: "/none")] {
      try await studio.replay(targets, mode)
      #expect(try FileFacts(studio.cassette) == facts)
      #expect(try studio.folder.contents() == ["it.har.gz"])
    }
  }

  #if os(Linux) && compiler(>=6.3)
  @Test("DT-01 (b): five processes with a fixed clock give byte-identical files")
  func fiveProcesses() async throws {
    let studio = try Studio { _ in Self.reply }
    for number in 0..<5 {
      await #expect(processExitsWith: .success) {
        [
          path = studio.folder.file("\(number).har.gz").path as String,
          port = studio.server.port as Int
        ] in
        let provider = childProvider(
          path: path, port: port, mode: .rerecord,
          clock: .fixed(at: Date(timeIntervalSince1970: 1_700_000_000)))
        _ = await provider.seen(Probe(.get, "/a"))
        var target = Probe(
          .post, "/b", "application/json", #"{"e":1,"d":"2","c":[3],"b":{"z":4,"y":5},"a":true}"#)
        for number in 1...8 { target.headers?["X-\(number)"] = "\(number)" }
        _ = await provider.seen(target)
        try await provider.finish()
        exit(0)
      }
    }
    let files = try (0..<5).map { try studio.folder.read("\($0).har.gz") }
    #expect(Set(files).count == 1)
    #expect(try Cassette(contentsOf: studio.folder.file("4.har.gz")).count == 2)
    // gzip has a place for the time in each member (RFC 1952 §2.3.1).
    let bytes = Array(files[0])
    var member = 0
    var count = 0
    while member < bytes.count {
      try #require(bytes[member...].starts(with: [0x1F, 0x8B]) && bytes.count - member >= 18)
      #expect(bytes[(member + 4)..<(member + 8)].allSatisfy { $0 == 0 })
      let subfield = member + 12
      try #require(bytes[subfield] == 0x42 && bytes[subfield + 1] == 0x43)
      member += Int(bytes[subfield + 4]) + Int(bytes[subfield + 5]) << 8 + 1
      count += 1
    }
    #expect(member == bytes.count && count > 2)
  }
  #endif

  @Test("DT-01 (b): with a real clock only the fields of time differ")
  func aRealClock() async throws {
    let studio = try Studio { _ in Self.reply }
    let targets = [
      Probe(.get, "/a"), Probe(.post, "/b", "application/json", #"{"n":1}"#),
      Probe(
        .post, "/c",
        task: .uploadMultipart([
          MultipartFormData(provider: .data(Data("x".utf8)), name: "part")
        ])),
    ]
    var texts: [String] = []
    for days in [0.0, 400.25] {
      var options = studio.options
      // A clock that goes on, from another day.
      let start = Date(timeIntervalSinceNow: -86_400 * days)
      options.clock = RecordingClock(
        now: { start }, elapsed: RecordingClock.system.elapsed)
      try await studio.calls(targets, studio.provider(.rerecord, options: options))
      texts.append(try studio.text())
      // Else what is the same would stay as it is.
      try FileManager.default.removeItem(at: studio.cassette)
    }
    #expect(!texts[0].utf8.elementsEqual(texts[1].utf8))
    func withoutTimes(_ text: String) -> String {
      text.replacing(#/"startedDateTime":"[^"]*"/#, with: "")
        .replacing(#/"time":[0-9.]+,/#, with: "")
        .replacing(#/"timings":\{[^}]*\}/#, with: "")
    }
    #expect(withoutTimes(texts[0]).utf8.elementsEqual(withoutTimes(texts[1]).utf8))
    #expect(withoutTimes(texts[0]).utf8.count < texts[0].utf8.count - 100)
  }
}

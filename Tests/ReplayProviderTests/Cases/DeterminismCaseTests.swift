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
  }
  #endif
}

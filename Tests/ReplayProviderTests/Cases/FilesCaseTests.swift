import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// Cassettes that are broken, foreign or only half written.
struct FilesCaseTests {
  private func recorded() async throws -> Studio {
    let studio = try Studio { Reply(text: $0.path) }
    try await studio.record(
      (0..<12).map { Probe(.get, "/a\($0)", headers: ["X-N": "\($0 * 7919)"]) })
    return studio
  }

  /// What opening says, and that no mode but re-recording touches the file or the network.
  private func refusal(
    _ studio: Studio, modes: [RecordMode] = [.replay, .once, .append],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> String {
    let facts = try FileFacts(studio.cassette)
    let names = try studio.folder.contents()
    let hits = studio.server.acceptCount
    var texts: [String] = []
    for mode in modes {
      let reports = Reports()
      let provider = studio.provider(mode, reports: reports)
      do {
        try provider.run.checkOpening()
        Issue.record("opened in mode \(mode)", sourceLocation: sourceLocation)
      } catch {
        texts.append("\(error)")
      }
      #expect(await provider.seen(Probe(.get, "/a0")).error != nil, sourceLocation: sourceLocation)
      try await provider.finish()
      #expect(reports.failures == texts.suffix(1), sourceLocation: sourceLocation)
    }
    #expect(Set(texts).count <= 1, sourceLocation: sourceLocation)
    #expect(try FileFacts(studio.cassette) == facts, sourceLocation: sourceLocation)
    #expect(try studio.folder.contents() == names, sourceLocation: sourceLocation)
    #expect(studio.server.acceptCount == hits, sourceLocation: sourceLocation)
    return texts.first ?? ""
  }

  @Test("CF-02: a truncated or empty file") func cutShort() async throws {
    let studio = try await recorded()
    let whole = try Data(contentsOf: studio.cassette)
    #expect(whole.count >= 1000)
    for count in [0, 1, 10, whole.count / 2, whole.count - 1] {
      try whole.prefix(count).write(to: studio.cassette)
      let text = try await refusal(studio)
      #expect(text.contains(studio.cassette.path))
      #expect(
        ["empty", "truncated", "corrupt"].contains { text.contains($0) }, "\(count): \(text)")
    }
    try Data().write(to: studio.cassette)
    let provider = studio.provider(.rerecord)
    _ = await provider.seen(Probe(.get, "/new"))
    try await provider.finish()
    #expect(try studio.interactions().map(\.request.url) == ["https://api.test/new"])
  }

  @Test("CF-03: an unknown version", arguments: ["999", "0", "\"x\""])
  func unknownVersion(version: String) async throws {
    let studio = try await recorded()
    let text = try studio.text()
    let member = #""_cassette":1,"#
    try #require(text.contains(member))
    let plain = studio.folder.file("it.har")
    try Data(
      text.replacingOccurrences(of: member, with: #""_cassette":\#(version),"#).utf8
    ).write(to: plain)
    // Zipped by another program, so every checksum fits.
    let zipped = try await ChildProcess.run("gzip", ["-c", plain.path])
    try zipped.outputData.write(to: studio.cassette)
    try FileManager.default.removeItem(at: plain)
    let refused = try await refusal(studio)
    let shown = version.replacingOccurrences(of: "\"", with: "")
    for word in [studio.cassette.path, shown, "version 1", "record again"] {
      #expect(refused.contains(word), "\(word): \(refused)")
    }
  }

  @Test("CF-04: a merge conflict, and joined files") func mergeConflictAndJoinedFiles() async throws
  {
    let studio = try await recorded()
    let whole = try Data(contentsOf: studio.cassette)
    let half = whole.count / 2
    try
      (Data("<<<<<<< HEAD\n".utf8) + whole.prefix(half) + Data("=======\n".utf8)
      + whole.dropFirst(half) + Data(">>>>>>> topic\n".utf8)).write(to: studio.cassette)
    let conflict = try await refusal(studio)
    #expect(conflict.contains(studio.cassette.path) && conflict.contains("conflict"))
    try (whole + whole).write(to: studio.cassette)
    #expect(try await refusal(studio).contains(studio.cassette.path))
  }

  @Test func editedAndZippedAgain() async throws {
    let studio = try await recorded()
    let text = try studio.text().replacingOccurrences(of: #""text":"/a3""#, with: #""text":"new""#)
    let plain = studio.folder.file("it.har")
    try Data(text.utf8).write(to: plain)
    let zipped = try await ChildProcess.run("gzip", ["-c", plain.path])
    try zipped.outputData.write(to: studio.cassette)
    let seen = try await studio.replay([Probe(.get, "/a11"), Probe(.get, "/a3")])
    #expect(seen.map(\.text) == ["/a11", "new"])
    let bare = CassetteRun(
      .file(plain), mode: .replay, options: studio.options, sourceFile: #filePath,
      environment: [:])
    let provider = ReplayProvider<Probe>(run: bare, endpointClosure: { studio.live($0) })
    #expect(await provider.seen(Probe(.get, "/a3")).text == "new")
  }

  #if os(Linux) && compiler(>=6.3)
  @Test("CF-01: killed while recording") func killedWhileRecording() async throws {
    let studio = try Studio { request in
      request.path == "/big"
        ? Reply(
          pieces: [
            .generated(
              byteCount: 5 << 18, { $0.map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) } }
            )
          ], framing: .contentLength)
        : Reply(text: request.path)
    }
    try await studio.record(["/a", "/b", "/c"].map { Probe(.get, $0) })
    let old = try Data(contentsOf: studio.cassette)
    var new = 0
    var whole = Duration.zero
    // The first runs to its end and tells how long that takes; the moment is the point of the rest.
    for step in 0...20 {
      let start = ContinuousClock.now
      let delay = step == 0 ? 600 : whole / .seconds(1) * Double(step) / 19
      _ = await #expect(processExitsWith: .signal(SIGKILL)) {
        [
          path = studio.cassette.path as String, port = studio.server.port as Int,
          delay = delay as Double
        ] in
        Thread.detachNewThread {
          usleep(UInt32(delay * 1e6))
          kill(getpid(), SIGKILL)
        }
        let provider = childProvider(path: path, port: port, mode: .rerecord)
        for number in 0..<5 { _ = await provider.seen(Probe(.get, "/\(number)")) }
        _ = await provider.seen(Probe(.get, "/big"))
        try await provider.finish()
        kill(getpid(), SIGKILL)
      }
      let time = start.duration(to: .now)
      let bytes = try Data(contentsOf: studio.cassette)
      let count = try studio.interactions().count
      if bytes != old {
        new += 1
        whole = step == 0 ? time : min(whole, time)
        #expect(count == 6)
      } else {
        #expect(count == 3)
      }
      let seen = try await studio.replay([Probe(.get, bytes == old ? "/a" : "/big")])
      #expect(seen[0].error == nil)
      try old.write(to: studio.cassette)
    }
    #expect((1..<21).contains(new))
    let names = try studio.folder.contents()
    #expect(names.filter { $0.hasSuffix(".har.gz") } == ["it.har.gz"], "\(names)")
    let provider = studio.provider(.rerecord)
    _ = await provider.seen(Probe(.get, "/z"))
    try await provider.finish()
    #expect(try studio.interactions().map(\.request.url) == ["https://api.test/z"])
  }
  #endif
}

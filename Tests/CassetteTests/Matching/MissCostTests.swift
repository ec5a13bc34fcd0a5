import Foundation
import TestSupport
import Testing

@testable import Cassette

/// What a miss costs on a cassette of ten thousand entries.
struct MissCostTests {
  private static let count = 10_000

  private func cassette(_ url: (Int) -> Cassette.Request) throws -> Cassette {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("c.har.gz")
    _ = try TestFiles.write((0..<Self.count).map { Fixture.recorded(url($0)) }, to: file)
    return try Cassette(contentsOf: file)
  }

  /// Asks once, and reports as a run does.
  private func miss(
    _ asked: Cassette.Request, _ playback: Playback
  ) throws -> (report: MissReport, reads: Int, scans: Int) {
    let before = (reads: playback.readCount, scans: playback.cassette.lookUp.scanCount)
    let subject = MatchSubject(asked)
    #expect(try playback.reserve(subject) == nil)
    var reads = 0
    let report = MissReport(
      MissReport.Input(
        asked: asked, matcher: playback.matching, cassette: "c", mode: "replay",
        entryCount: playback.cassette.count, nearby: playback.nearby(subject),
        usedUp: try playback.usedUp(subject)),
      useCount: { playback.isUsed($0) ? 1 : 0 },
      interaction: { index in
        reads += 1
        return try playback.cassette.interaction(at: index)
      }, redact: { $0 })
    return (
      report, playback.readCount - before.reads + reads,
      playback.cassette.lookUp.scanCount - before.scans
    )
  }

  private func playback(_ cassette: Cassette) -> Playback {
    Playback(cassette: cassette, matching: .default, repeats: .never)
  }

  @Test func manyRoutes() throws {
    let playback = playback(
      try cassette { number in
        var request = Fixture.get("https://h/items/\(number)?page=1")
        request.method = number == 7_000 ? "DELETE" : "GET"
        return request
      })
    for (asked, nearest, part) in [
      (Fixture.get("https://h/items/9000?page=2"), 9_000, "query"),
      (Fixture.get("https://h/items/7000?page=1"), 7_000, "method"),
      (Fixture.get("http://h:80/items/8123?page=1"), 8_123, "scheme"),
      (Fixture.get("https://h/items/6123/?page=1"), 6_123, "path"),
    ] {
      let (report, reads, scans) = try miss(asked, playback)
      #expect(report.nearest.first?.index == nearest, "\(asked.url)")
      #expect(report.nearest.first?.differences.first?.part == part)
      #expect(reads <= 50 && scans <= 3, "\(reads) reads, \(scans) scans")
      #expect(report.text.utf8.count <= 4_096)
    }
  }

  @Test func oneRoute() throws {
    let playback = playback(
      try cassette { number in
        Fixture.post(
          #"{"query":"q\#(number)","n":1,"by":"x"}"#, "application/json", "https://h/graphql")
      })
    let served = try playback.reserve(
      Fixture.post(#"{"query":"q5000","n":1,"by":"x"}"#, "application/json", "https://h/graphql"))
    served?.deliver()
    // What was recorded next to what was served last is likely to be meant.
    let (report, reads, scans) = try miss(
      Fixture.post(#"{"query":"q5003","n":2,"by":"x"}"#, "application/json", "https://h/graphql"),
      playback)
    #expect(report.nearest.first?.index == 5_003)
    #expect(report.rule?.description == #".default.ignoringJSON("/n")"#)
    #expect(reads <= 50 && scans <= 3, "\(reads) reads, \(scans) scans")
    #expect(report.text.contains("(of 36 of the cassette's 10000 entries)"))
  }

  @Test func manyThatAreUsedUp() throws {
    let request = Fixture.get("https://h/poll")
    let playback = playback(try cassette { _ in request })
    for _ in 0..<Self.count { try playback.reserve(request)?.deliver() }
    let (report, reads, scans) = try miss(request, playback)
    #expect(report.headline.hasSuffix("recorded 10000 times, all used (10000 of 10000)"))
    #expect(reads <= 50 && scans <= 3, "\(reads) reads, \(scans) scans")
  }

  @Test func usedUpUnderAnotherRule() throws {
    let interactions = (0..<100).map { Fixture.recorded(Fixture.get("https://h/p?n=\($0)")) }
    let playback = Playback(
      cassette: Cassette(interactions: interactions), matching: .default.ignoringQuery("n"),
      repeats: .never)
    let request = Fixture.get("https://h/p")
    for _ in interactions { try playback.reserve(request)?.deliver() }
    let (report, reads, _) = try miss(request, playback)
    #expect(report.headline.hasSuffix("recorded 12 times or more, all used"))
    #expect(reads <= 50)
  }
}

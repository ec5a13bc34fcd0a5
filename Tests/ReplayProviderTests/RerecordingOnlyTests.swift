import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// Some calls are recorded anew, and the others' entries stay.
struct RerecordingOnlyTests {
  private static let paths = ["/a", "/u/1", "/b", "/u/2", "/c"]

  /// A server that numbers its answers, and whose cassette has five.
  private func recorded() async throws -> Studio {
    let count = TestSupport.Locked(0)
    let studio = try Studio { request in
      let number = count.withLock { value in
        value += 1; return value
      }
      return Reply(text: "\(request.path) \(number)")
    }
    try await studio.record(Self.paths.map { Probe(.get, $0) })
    return studio
  }

  private func lines(_ studio: Studio) throws -> [Substring] {
    try studio.text().split(separator: "\n")
  }

  @Test(arguments: [true, false])
  func whatIsNotSelectedStaysByteForByte(inCode: Bool) async throws {
    let studio = try await recorded()
    let old = try lines(studio)
    let reports = Reports()
    let provider =
      inCode
      ? studio.provider(.rerecord(only: "/u/*"), reports: reports)
      : studio.provider(
        reports: reports,
        environment: ["CASSETTE_MODE": "rerecord", "CASSETTE_ONLY": "/u/*"])
    var answers: [String] = []
    for path in Self.paths { answers.append(await provider.seen(Probe(.get, path)).text) }
    try await provider.finish()
    #expect(answers == ["/a 1", "/u/1 6", "/b 3", "/u/2 7", "/c 5"])
    let new = try lines(studio)
    #expect(new.count == old.count)
    for index in [0, 1, 3, 5, 6] { #expect(new[index] == old[index]) }
    #expect(new[2].contains("/u/1 6") && new[4].contains("/u/2 7"))
    #expect(
      reports.warnings == [
        """
        recorded 2 interactions in \(studio.cassette.path): 2 changed, 3 kept
        ~ GET https://api.test/u/1
        ~ GET https://api.test/u/2
        """
      ])
    #expect(try await studio.replay(Self.paths.map { Probe(.get, $0) }).map(\.text) == answers)
  }

  @Test func whatIsSelectedAndNotSentIsGoneAndWhatIsNewComesInItsPlace() async throws {
    let studio = try await recorded()
    let reports = Reports()
    let provider = studio.provider(.rerecord(only: "/u/*"), reports: reports)
    for path in ["/a", "/u/0", "/u/2", "/u/3", "/c"] {
      #expect(await provider.seen(Probe(.get, path)).error == nil)
    }
    try await provider.finish()
    // What comes before anything that has a place is put behind all that was there.
    #expect(
      try studio.interactions().map(\.request.url)
        == ["/a", "/b", "/u/2", "/u/3", "/c", "/u/0"].map { "https://api.test" + $0 })
    #expect(
      reports.warnings == [
        """
        recorded 3 interactions in \(studio.cassette.path): 2 new, 1 changed, 1 gone, 3 kept
        + GET https://api.test/u/3
        + GET https://api.test/u/0
        ~ GET https://api.test/u/2
        - GET https://api.test/u/1
        """
      ])
  }

  @Test func aRunThatSendsNothingSelectedLeavesTheFile() async throws {
    let studio = try await recorded()
    let facts = try FileFacts(studio.cassette)
    try await studio.replay([Probe(.get, "/a")], .rerecord(only: "/u/*"))
    #expect(try FileFacts(studio.cassette) == facts)
    #expect(studio.server.requestCount == 5)
  }

  @Test func whatIsNotSelectedAndNotRecordedIsAMiss() async throws {
    let studio = try await recorded()
    let reports = Reports()
    let seen = try await studio.replay(
      [Probe(.get, "/z")], .rerecord(only: "/u/*"), reports: reports)
    #expect(seen[0].isMiss)
    #expect(
      reports.text.hasPrefix(
        "no recording of GET https://api.test/z in \(studio.cassette.path) (mode rerecord of /u/*)\n"
      ))
  }

  @Test func aFailedRunLeavesTheFileAndWhatItHasRecordedBesideIt() async throws {
    let studio = try await recorded()
    let facts = try FileFacts(studio.cassette)
    let provider = studio.provider(.rerecord(only: "Probe", "/x/*"))
    _ = await provider.seen(Probe(.get, "/b"))
    // Were it killed now, `cassette recover` would have to know that the rest stays.
    let journal = try JournalReader(contentsOf: studio.folder.file("it.har.gz.partial"))
    #expect(journal.header.mode == "update")
    #expect(journal.header.selection == ["Probe", "/x/*"])
    try await provider.run.finish(failed: true)
    #expect(try FileFacts(studio.cassette) == facts)
    let failed = try Cassette(contentsOf: studio.folder.file("it.har.gz.failed"))
    #expect(try failed.interaction(at: 0).request.url == "https://api.test/b")
  }

  @Test func withoutACassetteEverythingIsRecorded() async throws {
    let studio = try Studio { Reply(text: $0.path) }
    try await studio.replay([Probe(.get, "/a"), Probe(.get, "/b")], .rerecord(only: "/a"))
    #expect(try studio.interactions().count == 2)
  }

  @Test func secretsOfEntriesThatStayKeepTheirNumbers() async throws {
    let studio = try Studio { Reply(text: $0.path) }
    func probe(_ path: String, _ secret: String) -> Probe {
      Probe(.get, path, headers: ["Authorization": "Bearer \(secret)"])
    }
    try await studio.record([probe("/a", "first-secret-1"), probe("/b", "other-secret-2")])
    let old = try lines(studio)
    try await studio.replay(
      [probe("/a", "third-secret-3"), probe("/b", "other-secret-4")], .rerecord(only: "/b"))
    #expect(try lines(studio) == old)
    try studio.expectNoLeak(of: ["first-secret-1", "other-secret-2", "other-secret-4"])
  }
}

import Foundation
import MoyaCore
import TestSupport
import Testing

@testable import Cassette
@testable import Recorder

struct RunOpeningTests {
  private let folder: TemporaryFolder
  private let warnings = TestSupport.Locked<[String]>([])

  init() throws { folder = try TemporaryFolder() }

  private func open(_ name: String) throws {
    let run = CassetteRun(
      .file(folder.file(name)), mode: .replay, options: .init(), sourceFile: #filePath,
      environment: [:],
      reporter: RunReporter(
        fail: { message, _ in Issue.record("\(message)") },
        warn: { message in warnings.withLock { $0.append(message) } }))
    try run.checkOpening()
    try run.finish()
  }

  @Test func tellsOnceOfContentThatWasNotExported() throws {
    let entry =
      #"{"request":{"method":"GET","url":"https://a.test/"},"startedDateTime":"#
      + #""2026-01-01T00:00:00Z","response":{"status":200,"content":{"size":777}}}"#
    try folder.write(#"{"log":{"entries":[\#(entry),\#(entry)]}}"#.utf8, to: "a.har")
    // In the place of a cassette that is not there.
    try open("a.har.gz")
    #expect(
      warnings.withLock { $0 } == [
        "\(folder.file("a.har").path): 2 things are odd in this HAR, the first: entry 0: "
          + "https://a.test/: its content of 777 bytes was not exported; it cannot be replayed; see "
          + "`cassette verify`"
      ])
  }

  @Test func tellsWhichOfTwoFilesIsUsed() throws {
    try Cassette(interactions: []).save(to: folder.file("a.har.gz"))
    try open("a.har.gz")
    #expect(warnings.withLock { $0 }.isEmpty)
    try folder.write(#"{"log":{"entries":[]}}"#.utf8, to: "a.har")
    try open("a.har.gz")
    #expect(
      warnings.withLock { $0 } == [
        "\(folder.file("a.har").path) lies beside a.har.gz, which is the one that is used"
      ])
  }
}

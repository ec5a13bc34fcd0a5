import Foundation
import Testing

@testable import Cassette

struct CassetteLockTests {
  private let folder: TestFolder
  private var cassette: URL { folder.file("a.har.gz") }
  private let header = JournalHeader(mode: "once", base: nil, run: "0123456789abcdef")

  init() throws { folder = try TestFolder() }

  @Test func keepsRecordingsAwayAndLeavesNothing() throws {
    let lock = try CassetteLock(for: cassette)
    #expect(throws: CassetteError.locked(path: cassette.path, processID: nil, owner: nil)) {
      try Journal(for: cassette, header: header)
    }
    #expect(throws: CassetteError.locked(path: cassette.path, processID: nil, owner: nil)) {
      try CassetteLock(for: cassette)
    }
    try lock.release()
    #expect(try folder.names == [])
    try lock.release()
    try Journal(for: cassette, header: header).discard()
  }

  @Test func isKeptAwayByARecording() throws {
    let journal = try Journal(for: cassette, header: header)
    #expect(throws: CassetteError.locked(path: cassette.path, processID: Int(getpid()), owner: nil))
    {
      try CassetteLock(for: cassette)
    }
    try journal.discard()
  }

  @Test func leavesACrashedRecordingsJournal() throws {
    let journal = try Journal(for: cassette, header: header)
    journal.keep()
    let lock = try CassetteLock(for: cassette)
    #expect(lock.url.path == journal.url.path)
    try lock.release()
    #expect(try folder.names == ["a.har.gz.partial"])
    let again = try CassetteLock(for: cassette)
    try again.remove(journal.url)
    try again.release()
    #expect(try folder.names == [])
  }

  @Test func endsWithItsLastReference() throws {
    _ = try CassetteLock(for: cassette)
    #expect(try folder.names == [])
  }
}

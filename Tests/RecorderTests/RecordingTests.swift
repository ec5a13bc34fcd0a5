import Cassette
import Foundation
import TestSupport
import Testing

@testable import Recorder

/// What a recording leaves on the disk.
struct RecordingTests {
  private let folder: TemporaryFolder
  private let warnings = TestSupport.Locked<[String]>([])
  private var url: URL { folder.file("a.har.gz") }

  init() throws { folder = try TemporaryFolder() }

  private static let body = Data(
    (0..<1_100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })

  private func interaction(
    _ number: Int, _ body: Data = Data("x".utf8), fields: Cassette.HeaderFields = [:]
  ) -> Cassette.Interaction {
    .init(
      request: .init(url: "https://api.test/\(number)"),
      outcome: .response(.init(status: 200, headerFields: fields, body: .bytes(body))),
      startedAt: Date(timeIntervalSince1970: 1_700_000_000 + Double(number)),
      duration: .milliseconds(5))
  }

  private func recording(
    _ url: URL, _ mode: RecordMode,
    onWarning: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> Recording {
    try Recording(
      url: url, mode: mode, old: mode == .append ? Cassette(contentsOf: url) : nil,
      options: CassetteOptions(), origins: OriginMap(),
      reporter: RunReporter(
        fail: { _, _ in },
        warn: { [warnings] text in
          warnings.withLock { $0.append(text) }
          onWarning(text)
        }))
  }

  private func record(
    _ url: URL, _ mode: RecordMode, failed: Bool = false,
    _ interactions: [Cassette.Interaction],
    onWarning: @escaping @Sendable (String) -> Void = { _ in }
  ) throws {
    let recording = try recording(url, mode, onWarning: onWarning)
    for (number, interaction) in interactions.enumerated() {
      try recording.append(interaction, number: number)
    }
    try recording.finish(failed: failed)
  }

  private func content(_ url: URL, at index: Int = 0) throws -> Data? {
    let cassette = try Cassette(contentsOf: url)
    let body = try #require(try cassette.interaction(at: index).outcome.response?.body)
    return try cassette.data(of: body)
  }

  private func rename(_ old: String, to new: String) throws {
    try FileManager.default.moveItem(at: folder.file(old), to: folder.file(new))
  }

  // MARK: Progress

  @Test func progressIsHeldAgainstTheContentAsItIsSaved() throws {
    let secret = "k7Qz-93hdAl_0sXwErTy"
    var first = interaction(1, Data("see \(secret)".utf8))
    let count = 4 + secret.utf8.count
    first.progress = .init(completedByteCount: count, totalByteCount: count)
    var second = interaction(2)
    second.progress = .init(completedByteCount: 1, totalByteCount: 1)
    // It tells the secret when the first is in the journal already.
    second.request.headerFields = ["Authorization": "Bearer \(secret)"]
    let progress = TestSupport.Locked<[Cassette.TransferProgress?]>([])
    var options = CassetteOptions()
    options.beforeSave = { interaction in
      progress.withLock { $0.append(interaction.progress) }
      return interaction
    }
    let recording = try Recording(
      url: url, mode: .once, old: nil, options: options, origins: OriginMap(),
      reporter: RunReporter(fail: { _, _ in }, warn: { _ in }))
    var files = CallFiles()
    files.isUpload = false
    for (number, interaction) in [first, second].enumerated() {
      try recording.append(interaction, number: number, files: files)
    }
    try recording.finish(failed: false)
    let cassette = try Cassette(contentsOf: url)
    let saved = try (0..<2).map { try cassette.interaction(at: $0) }
    #expect(saved[0].outcome.response?.body == .bytes(Data("see [redacted:authorization:1]".utf8)))
    #expect(saved.map(\.progress) == [first.progress, nil])
    #expect(progress.withLock { $0 } == [first.progress, second.progress])
  }

  @Test func progressOfAnUploadIsNoneOfItsAnswer() throws {
    var upload = interaction(1)
    upload.progress = .init(completedByteCount: 1, totalByteCount: 1)
    try record(url, .once, [upload])
    #expect(try Cassette(contentsOf: url).interaction(at: 0).progress == upload.progress)
  }

  @Test func whatFailsHasNoProgress() throws {
    var failed = interaction(1)
    failed.outcome = .failure(.init(domain: "NSURLErrorDomain", code: -1005), nil)
    failed.progress = .init(completedByteCount: 65_536, totalByteCount: 1_000_000)
    try record(url, .once, [failed])
    #expect(try Cassette(contentsOf: url).interaction(at: 0).progress == nil)
  }

  // MARK: Bodies of cassettes that others have touched

  @Test func aRenamedCassetteIsRecordedAnew() throws {
    try record(url, .once, [interaction(1, Self.body), interaction(2)])
    try rename("a.har.gz", to: "b.har.gz")
    try rename("a.bodies", to: "b.bodies")
    let new = folder.file("b.har.gz")
    #expect(try content(new) == Self.body)
    try record(new, .rerecord, [interaction(1, Self.body), interaction(2)])
    #expect(try content(new) == Self.body)
    let paths = try Cassette(contentsOf: new).interaction(at: 0).sideFilePaths
    #expect(paths.count == 1 && paths[0].hasPrefix("b.bodies/"))
    // Now it is the same.
    let before = try folder.read("b.har.gz")
    try record(new, .rerecord, [interaction(1, Self.body), interaction(2)])
    #expect(try folder.read("b.har.gz") == before)
    #expect(try content(new) == Self.body)
  }

  @Test func aRenamedCassetteIsAppendedTo() throws {
    try record(url, .once, [interaction(1, Self.body)])
    try rename("a.har.gz", to: "b.har.gz")
    try rename("a.bodies", to: "b.bodies")
    let new = folder.file("b.har.gz")
    try record(new, .append, [interaction(2)])
    #expect(try content(new) == Self.body)
    #expect(try Cassette(contentsOf: new).count == 2)
  }

  @Test func theCassetteOfAFailedRunIsTakenOver() throws {
    try record(url, .once, failed: true, [interaction(1, Self.body)])
    try rename("a.har.gz.failed", to: "a.har.gz")
    #expect(try content(url) == Self.body)
    // A run that succeeds deletes the bodies of the one that failed.
    try record(url, .append, [interaction(2)])
    #expect(try content(url) == Self.body)
    #expect(try !folder.contents().contains { $0.hasPrefix("a.har.gz.failed") })
  }

  @Test func aLostBodyDoesNotKeepFromAppending() throws {
    try record(url, .once, [interaction(1, Self.body)])
    try FileManager.default.removeItem(at: folder.file("a.bodies"))
    try rename("a.har.gz", to: "b.har.gz")
    let new = folder.file("b.har.gz")
    try record(new, .append, [interaction(2)])
    #expect(try Cassette(contentsOf: new).count == 2)
    #expect(throws: CassetteError.self) { try content(new) }
  }

  @Test func aCassetteThatIsLaidOutAnewIsAppendedTo() async throws {
    try record(url, .once, [interaction(1, Self.body)])
    let text = try await ChildProcess.run("gzip", ["-dc", url.path]).stdout
    #expect(text.contains(#""_file":""#))
    try folder.write(
      Data(text.replacingOccurrences(of: #""_file":""#, with: #""_file": ""#).utf8), to: "a.har.gz")
    try record(url, .append, [interaction(2)])
    #expect(try content(url) == Self.body)
    #expect(try Cassette(contentsOf: url).count == 2)
  }

  // MARK: What is the same

  @Test func textsOfOtherBytesAreRecordedAnew() throws {
    try record(url, .once, [interaction(1, fields: ["X-Name": "caf\u{e9}"])])
    try record(url, .rerecord, [interaction(1, fields: ["X-Name": "cafe\u{301}"])])
    let response = try Cassette(contentsOf: url).interaction(at: 0).outcome.response
    let value = try #require(response?.headerFields["X-Name"])
    #expect(value.utf8.elementsEqual("cafe\u{301}".utf8))
    #expect(!warnings.withLock { $0 }.contains { $0.contains("held the same already") })
  }

  // MARK: The end of a run

  /// Puts a folder in the place of a body's file, which then cannot be deleted.
  private func putStone(in bodies: String) throws {
    let name = String(repeating: "a", count: 64) + ".gz"
    try folder.write([], to: "\(bodies)/\(name)/stone")
  }

  @Test(arguments: ["a.har.gz.failed.bodies", "a.bodies"])
  func whatCannotBeDeletedIsOnlyToldOf(bodies: String) throws {
    try record(url, .once, [interaction(1)])
    try putStone(in: bodies)
    warnings.withLock { $0 = [] }
    // The lock is held for as long as files are deleted.
    let wasLocked = TestSupport.Locked(false)
    try record(url, .rerecord, [interaction(1, Data("new".utf8))]) { [url] text in
      guard text.contains("could not be deleted") else { return }
      do {
        _ = try CassetteLock(for: url)
      } catch {
        wasLocked.withLock { $0 = true }
      }
    }
    #expect(try content(url) == Data("new".utf8))
    let told = warnings.withLock { $0 }
    #expect(told.count == 2, "\(told)")
    #expect(told[0].hasPrefix("recorded 1 interaction in \(url.path)"))
    #expect(told[1].hasPrefix("what \(url.path) does not need any more could not be deleted: "))
    #expect(wasLocked.withLock { $0 })
    #expect(try !folder.contents().contains("a.har.gz.partial"))
  }

  @Test func whatCannotBeDeletedAfterAFailedRunIsOnlyToldOf() throws {
    try putStone(in: "a.har.gz.failed.bodies")
    try record(url, .once, failed: true, [interaction(1)])
    let told = warnings.withLock { $0 }
    #expect(told.count == 2 && told[0].hasPrefix("the run failed"), "\(told)")
    #expect(try content(folder.file("a.har.gz.failed")) == Data("x".utf8))
    #expect(try !folder.contents().contains("a.har.gz.partial"))
  }

  // MARK: Notes

  @Test func notesNameNoPathOfThisMachine() throws {
    let gone = folder.file("upload.bin")
    var upload = interaction(1)
    upload.request.body = .digest(byteCount: 5, sha256: String(repeating: "0", count: 64))
    var files = CallFiles()
    files.upload = gone
    let recording = try recording(url, .once)
    try recording.append(upload, number: 0, files: files)
    try folder.write("12345".utf8, to: "other.bin")
    files.upload = folder.file("other.bin")
    try recording.append(upload, number: 1, files: files)
    files.upload = folder.url
    try recording.append(upload, number: 2, files: files)
    try recording.finish(failed: false)
    let cassette = try Cassette(contentsOf: url)
    let notes = try (0..<3).map { try cassette.interaction(at: $0).notes }
    #expect(
      notes == [
        ["an uploaded file was not searched for secrets: it was gone"],
        [
          "an uploaded file was not searched for secrets: it was not the one that was sent any more"
        ],
        ["an uploaded file was not searched for secrets: it was a folder"],
      ])
  }
}

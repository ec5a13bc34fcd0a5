#if os(Linux) && compiler(>=6.3)
import Cassette
import Foundation
import TestSupport
import Testing

/// What a recording asks of the system, in which order, and what becomes of it where the system refuses.
@Suite(.serialized) struct SaveTests {
  private let child: RecordingChild
  private let large = 1_050_000
  /// The real cassette lies in a folder of its own, and `it.har.gz` is a link to it.
  private let real: URL

  init() throws {
    child = try RecordingChild()
    try child.folder.write([], to: "real/.keep")
    try child.folder.write([], to: "trace")
    real = child.folder.file("real/it.har.gz")
    try FileManager.default.createSymbolicLink(
      atPath: child.cassette.path, withDestinationPath: "real/it.har.gz")
  }

  private var old: RecordingChild.Order {
    .init(mode: "rerecord", first: 0, count: 3, large: large)
  }
  private var new: RecordingChild.Order {
    .init(mode: "rerecord", first: 10, count: 3, large: large)
  }

  private func trace() async throws -> [SystemCalls.Call] {
    let file = child.folder.file("trace")
    _ = try await child.run(old)
    // Links do, for no file is ever changed where it stands.
    let copy = try await ChildProcess.run("cp", ["-al", "real", "old"], in: child.folder.url)
    #expect(copy.isSuccess, "\(copy.stderr)")
    let before = try Self.contents(of: child.folder)
    let report = try await child.run(new, under: SystemCalls.tracing(into: file))
    #expect(report.microseconds != nil)
    try child.expect(new.entries)
    #expect(before.count == (try Self.contents(of: child.folder)).count)
    let text = String(decoding: try child.folder.read("trace"), as: UTF8.self)
    return SystemCalls(text, below: child.folder.path).calls
  }

  private static func contents(of folder: TemporaryFolder) throws -> [String] {
    try folder.contents().filter { $0 != "trace" }
  }

  @Test(
    "A save's system calls: link, exclusive file, write, sync, bodies first, rename, sync, delete")
  func standsInOrder() async throws {
    guard await SystemCalls.canTrace() else { return }
    let calls = try await trace()
    func indices(_ name: String, _ path: String) -> [Int] {
      calls.indices.filter { calls[$0].name == name && calls[$0].paths.last == path }
    }
    /// A rename to a path, and what has to stand before and after it.
    func checkReplacement(of path: String, in folder: String) throws -> (start: Int, end: Int) {
      let rename = try #require(indices("rename", path).first)
      let temporary = calls[rename].path
      #expect(temporary.hasPrefix(folder + "/.cassette-") && temporary.hasSuffix(".tmp"))
      let creation = try #require(
        calls.indices.first { calls[$0].path == temporary && calls[$0].name == "openat" })
      #expect(calls[creation].createsExclusively)
      let writes = indices("write", temporary)
      let syncs = indices("fsync", temporary)
      #expect(!writes.isEmpty && syncs.count == 1)
      #expect(creation < writes[0] && writes[writes.count - 1] < syncs[0] && syncs[0] < rename)
      let folderSync = try #require(indices("fsync", folder).first { $0 > rename })
      return (creation, folderSync)
    }
    let cassette = try checkReplacement(of: "real/it.har.gz", in: "real")
    let link = try #require(indices("readlink", "it.har.gz").first)
    #expect(link < cassette.start)

    // Bodies are on the disk, and in their folder, before the cassette refers to them.
    let replacement = try #require(indices("rename", "real/it.har.gz").first)
    let bodies = calls.indices.filter {
      calls[$0].name == "rename" && calls[$0].paths[1].hasPrefix("real/it.bodies/")
    }
    #expect(bodies.count == 1)
    for body in bodies {
      let names = [calls[body].path, calls[body].paths[1]]
      let syncs = calls.indices.filter {
        calls[$0].name == "fsync" && names.contains(calls[$0].path)
      }
      let folderSyncs = indices("fsync", "real/it.bodies").filter { $0 > body }
      #expect(syncs.contains { $0 < replacement } && folderSyncs.contains { $0 < replacement })
      #expect(indices("write", calls[body].path).allSatisfy { $0 < body })
    }

    let deletions = calls.indices.filter {
      calls[$0].name == "unlink" && calls[$0].path.hasPrefix("real/it.bodies/")
    }
    #expect(deletions.count == 1 && deletions.allSatisfy { $0 > cassette.end })
    // The journal, and the lock with it, stays until all is done that it could be needed for.
    let journal = "real/it.har.gz.partial"
    let end = try #require(indices("unlink", journal).first)
    #expect(end > cassette.end)
    #expect(deletions.allSatisfy { $0 < end })
    let locks = calls.filter { $0.name == "flock" }
    #expect(locks.map(\.path) == [journal])
    #expect(locks.allSatisfy { $0.text.contains("LOCK_EX|LOCK_NB") })
    // The cassette itself is only ever read.
    let changing = calls.filter { $0.opensForWriting }.map(\.path)
    #expect(!changing.contains("real/it.har.gz") && !changing.contains("it.har.gz"))
    #expect(calls.allSatisfy { !$0.opensForWriting || $0.text.contains("O_CLOEXEC") })
  }

  @Test("A folder that cannot be synchronised: the new file is said to be in its place")
  func savedButNotForSure() async throws {
    guard await SystemCalls.canTrace() else { return }
    let calls = try await trace()
    let rename = try #require(
      calls.firstIndex { $0.name == "rename" && $0.paths.last == "real/it.har.gz" })
    let sync = try #require(
      calls[rename...].first { $0.name == "fsync" && $0.paths.last == "real" })
    try await check(sync, "EIO", 5, isReplaced: true)
    // Once more, for what is said: `check` has recovered all there was.
    try FileManager.default.removeItem(at: child.folder.file("real"))
    let copy = try await ChildProcess.run("cp", ["-al", "old", "real"], in: child.folder.url)
    #expect(copy.isSuccess, "\(copy.stderr)")
    let report = try await child.run(new, under: SystemCalls.failing(sync, with: "EIO"))
    #expect(report.failure != nil)
    try child.expect(new.entries)
    #expect(!report.warnings.contains { $0.contains("not saved") }, "\(report.warnings)")
    let last = try #require(report.warnings.last)
    #expect(last.hasPrefix("\(child.cassette.path) was saved, but a loss of power may undo that."))
    // The next recording takes the journal for what it is.
    let next = try await child.run(new)
    #expect(next.failure == nil && !next.warnings.contains { $0.contains("not finished") })
    try child.expect(new.entries)
    #expect(!child.isThere(child.folder.file("real/it.har.gz.partial")))
  }

  @Test("No space and I/O errors at each system call: the old file whole, or the new one")
  func refusedByTheSystem() async throws {
    guard await SystemCalls.canTrace() else { return }
    let calls = try await trace()
    let rename = try #require(
      calls.firstIndex { $0.name == "rename" && $0.paths[1] == "real/it.har.gz" })
    let isThorough = ProcessInfo.processInfo.environment["KILLS"] != nil
    // Of many writes to one file, the first and the last.
    let chosen = calls.indices.filter { index in
      let call = calls[index]
      guard call.name == "write" else { return true }
      let same = calls.indices.filter { calls[$0].name == "write" && calls[$0].path == call.path }
      return isThorough || index == same.first || index == same.last
    }
    var number = 0
    for index in chosen {
      for (error, code) in [("ENOSPC", 28), ("EIO", 5)] {
        number += 1
        // `make test-kills` tries them all.
        guard isThorough || number % 7 == 0 else { continue }
        try await check(calls[index], error, code, isReplaced: index > rename)
      }
    }
  }

  private func check(
    _ call: SystemCalls.Call, _ error: String, _ code: Int, isReplaced: Bool
  ) async throws {
    let what: Comment = "\(error) at \(call.text)"
    try FileManager.default.removeItem(at: child.folder.file("real"))
    let copy = try await ChildProcess.run("cp", ["-al", "old", "real"], in: child.folder.url)
    #expect(copy.isSuccess, "\(copy.stderr)")
    let before = try Data(contentsOf: real)

    let report = try await child.run(new, under: SystemCalls.failing(call, with: error))
    if let failure = report.failure {
      #expect(failure.contains("\(child.folder.path)/"), "\(what): \(failure)")
      #expect(failure.contains("(errno \(code))."), "\(what): \(failure)")
      #expect(failure.hasPrefix("\(child.folder.path)/"), "\(what): \(failure)")
    }
    let hasNew = try Data(contentsOf: real) != before
    try child.expect(hasNew ? new.entries : old.entries)
    // An error before the rename can be survived, but not one that is told of.
    #expect(hasNew == (isReplaced || report.failure == nil), "\(what): \(report)")
    let left = try child.folder.contents().filter { $0.contains(".cassette-") }
    #expect(left == [], what)

    let partial = child.folder.file("real/it.har.gz.partial")
    guard report.failure != nil else {
      #expect(!child.isThere(partial), what)
      return
    }
    guard child.isThere(partial) else {
      #expect(hasNew || report.journalled.isEmpty, "\(what): \(report)")
      return
    }
    // Without the lock it is nobody's to remove, and empty it is in nobody's way.
    if !hasNew, call.name != "flock" {
      let journalled = try child.journalled(partial)
      #expect(journalled == report.journalled, "\(what): \(report)")
    }
    let hasEnded = try child.hasEnded(partial)
    let recovery = try await ChildProcess.run(Tool.path, ["recover", child.cassette.path])
    #expect(recovery.isSuccess, "\(what): \(recovery.stdout)\(recovery.stderr)")
    let recovered = hasNew ? new.entries : Array(new.entries.prefix(report.journalled.count))
    let kept = hasNew || hasEnded ? [] : old.entries
    try child.expect(recovered.isEmpty ? old.entries : kept + recovered)
    #expect(!child.isThere(partial), what)
  }
}
#endif

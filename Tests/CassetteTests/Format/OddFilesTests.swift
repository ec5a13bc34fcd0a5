import Foundation
import TestSupport
import Testing

@testable import Cassette

/// Where a file should be there is something else, or the way to it leads nowhere. Nothing may hang.
struct OddFilesTests {
  private let folder: TestFolder
  private var cassette: URL { folder.file("a.har.gz") }
  private let header = JournalHeader(mode: "once", base: nil, run: "0123456789abcdef")

  init() throws { folder = try TestFolder() }

  /// Things that are no files, and what they are called.
  private static let kinds = ["folder", "FIFO", "socket", "device"]

  /// Puts such a thing in a place; a device only by a link, for making one needs more rights.
  private func make(_ kind: String, at url: URL) throws {
    switch kind {
    case "folder": #expect(mkdir(url.path, 0o700) == 0)
    case "FIFO": #expect(mkfifo(url.path, 0o600) == 0)
    case "socket":
      // The path of a socket must be short.
      let output = try ChildProcess.run(
        "python3",
        [
          "-c", "import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])",
          url.lastPathComponent,
        ],
        in: url.deletingLastPathComponent())
      #expect(output.isSuccess, "\(output.stderr)")
    default:
      try FileManager.default.createSymbolicLink(
        atPath: url.path, withDestinationPath: "/dev/zero")
    }
  }

  @Test(arguments: kinds) func areNotRead(kind: String) throws {
    try make(kind, at: cassette)
    let expected = CassetteError.notAFile(path: cassette.path, kind: kind)
    #expect(throws: expected) { try Cassette(contentsOf: cassette) }
    #expect(throws: expected) { try JournalReader(contentsOf: cassette) }
    #expect(throws: expected) { try CassetteSurvey(of: cassette) }
    #expect(throws: expected) { try JournalHeader.Base(of: cassette) }
    let article = kind == "folder" ? "a folder" : "a \(kind)"
    #expect(
      "\(expected)" == "\(cassette.path): \(article), not a file. Move it away, or give the "
        + "cassette another name.")
  }

  @Test(arguments: kinds) func areNotReplaced(kind: String) throws {
    try make(kind, at: cassette)
    let path = kind == "device" ? "/dev/zero" : cassette.path
    #expect(throws: CassetteError.notAFile(path: path, kind: kind)) {
      try Cassette(interactions: [TestFiles.simple(0)]).save(to: cassette)
    }
    #expect(throws: CassetteError.notAFile(path: path, kind: kind)) {
      try Cassette(interactions: [TestFiles.simple(0)]).exportHAR(to: cassette)
    }
    #expect(try folder.names == ["a.har.gz"])
  }

  @Test(arguments: kinds) func areNoJournals(kind: String) throws {
    let partial = folder.file("a.har.gz.partial")
    try make(kind, at: partial)
    let error = TestFiles.error { _ = try Journal(for: cassette, header: header) }
    switch (kind, error) {
    case ("FIFO", .notAFile(partial.path, "FIFO")): break
    case ("folder", .system("create", partial.path, EISDIR)): break
    case ("socket", .system("create", partial.path, ENXIO)): break
    // No link is followed on the way to a journal.
    case ("device", .system("create", partial.path, ELOOP)): break
    default: Issue.record("\(String(describing: error))")
    }
    #expect(try folder.names == ["a.har.gz.partial"])
  }

  @Test(arguments: kinds + ["file", "link"]) func areNoFoldersOfBodies(kind: String) throws {
    let bodies = folder.file("a.bodies")
    switch kind {
    case "file": _ = try folder.write([1], to: "a.bodies")
    case "link":
      try FileManager.default.createSymbolicLink(
        atPath: bodies.path, withDestinationPath: "/nowhere/at/all")
    default: try make(kind, at: bodies)
    }
    var interaction = TestFiles.simple(0)
    interaction.outcome = .response(
      .init(status: 200, body: .bytes(Data(repeating: 1, count: SideFiles.defaultThreshold))))
    let error = TestFiles.error { try Cassette(interactions: [interaction]).save(to: cassette) }
    if kind == "folder" {
      #expect(error == nil)
      return
    }
    #expect(
      "\(error.map { "\($0)" } ?? "none")".contains(bodies.path), "\(String(describing: error))")
    #expect(try folder.names == ["a.bodies"])
  }

  @Test func linksAreFollowed() throws {
    let manager = FileManager.default
    #expect(mkdir(folder.file("real").path, 0o700) == 0)
    let real = folder.file("real/b.har.gz")
    for (name, target) in [("c.har.gz", "a.har.gz"), ("a.har.gz", "real/b.har.gz")] {
      try manager.createSymbolicLink(
        atPath: folder.file(name).path, withDestinationPath: target)
    }
    let link = folder.file("c.har.gz")
    // Leads to a file that is not there yet.
    #expect(throws: CassetteError.missing(path: link.path)) { try Cassette(contentsOf: link) }
    try Cassette(interactions: [TestFiles.simple(0)]).save(to: link)
    #expect(try TestFiles.all(Cassette(contentsOf: real)) == [TestFiles.simple(0)])
    let journal = try Journal(for: link, header: header)
    #expect(journal.url.path.hasSuffix("/real/b.har.gz.partial"))
    // By whichever name it is called, it is one file, and has one lock.
    #expect(
      throws: CassetteError.locked(path: cassette.path, processID: Int(getpid()), owner: nil)
    ) { try Journal(for: cassette, header: header) }
    try journal.discard()
    try Cassette(interactions: [TestFiles.simple(1)]).save(to: link)
    #expect(try TestFiles.all(Cassette(contentsOf: real)) == [TestFiles.simple(1)])
    for (name, target) in [("c.har.gz", "a.har.gz"), ("a.har.gz", "real/b.har.gz")] {
      #expect(try manager.destinationOfSymbolicLink(atPath: folder.file(name).path) == target)
    }
    #expect(try manager.contentsOfDirectory(atPath: folder.file("real").path) == ["b.har.gz"])
  }

  @Test func linksThatLeadNowhereAreErrors() throws {
    let manager = FileManager.default
    for (name, target) in [("x.har.gz", "y.har.gz"), ("y.har.gz", "x.har.gz")] {
      try manager.createSymbolicLink(
        atPath: folder.file(name).path, withDestinationPath: target)
    }
    let loop = folder.file("x.har.gz")
    #expect(throws: CassetteError.system(operation: "open", path: loop.path, code: ELOOP)) {
      try Cassette(contentsOf: loop)
    }
    for body in [
      { _ = try Journal(for: loop, header: header) },
      { _ = try CassetteFileWriter(replacing: loop) },
      { _ = try SideFiles(of: loop) },
    ] as [() throws -> Void] {
      guard case .system("follow the link", _, ELOOP) = TestFiles.error(body) else {
        Issue.record("a loop was followed")
        continue
      }
    }
    try manager.createSymbolicLink(
      atPath: cassette.path, withDestinationPath: "none/b.har.gz")
    #expect(throws: CassetteError.missing(path: cassette.path)) {
      try Cassette(contentsOf: cassette)
    }
    guard
      case .system("create", let path, ENOENT) = TestFiles.error({
        try Cassette(interactions: []).save(to: cassette)
      })
    else {
      Issue.record("a folder was made")
      return
    }
    #expect(path.hasSuffix("/none/b.har.gz"))
    #expect(try folder.names == ["a.har.gz", "x.har.gz", "y.har.gz"])
  }

  @Test func namesWithANULAreNotTakenForShorterOnes() throws {
    _ = try folder.write([1], to: "a")
    // Foundation writes it as three letters, which are a name like others.
    let url = folder.url.appendingPathComponent("a\0.har.gz")
    try Cassette(interactions: [TestFiles.simple(0)]).save(to: url)
    #expect(try Cassette(contentsOf: url).count == 1)
    #expect(try TestFiles.bytes(folder.file("a")) == [1])
    #expect(try folder.names.count == 2)
    // The system would take the part before it.
    let path = folder.file("a").path + "\0.har.gz"
    for (operation, body) in [
      ("open", { _ = try FileDescriptor.reading(path) }),
      ("find", { _ = try AtomicFile(replacing: path) }),
    ] as [(String, () throws -> Void)] {
      #expect(
        TestFiles.error(body) == .system(operation: operation, path: path, code: EINVAL))
      #expect(
        TestFiles.message(body).hasSuffix(
          "A NUL stands in the path; give the cassette another name."))
    }
    #expect(try TestFiles.bytes(folder.file("a")) == [1])
  }

  @Test func longNamesAreErrorsOfTheSystem() throws {
    let url = folder.file(String(repeating: "n", count: 300) + ".har.gz")
    for body in [
      { _ = try Cassette(contentsOf: url) }, { try Cassette(interactions: []).save(to: url) },
      { _ = try Journal(for: url, header: header) },
    ] as [() throws -> Void] {
      #expect(
        TestFiles.message(body).hasSuffix(
          "File name too long (errno 36). Give the cassette a shorter name."))
    }
    #expect(try folder.names == [])
  }

  @Test func whatAnEditorHasSavedAsTextIsCalledThat() throws {
    try TestFiles.write([TestFiles.simple(0)], to: cassette)
    let bytes = try TestFiles.bytes(cassette)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let utf8 = Array(String(decoding: bytes, as: UTF8.self).utf8)
    let latin = Array(String(bytes.map { Character(Unicode.Scalar($0)) }).utf8)
    for mangled in [mark + bytes, utf8, mark + utf8, latin, mark + latin] {
      let url = try folder.write(mangled, to: "x.har.gz")
      #expect(
        TestFiles.message { _ = try Cassette(contentsOf: url) }
          == "\(url.path): corrupt, block 0 at byte 0: an editor has saved the compressed file as "
          + "text, which changes its bytes. Restore it, or see with `cassette verify` which "
          + "entries survive.")
    }
    // The text itself may have one.
    let text = try folder.write(mark + TestFiles.text(cassette), to: "x.har")
    #expect(try TestFiles.all(Cassette(contentsOf: text)) == [TestFiles.simple(0)])
  }

  #if os(Linux)
  /// A disk of 256 KiB, where this process may mount one.
  private func withSmallDisk(_ body: (URL) throws -> Void) throws {
    let disk = folder.file("disk")
    #expect(mkdir(disk.path, 0o700) == 0)
    guard mount("none", disk.path, "tmpfs", 0, "size=256k") == 0 else {
      Issue.record(
        "NOT TESTED on a full disk: mounting one, \(String(cString: strerror(errno)))",
        severity: .warning)
      return
    }
    defer { #expect(umount2(disk.path, Int32(MNT_DETACH)) == 0) }
    try body(disk)
  }

  /// How much room there is on a disk, in its blocks.
  private static func room(on disk: URL) -> fsblkcnt_t {
    var status = statvfs()
    return statvfs(disk.path, &status) == 0 ? status.f_bavail : 0
  }

  @Test func aFullDiskLeavesWhatWasThere() throws {
    var generator = SeededGenerator(seed: 5)
    func interaction(_ number: Int, _ count: Int) -> Cassette.Interaction {
      var interaction = TestFiles.simple(number)
      interaction.request.body = .bytes(
        Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }))
      return interaction
    }
    try withSmallDisk { disk in
      let url = disk.appendingPathComponent("a.har.gz")
      let old = interaction(0, 20_000)
      try TestFiles.write([old], to: url)
      let bytes = try TestFiles.bytes(url)
      let advice = "No space left on device (errno 28). Make room on the disk and try again."
      let room = Self.room(on: disk)
      #expect(
        TestFiles.message { try Cassette(interactions: [interaction(1, 400_000)]).save(to: url) }
          == "\(url.path): cannot write, " + advice)
      #expect(try TestFiles.bytes(url) == bytes)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["a.har.gz"])
      // A process that another test starts has what is open here until it runs its program, deleted or not.
      let deadline = ContinuousClock.now + .seconds(60)
      while Self.room(on: disk) < room, ContinuousClock.now < deadline { sched_yield() }
      #expect(Self.room(on: disk) == room)

      let journal = try Journal(
        for: url, header: .init(mode: "append", base: .init(of: url), run: "0123456789abcdef"))
      let first = interaction(2, 60_000)
      try journal.append(number: 0, first)
      #expect(
        TestFiles.message { try journal.append(number: 1, interaction(3, 200_000)) }
          == "\(journal.url.path): cannot write, " + advice)
      // What fits still does, and half a line is nowhere.
      let last = interaction(4, 5_000)
      try journal.append(number: 2, last)
      journal.keep()
      let reader = try JournalReader(contentsOf: journal.url)
      #expect(!reader.hasDroppedLine && reader.records.map(\.number) == [0, 2])
      #expect(try reader.records.map { try reader.interaction($0) } == [first, last])
      #expect(try TestFiles.bytes(url) == bytes)
    }
  }
  #endif
}

import Foundation
import Testing

@testable import Cassette

struct JournalTests {
  private let folder: TestFolder
  private var cassette: URL { folder.file("a.har.gz") }
  private var partial: URL { folder.file("a.har.gz.partial") }

  init() throws { folder = try TestFolder() }

  private func header(_ base: JournalHeader.Base? = nil) -> JournalHeader {
    .init(mode: "once", base: base, run: "0123456789abcdef")
  }

  @Test func writesALineForEachInteraction() throws {
    let journal = try Journal(
      for: cassette, header: header(.init(byteCount: 1234, crc32: 0xFFFF_FFFF)))
    #expect(journal.crashed == nil)
    #expect(journal.url.path == partial.path)
    for number in [2, 0, 1] { try journal.append(number: number, TestFiles.simple(number)) }
    let lines = String(decoding: try TestFiles.bytes(partial), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 5 && lines[4].isEmpty)
    #expect(
      lines[0] == #"{"_journal":1,"pid":\#(getpid()),"mode":"once","base":{"size":1234,"#
        + #""crc":4294967295},"run":"0123456789abcdef"}"#)
    #expect(lines[1].hasPrefix(#"{"n":2,"entry":{"startedDateTime":"#) && lines[1].hasSuffix("}}"))
    var status = stat()
    #expect(stat(partial.path, &status) == 0 && status.st_mode & 0o7777 == 0o600)
    #expect(fcntl(Int32(Self.descriptor(of: partial)), F_GETFD) & FD_CLOEXEC != 0)

    #expect(journal.records().map(\.number) == [0, 1, 2])
    var read: [Cassette.Interaction] = []
    try journal.forEach { number, interaction in
      #expect(number == read.count)
      read.append(interaction)
    }
    #expect(read == (0..<3).map { TestFiles.simple($0) })
    try journal.discard()
    #expect(try folder.names == [])
    try journal.discard()
    #expect(throws: CassetteError.system(operation: "write", path: partial.path, code: EBADF)) {
      try journal.append(number: 1, TestFiles.simple(1))
    }
  }

  /// The descriptor by which this process has a file open; 0 where it cannot be found out.
  private static func descriptor(of url: URL) -> Int {
    let folder = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let found = names.first {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == url.path
    }
    return found.flatMap { Int($0) } ?? 0
  }

  @Test func isTheLock() throws {
    let journal = try Journal(for: cassette, header: header())
    #expect(throws: CassetteError.locked(path: cassette.path, processID: Int(getpid()), owner: nil))
    {
      try Journal(for: cassette, header: header())
    }
    #expect(
      TestFiles.message { _ = try Journal(for: cassette, header: header()) }
        == "\(cassette.path): in use, process \(getpid()) is recording it. Let it finish, or record "
        + "into another file.")
    // A link to the cassette leads to the same lock.
    let link = folder.file("link.har.gz")
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: "a.har.gz")
    #expect(throws: CassetteError.locked(path: link.path, processID: Int(getpid()), owner: nil)) {
      try Journal(for: link, header: header())
    }
    try journal.discard()
    try Journal(for: link, header: header()).discard()
    #expect(try folder.names == ["link.har.gz"])
  }

  @Test func onlyOneOfManyGetsIt() async throws {
    for _ in 0..<20 {
      let winners = await withTaskGroup(of: Journal?.self) { group in
        for _ in 0..<8 {
          group.addTask { [cassette, header = header()] in
            try? Journal(for: cassette, header: header)
          }
        }
        var journals: [Journal] = []
        for await journal in group { if let journal { journals.append(journal) } }
        return journals
      }
      #expect(winners.count == 1)
      for journal in winners { try journal.discard() }
      #expect(try folder.names == [])
    }
  }

  @Test func movesACrashedOneAside() throws {
    for number in 1...3 {
      let journal = try Journal(for: cassette, header: header())
      #expect(
        journal.crashed?.path
          == (number == 1 ? nil : folder.file("a.har.gz.crashed-\(number - 1)").path))
      try journal.append(number: 0, TestFiles.simple(number))
      journal.keep()
    }
    #expect(
      try folder.names == ["a.har.gz.crashed-1", "a.har.gz.crashed-2", "a.har.gz.partial"])
    let reader = try JournalReader(contentsOf: folder.file("a.har.gz.crashed-2"))
    #expect(reader.header == header())
    #expect(reader.records.count == 1 && !reader.hasDroppedLine)
    #expect(try reader.interaction(reader.records[0]) == TestFiles.simple(2))
  }

  @Test func whatHadBeenSavedIsNotMovedAside() throws {
    for isSaved in [true, false] {
      let journal = try Journal(for: cassette, header: header())
      try journal.append(number: 0, TestFiles.simple(0))
      let writer = try CassetteFileWriter(replacing: cassette)
      try writer.append(TestFiles.simple(isSaved ? 0 : 1))
      _ = try writer.finish { base throws(CassetteError) in
        try journal.announce(base)
        try #expect(JournalReader(contentsOf: partial).announced == base)
      }
      let reader = try JournalReader(contentsOf: partial)
      #expect(reader.announced == (try JournalHeader.Base(of: cassette)))
      #expect(reader.records.count == 1 && !reader.hasDroppedLine)
      if !isSaved {
        // As where a crash came before the file was in its place.
        try TestFiles.write([TestFiles.simple(2)], to: cassette)
      }
      journal.keep()
      let next = try Journal(for: cassette, header: header())
      #expect(
        next.crashed?.lastPathComponent == (isSaved ? nil : "a.har.gz.crashed-1"))
      #expect(try JournalReader(contentsOf: partial).announced == nil)
      try next.discard()
    }
  }

  @Test func onlyTheLastWholeLineAnnounces() throws {
    let base = JournalHeader.Base(byteCount: .max, crc32: .max)
    #expect(base.announcement.count <= JournalHeader.Base.announcementLimit)
    for (text, expected) in [
      (base.announcement, base), (base.announcement + [0x7B], nil), ([], nil),
      (base.announcement + Array("{}\n".utf8), nil), (base.announcement.dropLast(), nil),
      (Array(#"{"_saved":{"size":1}}"#.utf8) + [0x0A], nil),
      (Array(#"{"_saved":{"size":1,"crc":4294967296}}"#.utf8) + [0x0A], nil),
      (Array(repeating: 0x5B, count: 200) + [0x0A], nil),
    ] as [([UInt8], JournalHeader.Base?)] {
      let file = try folder.write(header().line + text, to: "j")
      #expect(try JournalReader.announced(in: .reading(file.path)) == expected)
    }
  }

  #if os(Linux)
  @Test func aKilledProcessLeavesItUnlocked() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = cassette.path as String] in
      let journal = try Journal(
        for: URL(fileURLWithPath: path),
        header: .init(mode: "rerecord", base: nil, run: "0123456789abcdef"))
      for number in 0..<10 { try journal.append(number: number, TestFiles.simple(number)) }
      kill(getpid(), SIGKILL)
    }
    let reader = try JournalReader(contentsOf: partial)
    #expect(reader.header.processID != Int(getpid()) && reader.header.mode == "rerecord")
    #expect(
      try reader.records.map { try reader.interaction($0) }
        == (0..<10).map {
          TestFiles.simple($0)
        })
    let journal = try Journal(for: cassette, header: header())
    #expect(journal.crashed?.lastPathComponent == "a.har.gz.crashed-1")
    try journal.discard()
  }

  @Test func aWriteThatFailsLeavesWholeLines() async throws {
    await #expect(processExitsWith: .success) { [path = cassette.path as String] in
      signal(SIGXFSZ, SIG_IGN)
      let journal = try Journal(
        for: URL(fileURLWithPath: path),
        header: .init(mode: "once", base: nil, run: "0123456789abcdef"))
      try journal.append(number: 0, TestFiles.simple(0))
      var limit = rlimit(rlim_cur: 5000, rlim_max: 5000)
      guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(3) }
      let error = TestFiles.error {
        try journal.append(number: 1, TestFiles.simple(1, padding: 9000))
      }
      guard case .system("write", _, EFBIG) = error else { exit(4) }
      try journal.append(number: 2, TestFiles.simple(2))
      exit(0)
    }
    let reader = try JournalReader(contentsOf: partial)
    #expect(reader.records.map(\.number) == [0, 2])
    #expect(!reader.hasDroppedLine)
  }
  #endif

  @Test func readsWhatWasWrittenUntilTheEnd() throws {
    let journal = try Journal(for: cassette, header: header())
    for number in 0..<3 { try journal.append(number: number, TestFiles.simple(number)) }
    journal.keep()
    let bytes = try TestFiles.bytes(partial)
    let lineEnds = bytes.indices.filter { bytes[$0] == 0x0A }
    for count in 0...bytes.count {
      try Data(bytes[..<count]).write(to: partial)
      if count <= lineEnds[0] {
        #expect(throws: CassetteError.empty(path: partial.path)) {
          try JournalReader(contentsOf: partial)
        }
        continue
      }
      let reader = try JournalReader(contentsOf: partial)
      let whole = lineEnds.filter { $0 < count }.count - 1
      #expect(reader.records.count == whole)
      #expect(reader.hasDroppedLine == !lineEnds.contains(count - 1))
      #expect(
        try reader.records.map { try reader.interaction($0) }
          == (0..<whole).map { TestFiles.simple($0) })
    }
  }

  @Test(arguments: [
    ("x\n", "line 1 of the journal is corrupt: not JSON: expected a value at byte 0."),
    ("{}\n", "line 1 of the journal is corrupt: it is no journal's."),
    (#"{"_journal":1}"# + "\n", "line 1 of the journal is corrupt: a member is missing."),
    (#"{"_journal":2}"# + "\n", "format version 2 is unknown;"),
    (
      #"{"_journal":1,"pid":1,"mode":"m","run":"r","base":{}}"# + "\n",
      "line 1 of the journal is corrupt: a member is missing."
    ),
    (
      #"{"_journal":1,"pid":1,"mode":"m","run":"r"}"# + "\n{\"n\":1}\n",
      "line 2 of the journal is corrupt: a member is missing."
    ),
    (
      #"{"_journal":1,"pid":1,"mode":"m","run":"r"}"# + "\n\n",
      "line 2 of the journal is corrupt: not JSON: unexpected end at byte 0."
    ),
  ])
  func refusesWhatIsNoJournal(text: String, expected: String) throws {
    try Data(text.utf8).write(to: partial)
    let message = TestFiles.message { _ = try JournalReader(contentsOf: partial) }
    #expect(message.hasPrefix("\(partial.path): \(expected)"), "\(message)")
  }

  @Test func passesOverDamagedLinesOnDemand() throws {
    let journal = try Journal(for: cassette, header: header())
    for number in 0..<3 { try journal.append(number: number, TestFiles.simple(number)) }
    journal.keep()
    var lines = try TestFiles.bytes(partial).split(separator: 0x0A)
    lines[2] = ArraySlice([UInt8](repeating: 0, count: 100))
    lines += [[UInt8]](repeating: [0x78], count: 20).map { $0[...] }
    try Data(lines.joined(separator: [0x0A]) + [0x0A]).write(to: partial)
    let damage = CassetteError.damagedJournal(
      path: partial.path, line: 3, reason: "not JSON: expected a value at byte 0")
    #expect(throws: damage) { try JournalReader(contentsOf: partial) }
    let reader = try JournalReader(contentsOf: partial, passesOverDamage: true)
    #expect(reader.records.map(\.number) == [0, 2])
    #expect(reader.damageCount == 21 && reader.damages.count == 10 && reader.damages[0] == damage)
    #expect(try reader.interaction(reader.records[1]) == TestFiles.simple(2))
  }

  @Test func refusesToBeginWhereItCannot() throws {
    #expect(mkfifo(partial.path, 0o600) == 0)
    #expect(throws: CassetteError.notAFile(path: partial.path, kind: "FIFO")) {
      try Journal(for: cassette, header: header())
    }
    #expect(
      TestFiles.message {
        _ = try Journal(for: folder.file("none/a.har.gz"), header: header())
      }.hasSuffix("No such file or directory (errno 2). Create the folder first."))
  }

  @Test func knowsTheFileItBuildsOn() throws {
    #expect(try JournalHeader.Base(of: cassette) == nil)
    let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 13 &+ $0 >> 9) }
    try Data(bytes).write(to: cassette)
    #expect(
      try JournalHeader.Base(of: cassette) == .init(byteCount: 600_000, crc32: CRC32.of(bytes)))
    #expect(throws: CassetteError.notAFile(path: folder.url.path, kind: "folder")) {
      try JournalHeader.Base(of: folder.url)
    }
  }

  @Test func takesFromManyThreads() async throws {
    let journal = try Journal(for: cassette, header: header())
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          do {
            try journal.append(number: number, TestFiles.simple(number, padding: 500))
          } catch {
            Issue.record("\(error)")
          }
        }
      }
    }
    journal.keep()
    let reader = try JournalReader(contentsOf: partial)
    #expect(reader.records.map(\.number) == Array(0..<200))
    for record in reader.records {
      #expect(try reader.interaction(record) == TestFiles.simple(record.number, padding: 500))
    }
  }
}

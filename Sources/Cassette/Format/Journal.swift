package import Foundation

/// The journal of a recording, `NAME.har.gz.partial`: each interaction is in it once it is complete.
///
/// It is the recording's lock too. It belongs to the one who holds `flock` on it: a crash, of whatever
/// kind, releases the lock and leaves the interactions. Threads may append at the same time.
package final class Journal: Sendable {
  /// The journal's file.
  package let url: URL
  /// What the first line says.
  package let header: JournalHeader
  /// Where a crashed recording's journal was moved to, for this one to begin; nil where none was left.
  package let crashed: URL?
  private let state: Locked<State>

  private struct State {
    /// nil once the journal is given up.
    var file: FileDescriptor?
    var byteCount: Int
    var records: [JournalRecord] = []
    var values: [JournalValue] = []
    /// Why nothing more can be written.
    var failure: CassetteError?
    var encoder = HAREntryEncoder()
    var line: [UInt8] = []
  }

  /// The journal's place for a cassette's: beside it, links followed.
  package static func url(for cassette: URL) throws(CassetteError) -> URL {
    URL(fileURLWithPath: try FilePath.resolvingLink(cassette.path) + ".partial")
  }

  /// Begins a recording: takes the lock, moves a crashed recording's journal aside, writes the header.
  ///
  /// - Parameters:
  ///   - cassette: The file that will be recorded.
  ///   - header: The first line.
  /// - Throws: `CassetteError.locked` where another recording holds the journal, of this process or
  ///   another; `.notAFile` or `.system` where it cannot be written.
  package init(for cassette: URL, header: JournalHeader) throws(CassetteError) {
    url = try Self.url(for: cassette)
    self.header = header
    var crashed: URL?
    while true {
      guard let file = try Self.lock(url.path, cassette: cassette.path) else { continue }
      guard try file.status().st_size == 0 else {
        // Where what it announces has come about, the crash came when all was done but its removal.
        if let announced = try JournalReader.announced(in: file),
          try announced == JournalHeader.Base(of: cassette)
        {
          guard unlink(url.path) == 0 else {
            throw .system(operation: "delete", path: url.path, code: errno)
          }
          continue
        }
        crashed = try Self.moveAside(url.path, of: try FilePath.resolvingLink(cassette.path))
        continue
      }
      let line = header.line
      do throws(CassetteError) {
        try line.withBytes { (bytes) throws(CassetteError) in try file.write(bytes) }
      } catch {
        unlink(url.path)
        throw error
      }
      state = Locked(State(file: file, byteCount: line.count))
      break
    }
    self.crashed = crashed
  }

  /// Opens and locks the file; nil where the path has gone to another file meanwhile.
  static func lock(
    _ path: String, cassette: String
  ) throws(CassetteError) -> FileDescriptor? {
    let file = try FileDescriptor(
      opening: path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600,
      operation: "create")
    let opened = try file.status()
    guard opened.st_mode & S_IFMT == S_IFREG else {
      throw .notAFile(path: path, kind: FileDescriptor.kind(of: opened.st_mode))
    }
    // A process that this one starts holds all that is open here until it runs its program.
    var patience = 20
    while flock(file.rawValue, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK where patience > 0:
        patience -= 1
        usleep(5_000)
      case EWOULDBLOCK:
        let holder = holder(of: file)
        throw .locked(path: cassette, processID: holder?.processID, owner: holder?.owner)
      default: throw .system(operation: "lock", path: path, code: errno)
      }
    }
    // Between open and flock its owner may have deleted it, or moved it aside.
    var current = stat()
    guard lstat(path, &current) == 0, current.st_dev == opened.st_dev,
      current.st_ino == opened.st_ino
    else { return nil }
    return file
  }

  /// Who records a cassette at this moment.
  ///
  /// - Parameter cassette: The cassette's path; the file need not be there.
  /// - Returns: Who it is, in words; nil where nobody holds its journal.
  /// - Throws: `CassetteError` where the journal cannot be opened, for a reason other than that there is none.
  package static func holder(of cassette: String) throws(CassetteError) -> String? {
    let file: FileDescriptor
    do throws(CassetteError) {
      file = try FileDescriptor.reading(try url(for: URL(fileURLWithPath: cassette)).path)
    } catch {
      if case .missing = error { return nil }
      throw error
    }
    // Shared, and let go of at once: who begins to record meanwhile tries again.
    while flock(file.rawValue, LOCK_SH | LOCK_NB) != 0 {
      guard errno == EINTR else {
        let header = holder(of: file)
        return CassetteError.holder(header?.processID, header?.owner)
      }
    }
    return nil
  }

  /// What the header says; nil where it is not whole yet.
  private static func holder(of file: FileDescriptor) -> JournalHeader? {
    guard let bytes = try? file.read(byteCount: 1 << 16, at: 0),
      let end = bytes.firstIndex(of: 0x0A),
      let header = try? JournalHeader(line: Array(bytes[..<end]), path: file.path)
    else { return nil }
    return header
  }

  /// Gives a crash's journal the first name of `.crashed-N` that is free.
  private static func moveAside(
    _ path: String, of cassette: String
  ) throws(CassetteError) -> URL {
    var number = 1
    while true {
      let aside = "\(cassette).crashed-\(number)"
      // A link fails where the name is taken; a rename would replace what has it.
      if link(path, aside) == 0 {
        guard unlink(path) == 0 else {
          throw .system(operation: "move aside", path: path, code: errno)
        }
        return URL(fileURLWithPath: aside)
      }
      switch errno {
      case EEXIST:
        number += 1
      case EPERM, ENOTSUP, EACCES, EMLINK:
        // A file system without hard links.
        var status = stat()
        if lstat(aside, &status) == 0 {
          number += 1
        } else if rename(path, aside) == 0 {
          return URL(fileURLWithPath: aside)
        } else {
          throw .system(operation: "move aside", path: path, code: errno)
        }
      default:
        throw .system(operation: "move aside", path: path, code: errno)
      }
    }
  }

  /// Adds a completed interaction, in one write.
  ///
  /// - Parameters:
  ///   - number: The number that its call got when it started.
  ///   - interaction: The interaction, redacted.
  ///   - countsReceived: Whether its progress, where it has any, is that of receiving its content.
  /// - Throws: `CassetteError.system` where it cannot be written; the journal is then as it was before.
  /// - Complexity: O(*n*) in the size of the interaction.
  package func append(
    number: Int, _ interaction: Cassette.Interaction, countsReceived: Bool = false
  ) throws(CassetteError) {
    try state.withLock { (state: inout State) throws(CassetteError) in
      if let failure = state.failure { throw failure }
      guard let file = state.file else {
        throw .system(operation: "write", path: url.path, code: EBADF)
      }
      state.line.removeAll(keepingCapacity: true)
      var json = JSONText()
      json.raw(#"{"n":"#)
      json.integer(number)
      let countsReceived = countsReceived && interaction.progress != nil
      if countsReceived { json.raw(#","received":true"#) }
      json.raw(#","entry":"#)
      state.line.append(contentsOf: json.bytes)
      state.encoder.encode(interaction, into: &state.line)
      let record = JournalRecord(
        number: number, countsReceived: countsReceived, offset: state.byteCount + json.bytes.count,
        byteCount: state.line.count - json.bytes.count)
      state.line.append(UInt8(ascii: "}"))
      state.line.append(0x0A)
      try Self.write(state.line, to: file, &state)
      state.records.append(record)
    }
  }

  /// Adds a value that the program made for itself, in one write.
  ///
  /// - Throws: `CassetteError.system` where it cannot be written; the journal is then as it was before.
  package func append(_ value: JournalValue) throws(CassetteError) {
    try state.withLock { (state: inout State) throws(CassetteError) in
      if let failure = state.failure { throw failure }
      guard let file = state.file else {
        throw .system(operation: "write", path: url.path, code: EBADF)
      }
      try Self.write(value.line, to: file, &state)
      state.values.append(value)
    }
  }

  /// The values that have been appended.
  package var values: [JournalValue] { state.withLock { (state: inout State) in state.values } }

  /// Whether nothing has been appended.
  package var isEmpty: Bool {
    state.withLock { (state: inout State) in state.records.isEmpty && state.values.isEmpty }
  }

  /// Notes that the recording has come to its end, so that what it has not recorded is known to be gone.
  ///
  /// - Throws: `CassetteError.system` where it cannot be written.
  package func end() throws(CassetteError) {
    try write(JournalHeader.end)
  }

  /// Notes what the cassette is about to become, so that a journal that a crash then leaves is known to
  /// be saved already.
  ///
  /// - Parameter saved: The file that will stand in the cassette's place.
  /// - Throws: `CassetteError.system` where it cannot be written.
  package func announce(_ saved: JournalHeader.Base) throws(CassetteError) {
    try write(saved.announcement)
  }

  private func write(_ line: [UInt8]) throws(CassetteError) {
    try state.withLock { (state: inout State) throws(CassetteError) in
      guard let file = state.file else {
        throw .system(operation: "write", path: url.path, code: EBADF)
      }
      try Self.write(line, to: file, &state)
    }
  }

  private static func write(
    _ line: [UInt8], to file: FileDescriptor, _ state: inout State
  ) throws(CassetteError) {
    do throws(CassetteError) {
      try line.withBytes { (bytes) throws(CassetteError) in try file.write(bytes) }
    } catch {
      // Half a line must not have another behind it.
      if ftruncate(file.rawValue, off_t(state.byteCount)) != 0 { state.failure = error }
      throw error
    }
    state.byteCount += line.count
  }

  /// What has been appended, in the order in which the calls started.
  ///
  /// - Complexity: O(*n* log *n*).
  package func records() -> [JournalRecord] {
    state.withLock { (state: inout State) in state.records }.sorted()
  }

  /// The JSON text of an entry.
  ///
  /// - Throws: `CassetteError.system` where it cannot be read.
  package func entry(_ record: JournalRecord) throws(CassetteError) -> [UInt8] {
    let file = try state.withLock { (state: inout State) throws(CassetteError) -> FileDescriptor in
      guard let file = state.file else {
        throw CassetteError.system(operation: "read", path: url.path, code: EBADF)
      }
      return file
    }
    return try JournalReader.entry(record, in: file)
  }

  /// The interaction of an entry.
  ///
  /// - Throws: `CassetteError.system` where it cannot be read; `.damagedEntry` where it is broken.
  package func interaction(_ record: JournalRecord) throws(CassetteError) -> Cassette.Interaction {
    try JournalReader.interaction(try entry(record), record, path: url.path)
  }

  /// All interactions, in the order in which their calls started, one in memory at a time.
  ///
  /// - Throws: What `interaction(_:)` and the body throw.
  package func forEach(_ body: (Int, Cassette.Interaction) throws -> Void) throws {
    for record in records() { try body(record.number, interaction(record)) }
  }

  /// Empties the journal and keeps the lock, once all that it holds is saved: nothing that it refers to
  /// is needed any more.
  ///
  /// - Throws: `CassetteError.system` where it cannot be changed.
  package func empty() throws(CassetteError) {
    try state.withLock { (state: inout State) throws(CassetteError) in
      guard let file = state.file else { return }
      guard ftruncate(file.rawValue, 0) == 0 else {
        throw .system(operation: "empty", path: url.path, code: errno)
      }
      (state.byteCount, state.records, state.values) = (0, [], [])
    }
  }

  /// Deletes the journal and ends the lock. Does nothing the second time.
  ///
  /// - Throws: `CassetteError.system` where it cannot be deleted.
  package func discard() throws(CassetteError) {
    try state.withLock { (state: inout State) throws(CassetteError) in
      guard state.file != nil else { return }
      // While the lock is held, so that nobody's new journal is deleted.
      guard unlink(url.path) == 0 || errno == ENOENT else {
        throw .system(operation: "delete", path: url.path, code: errno)
      }
      state.file = nil
    }
  }

  /// Ends the lock and leaves the journal for `cassette recover`, or for the next recording to move.
  package func keep() {
    state.withLock { (state: inout State) in state.file = nil }
  }
}

package import Foundation

/// The first line of a journal: who writes it, what it builds on, and on which terms it is saved.
package struct JournalHeader: Hashable, Sendable {
  /// A cassette's file as a recording found it.
  package struct Base: Hashable, Sendable {
    /// Its size in bytes.
    package var byteCount: Int
    /// The CRC-32 of its bytes.
    package var crc32: UInt32

    /// A file of that size and checksum.
    package init(byteCount: Int, crc32: UInt32) {
      self.byteCount = byteCount
      self.crc32 = crc32
    }

    /// What is at that place now; nil where there is no file.
    ///
    /// - Throws: `CassetteError.notAFile` or `.system` where it cannot be read.
    /// - Complexity: O(*n*) in the size of the file.
    package init?(of cassette: URL) throws(CassetteError) {
      let file: FileDescriptor
      do throws(CassetteError) {
        file = try FileDescriptor.reading(cassette.path)
      } catch {
        if case .missing = error { return nil }
        throw error
      }
      var buffer = [UInt8](repeating: 0, count: 1 << 18)
      (byteCount, crc32) = (0, 0)
      while true {
        let offset = byteCount
        let count = try buffer.withMutableBytes { (buffer) throws(CassetteError) in
          try file.read(into: buffer, at: offset)
        }
        guard count > 0 else { return }
        crc32 = buffer.withUnsafeBytes {
          CRC32.of(UnsafeRawBufferPointer(rebasing: $0[..<count]), continuing: crc32)
        }
        byteCount += count
      }
    }
  }

  /// The process that records.
  package var processID: Int
  /// The record mode, as the environment spells it.
  package var mode: String
  /// The file that the recording builds on; nil where there was none.
  package var base: Base?
  /// The nonce in this run's placeholders: 16 hexadecimal digits.
  package var run: String
  /// Who records, for people: a test's place, where one is known.
  package var owner: String?
  /// What the run takes for a secret by its looks. Read from a journal, it has no shapes of tokens of
  /// the user's own and no variables: what these find is replaced before it comes into the journal.
  package var tripwire: Tripwire
  /// The calls whose old entries the run replaces, in the mode `update`.
  package var selection: [CallFilter]
  /// Whether failures may take the place of answers where the run has recorded nothing else.
  package var allowsOnlyFailures: Bool

  /// The header of a journal of this process.
  package init(
    processID: Int = Int(getpid()), mode: String, base: Base?, run: String,
    owner: String? = nil, tripwire: Tripwire = .default, selection: [CallFilter] = [],
    allowsOnlyFailures: Bool = false
  ) {
    self.processID = processID
    self.mode = mode
    self.base = base
    self.run = run
    self.owner = owner
    self.tripwire = tripwire
    self.selection = selection
    self.allowsOnlyFailures = allowsOnlyFailures
  }

  static let version = 1

  /// What every journal begins with.
  static let start = Array(#"{"_journal":"#.utf8)

  /// The line, with its line feed.
  var line: [UInt8] {
    var json = JSONText()
    json.raw(#"{"_journal":"#)
    json.integer(Self.version)
    json.raw(#","pid":"#)
    json.integer(processID)
    json.raw(#","mode":"#)
    json.string(mode)
    if let base {
      json.raw(#","base":"#)
      base.write(to: &json)
    }
    json.raw(#","run":"#)
    json.string(run)
    if let owner {
      json.raw(#","owner":"#)
      json.string(owner)
    }
    writeTerms(to: &json)
    json.raw("}\n")
    return json.bytes
  }

  init(line: [UInt8], path: String) throws(CassetteError) {
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(line)
    } catch {
      throw .damagedJournal(path: path, line: 1, reason: error.description)
    }
    let root = document.root
    guard let version = document.member("_journal", of: root) else {
      throw .damagedJournal(path: path, line: 1, reason: "it is no journal's")
    }
    guard document.integer(version) == Self.version else {
      throw .unsupportedVersion(
        path: path, found: String(decoding: document.source(of: version).prefix(40), as: UTF8.self))
    }
    guard let processID = document.member("pid", of: root).flatMap({ document.integer($0) }),
      let mode = document.member("mode", of: root).flatMap({ document.string($0) }),
      let run = document.member("run", of: root).flatMap({ document.string($0) })
    else { throw .damagedJournal(path: path, line: 1, reason: "a member is missing") }
    self.init(processID: processID, mode: mode, base: nil, run: run)
    owner = document.member("owner", of: root).flatMap { document.string($0) }
    try readTerms(document, path: path)
    guard let base = document.member("base", of: root) else { return }
    guard let base = Base(base, of: document) else {
      throw .damagedJournal(path: path, line: 1, reason: "a member is missing")
    }
    self.base = base
  }
}

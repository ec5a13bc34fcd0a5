package import Foundation

/// Reads the journal that a crashed or failed recording left.
package struct JournalReader: Sendable {
  /// The journal's file.
  package let url: URL
  /// What the first line says.
  package let header: JournalHeader
  /// The entries, in the order in which their calls started.
  package let records: [JournalRecord]
  /// What the program made for itself.
  package let values: [JournalValue]
  /// The file that was about to take the cassette's place; nil where the recording did not come so far.
  package let announced: JournalHeader.Base?
  /// Whether the recording had come to its end, so that it had recorded all that it was to record.
  package let hasEnded: Bool
  /// Whether a last line was dropped, for the recording ended while it was written.
  package let hasDroppedLine: Bool
  /// The lines that were passed over, for they cannot be read: the first few.
  package let damages: [CassetteError]
  /// The number of lines that were passed over.
  package let damageCount: Int
  private let file: FileDescriptor

  private static let damageLimit = 10

  /// Reads a journal. No lock is taken.
  ///
  /// - Parameters:
  ///   - url: The journal's file.
  ///   - limits: How much it may make the reader take in.
  ///   - passesOverDamage: Whether a line that cannot be read, other than the first, is left out
  ///     rather than an error.
  /// - Throws: `CassetteError.missing`, `.notAFile` or `.system` where it cannot be read; `.empty`,
  ///   `.damagedJournal` or `.unsupportedVersion` where it is no journal; `.tooLarge`.
  /// - Complexity: O(*n*) in the size of the journal.
  package init(
    contentsOf url: URL, limits: Cassette.Limits = .init(), passesOverDamage: Bool = false
  ) throws(CassetteError) {
    self.url = url
    file = try FileDescriptor.reading(url.path)
    var lines = Lines(file: file, limit: limits.entryByteCount.addingHeld(100))
    guard let first = try lines.next() else { throw .empty(path: url.path) }
    header = try JournalHeader(line: first.text, path: url.path)
    var records: [JournalRecord] = []
    var values: [JournalValue] = []
    var number = 1
    var damages: [CassetteError] = []
    var damageCount = 0
    var announced: JournalHeader.Base?
    var hasEnded = false
    while let line = try lines.next() {
      number += 1
      do throws(CassetteError) {
        switch try Self.parse(line.text, at: line.offset, number: number, url.path, limits) {
        case .record(let record): records.append(record)
        case .value(let value): values.append(value)
        case .announcement(let base): announced = base
        case .end: hasEnded = true
        }
      } catch {
        guard passesOverDamage else { throw error }
        damageCount += 1
        if damages.count < Self.damageLimit { damages.append(error) }
      }
    }
    self.records = records.sorted()
    self.values = values
    (self.damages, self.damageCount) = (damages, damageCount)
    self.announced = announced
    self.hasEnded = hasEnded
    hasDroppedLine = lines.hasRest
  }

  /// What the recording announced in the last of a journal's whole lines; nil where that is another.
  static func announced(in file: FileDescriptor) throws(CassetteError) -> JournalHeader.Base? {
    let byteCount = Int(try file.status().st_size)
    let start = max(0, byteCount - JournalHeader.Base.announcementLimit)
    let tail = try file.read(byteCount: byteCount - start, at: start)
    guard let line = tail.split(separator: 0x0A).last, tail.last == 0x0A else { return nil }
    do throws(JSONError) {
      return JournalHeader.Base(announcement: try JSONDocument(Array(line)))
    } catch {
      // The end of a longer line.
      return nil
    }
  }

  /// How many bytes its whole lines have.
  static func wholeByteCount(of file: FileDescriptor) throws(CassetteError) -> Int {
    var end = Int(try file.status().st_size)
    while end > 0 {
      let start = max(0, end - 1 << 16)
      let piece = try file.read(byteCount: end - start, at: start)
      if let last = piece.lastIndex(of: 0x0A) { return start + last + 1 }
      end = start
    }
    return 0
  }

  private enum Line {
    case record(JournalRecord)
    case value(JournalValue)
    case announcement(JournalHeader.Base)
    case end
  }

  private static func parse(
    _ text: [UInt8], at offset: Int, number: Int, _ path: String, _ limits: Cassette.Limits
  ) throws(CassetteError) -> Line {
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(
        text, maximumDepth: limits.jsonDepth.addingHeld(1), maximumCount: limits.jsonValueCount)
    } catch {
      throw .damagedJournal(path: path, line: number, reason: error.description)
    }
    if let base = JournalHeader.Base(announcement: document) { return .announcement(base) }
    if JournalHeader.isEnd(document) { return .end }
    if let value = JournalValue(document) { return .value(value) }
    guard let start = document.member("n", of: document.root).flatMap({ document.integer($0) }),
      let entry = document.member("entry", of: document.root)
    else { throw .damagedJournal(path: path, line: number, reason: "a member is missing") }
    return .record(
      JournalRecord(
        number: start, countsReceived: document.member("received", of: document.root) != nil,
        offset: offset + entry.range.lowerBound, byteCount: entry.range.count))
  }

  /// The JSON text of an entry.
  ///
  /// - Throws: `CassetteError.system` or `.changed` where it cannot be read any more.
  package func entry(_ record: JournalRecord) throws(CassetteError) -> [UInt8] {
    try Self.entry(record, in: file)
  }

  /// The interaction of an entry.
  ///
  /// - Throws: As `entry(_:)`; `CassetteError.damagedEntry`, with its number, where it is broken.
  package func interaction(_ record: JournalRecord) throws(CassetteError) -> Cassette.Interaction {
    try Self.interaction(try entry(record), record, path: url.path)
  }

  static func entry(
    _ record: JournalRecord, in file: FileDescriptor
  ) throws(CassetteError) -> [UInt8] {
    let text = try file.read(byteCount: record.byteCount, at: record.offset)
    guard text.count == record.byteCount else { throw .changed(path: file.path) }
    return text
  }

  static func interaction(
    _ text: [UInt8], _ record: JournalRecord, path: String
  ) throws(CassetteError) -> Cassette.Interaction {
    let reason: String
    do throws(HAREntryDecoder.Problem) {
      switch try HAREntryDecoder.decode(text, isForeign: false).result {
      case .interaction(let interaction): return interaction
      case .skipped(let why, _): reason = why
      }
    } catch {
      reason = error.reason
    }
    throw .damagedEntry(path: path, index: record.number, url: nil, reason: reason)
  }

  /// The lines of a file that end with a line feed.
  private struct Lines {
    let file: FileDescriptor
    let limit: Int
    private var buffer: [UInt8] = []
    private var start = 0
    private var bufferOffset = 0
    private var isAtEnd = false

    init(file: FileDescriptor, limit: Int) {
      self.file = file
      self.limit = limit
    }

    /// Whether bytes without a line feed end the file.
    var hasRest: Bool { start < buffer.count }

    mutating func next() throws(CassetteError) -> (text: [UInt8], offset: Int)? {
      var searched = start
      while true {
        let found = buffer.withUnsafeBytes {
          UnsafeRawBufferPointer(rebasing: $0[searched...]).firstOffset(of: 0x0A)
        }
        if let found {
          let end = searched + found
          let line = (Array(buffer[start..<end]), bufferOffset + start)
          start = end + 1
          return line
        }
        guard !isAtEnd else { return nil }
        guard buffer.count - start <= limit else {
          throw .tooLarge(
            path: file.path, what: "the size of a line in bytes", limit: limit)
        }
        buffer.removeFirst(start)
        bufferOffset += start
        start = 0
        searched = buffer.count
        let more = try file.read(byteCount: 1 << 16, at: bufferOffset + buffer.count)
        isAtEnd = more.isEmpty
        buffer.append(contentsOf: more)
      }
    }
  }
}

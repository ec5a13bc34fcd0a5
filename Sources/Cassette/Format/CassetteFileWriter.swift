package import Foundation

/// Writes a cassette, entry by entry, and puts it in its place when it is whole.
///
/// Not Sendable: one thread writes it. Where it is given up, or goes away unfinished, what it has
/// written is removed and the file at the path stays as it was.
package final class CassetteFileWriter {
  /// What finishing did.
  package enum Outcome: Hashable, Sendable {
    /// The file was written.
    case written
    /// The file held the same text already, and was not touched.
    case unchanged
  }

  private let file: AtomicFile
  private let existing: ExistingText?
  private var packer = BlockPacker()
  private var table = EntryTable()
  private var encoder = HAREntryEncoder()
  private var entry: [UInt8] = []
  private var line: [UInt8] = []
  private var run: KeptRun?

  /// The paths of side files that the entries so far refer to.
  package private(set) var sideFilePaths: Set<String> = []

  /// What the program made for itself: it is written behind the entries.
  package var values = Cassette.RecordedValues()

  /// Begins a cassette that will take that path.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - checkedAt: When its entries were last compared with what is live; nil to say nothing of it.
  /// - Throws: `CassetteError.notAFile` where something else has the path; `.system` where the folder
  ///   is missing or may not be written to.
  package init(replacing url: URL, checkedAt: Date? = nil) throws(CassetteError) {
    file = try AtomicFile(replacing: url.path)
    existing = ExistingText(path: file.path)
    _ = try add(CassetteText.opening(checkedAt: checkedAt.map(Timestamp.milliseconds(of:))))
  }

  /// The number of entries so far.
  package var count: Int { table.count + (run?.rows.count ?? 0) }

  /// Adds an interaction at the end.
  ///
  /// - Throws: `CassetteError.system` where the file cannot be written.
  /// - Complexity: O(*n*) in the size of the interaction.
  package func append(_ interaction: Cassette.Interaction) throws(CassetteError) {
    entry.removeAll(keepingCapacity: true)
    encoder.encode(interaction, into: &entry)
    try append(entry: entry, key: MatchKey(interaction))
  }

  /// Adds an entry at the end, as it is.
  ///
  /// - Parameters:
  ///   - text: The entry's JSON text as the encoder made it: no line break, no comma around it.
  ///   - key: The match key of the interaction that the text says.
  /// - Throws: `CassetteError.damagedEntry` for a text with a line break; `.system` where the file
  ///   cannot be written.
  package func append(entry text: [UInt8], key: MatchKey) throws(CassetteError) {
    guard text.withUnsafeBytes({ $0.firstOffset(of: 0x0A) }) == nil else {
      throw .damagedEntry(
        path: file.path, index: count, url: nil, reason: "a line break stands in it")
    }
    let base64 = Base64Stretch.longest(in: text)
    try endRun(before: text, base64: base64)
    try write(text, key, base64: base64)
  }

  private func write(
    _ text: [UInt8], _ key: MatchKey, base64: Range<Int>?
  ) throws(CassetteError) {
    line.removeAll(keepingCapacity: true)
    let start = table.count == 0 ? 0 : 1
    if start > 0 { line.append(UInt8(ascii: ",")) }
    line.append(contentsOf: text)
    line.append(0x0A)
    let stretch = base64.map { ($0.lowerBound + start)..<($0.upperBound + start) }
    let position = try add(line, base64: stretch).rawValue + UInt64(start)
    table.append(key: key, position: position, checksum: CRC32.of(text))
    SideFileReference.addPaths(inEntry: text, to: &sideFilePaths)
  }

  /// Adds an entry of an opened cassette at the end: the old line, byte for byte, where it is a line.
  ///
  /// - Throws: What reading the entry throws; `CassetteError.system` where the file cannot be written.
  package func keep(entryAt index: Int, of cassette: Cassette) throws(CassetteError) {
    guard case .file(let old) = cassette.storage, let (text, key) = try cassette.line(at: index)
    else { return try append(try cassette.interaction(at: index)) }
    if run?.continues(at: index, of: old) != true {
      let base64 = Base64Stretch.longest(in: text)
      try endRun(before: text, base64: base64)
      // A block of the old file can be one of this only where one begins here.
      guard packer.begins(withLineOf: text.count + 2, base64: base64), table.count > 0,
        let begun = KeptRun(beginningAt: index, of: old)
      else { return try write(text, key, base64: base64) }
      run = begun
    }
    run?.append(.init(text: text, key: key))
  }

  /// Writes the entries of the run: as a copy of the old blocks where they are all of them, and the next
  /// entry, if there is one, does not go on in the last of them.
  private func endRun(
    before next: [UInt8]? = nil, base64: Range<Int>? = nil
  ) throws(CassetteError) {
    guard let run else { return }
    self.run = nil
    guard run.isWhole, let blocks = try run.rawBlocks(), let last = blocks.last,
      next.map({ endsBlock(run, last, before: $0, base64: base64) }) ?? true
    else {
      for row in run.rows {
        try write(row.text, row.key, base64: Base64Stretch.longest(in: row.text))
      }
      return
    }
    try packer.flush(to: file)
    existing?.compare(run.content)
    var number = 0
    var blockStart = 0
    var start = 1
    for row in run.rows {
      while start >= blockStart + blocks[number].contentByteCount {
        blockStart += blocks[number].contentByteCount
        try file.write(blocks[number].bytes)
        number += 1
      }
      let position = BGZF.VirtualOffset(block: file.byteCount, within: start - blockStart)
      table.append(key: row.key, position: position.rawValue, checksum: CRC32.of(row.text))
      SideFileReference.addPaths(inEntry: row.text, to: &sideFilePaths)
      start += row.text.count + 2
    }
    for block in blocks[number...] { try file.write(block.bytes) }
  }

  /// Whether an entry after a run begins a block, as it does in a file that is written anew.
  private func endsBlock(
    _ run: KeptRun, _ last: BGZFReader.RawBlock, before next: [UInt8], base64: Range<Int>?
  ) -> Bool {
    if base64 != nil || !BlockPacker.fits(lineOf: next.count + 2, after: last.contentByteCount) {
      return true
    }
    return run.rows.last.flatMap { Base64Stretch.longest(in: $0.text) } != nil
  }

  /// Ends the text, adds the index, and puts the file in its place, unless its text was there already.
  ///
  /// - Parameters:
  ///   - refusal: Where it is given, and a file of another text is there: what is thrown.
  ///   - announce: Is told the size and checksum of the file right before it takes its place; not where
  ///     that stays as it is.
  /// - Returns: Whether the file was written.
  /// - Throws: `CassetteError.system`, naming the path and what the system says; the old file is whole
  ///   then, or, where the folder could not be synchronised, the new one; the refusal; what `announce`
  ///   throws.
  package func finish(
    refusing refusal: CassetteError? = nil,
    announcing announce: (JournalHeader.Base) throws(CassetteError) -> Void = { _ in }
  ) throws(CassetteError) -> Outcome {
    try endRun()
    try packer.flush(to: file)
    _ = try add(CassetteText.closing(values))
    if let existing, existing.isEqual() {
      file.discard()
      return .unchanged
    }
    if let refusal, file.replacesFile {
      file.discard()
      throw refusal
    }
    try packer.flush(to: file)
    try file.write(CassetteIndex.blocks(for: table, at: file.byteCount))
    try file.commit(announcing: announce)
    return .written
  }

  /// Whether the file has taken its place, also where finishing then threw.
  package var isInPlace: Bool { file.isInPlace }

  /// Gives the file up.
  package func cancel() { file.discard() }

  private func add(
    _ line: [UInt8], base64: Range<Int>? = nil
  ) throws(CassetteError) -> BGZF.VirtualOffset {
    existing?.compare(line)
    return try packer.add(line, base64: base64, to: file)
  }
}

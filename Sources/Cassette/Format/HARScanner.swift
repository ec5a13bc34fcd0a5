/// Reads a whole HAR once, checks all of it, and makes the table that an index would have held.
struct HARScanner {
  /// What a scan found.
  struct Scan {
    var table = EntryTable()
    var skipped = FirstOfMany<Cassette.SkippedEntry>()
    var warnings = FirstOfMany<String>()
    /// Whether another program wrote the HAR.
    var isForeign: Bool
    /// When the cassette was last compared with what is live, in milliseconds since 1970.
    var checkedAt: Int?
    /// What the program made for itself.
    var values = Cassette.RecordedValues()
  }

  let path: String
  let limits: Cassette.Limits

  /// Takes text from the caller, piece by piece.
  typealias Pieces = ((SequentialText.Body) throws(CassetteError) -> Void)

  /// Scans text, whose pieces are asked for twice where the mark of our own files ends it.
  func scan(byteCount: Int, _ pieces: Pieces) throws(CassetteError) -> Scan {
    try scan(byteCount: byteCount, unless: { false }, pieces)!
  }

  /// Scans text; nil where the condition holds after all pieces have come, for they were not all.
  func scan(
    byteCount: Int, unless isVoid: () -> Bool, _ pieces: Pieces
  ) throws(CassetteError) -> Scan? {
    guard let (scan, isForeign) = try pass(byteCount: byteCount, nil, isVoid, pieces) else {
      return nil
    }
    if scan.isForeign == isForeign { return scan }
    return try pass(byteCount: byteCount, isForeign, isVoid, pieces)?.scan
  }

  private func pass(
    byteCount: Int, _ isForeign: Bool?, _ isVoid: () -> Bool, _ pieces: Pieces
  ) throws(CassetteError) -> (scan: Scan, isForeign: Bool)? {
    var splitter = HARSplitter(path: path, limits: limits)
    var scan = Scan(isForeign: isForeign ?? true)
    var position = 0
    var start = TextStart(path: path)
    try pieces { (piece, origin) throws(CassetteError) in
      let skipped = try start.pass(piece)
      splitter.skip(skipped)
      let rest = UnsafeRawBufferPointer(rebasing: piece[skipped...])
      try splitter.feed(rest, position: origin + UInt64(skipped)) { (frame) throws(CassetteError) in
        guard isForeign == nil else { return }
        let document = try self.document(of: frame + Array("]}}".utf8), splitter: nil)
        scan.isForeign = try self.isForeign(document)
      } onEntry: { (entry) throws(CassetteError) in
        try add(entry, at: position, to: &scan)
        position += 1
      }
      if splitter.remainder != nil { try checkEnd(splitter) }
    }
    if isVoid() { return nil }
    guard start.isPast else { throw .empty(path: path) }
    guard splitter.isComplete else {
      if let marker = MergeConflict.firstMarker(in: splitter.frame) {
        throw .mergeConflict(path: path, offset: splitter.textOffset(ofFrame: marker))
      }
      throw .truncated(path: path, byteCount: byteCount)
    }
    let document = try self.document(of: splitter.frame, splitter: splitter)
    try checkFrame(document, count: splitter.count)
    let isOther = try self.isForeign(document)
    if !isOther, let log = document.member("log", of: document.root) {
      scan.checkedAt = document.member("_checkedAt", of: log)
        .flatMap { document.stringBytes($0) }.flatMap { Timestamp.milliseconds(parsing: $0) }
      guard let values = Cassette.RecordedValues(log: log, of: document) else {
        throw Self.noValues(path: path)
      }
      scan.values = values
    }
    return (scan, isOther)
  }

  /// The error for recorded values that are something else.
  static func noValues(path: String) -> CassetteError {
    .notHAR(path: path, reason: "its `_values` are no lists by names")
  }

  private func add(
    _ entry: HARSplitter.Entry, at position: Int, to scan: inout Scan
  ) throws(CassetteError) {
    let result: HAREntryDecoder.Result
    let warnings: FirstOfMany<String>
    do throws(HAREntryDecoder.Problem) {
      (result, warnings) = try HAREntryDecoder.decode(
        entry.text, isForeign: scan.isForeign, maximumDepth: limits.jsonDepth,
        maximumCount: limits.jsonValueCount,
        isQuiet: (!scan.skipped.hasRoom, !scan.warnings.hasRoom))
    } catch {
      if let marker = MergeConflict.firstMarker(in: entry.text) {
        throw .mergeConflict(path: path, offset: entry.offset + marker)
      }
      throw .damagedEntry(path: path, index: position, url: error.url, reason: error.reason)
    }
    scan.warnings.append(contentsOf: warnings) { "entry \(position): \($0)" }
    switch result {
    case .interaction(let found):
      var interaction = found
      if scan.isForeign, let problem = AttachedContent.read(into: &interaction, path, limits) {
        let shown = VisibleText.plain(problem, limit: 2 * ShownRequest.textByteCount)
        scan.warnings.append("entry \(position): \(shown)")
      }
      scan.table.append(
        key: MatchKey(interaction), position: entry.position,
        checksum: CRC32.of(entry.text), byteCount: entry.text.count)
    case .skipped(let reason, let url):
      scan.skipped.append(.init(position: position, url: url, reason: reason))
    }
  }

  private func document(
    of frame: [UInt8], splitter: HARSplitter?
  ) throws(CassetteError) -> JSONDocument {
    do throws(JSONError) {
      return try JSONDocument(
        frame, maximumDepth: limits.jsonDepth,
        maximumCount: limits.jsonValueCount.addingHeld(splitter?.count ?? 0))
    } catch {
      if let marker = MergeConflict.firstMarker(in: frame) {
        throw .mergeConflict(path: path, offset: splitter?.textOffset(ofFrame: marker) ?? marker)
      }
      throw .invalidJSON(
        path: path, offset: splitter?.textOffset(ofFrame: error.offset) ?? error.offset,
        reason: error.reason)
    }
  }

  /// Whether the mark of our own files is missing; an error where its version is unknown.
  private func isForeign(_ document: JSONDocument) throws(CassetteError) -> Bool {
    guard let log = document.member("log", of: document.root),
      let version = document.member("_cassette", of: log)
    else { return true }
    guard document.integer(version) == CassetteError.supportedVersion else {
      let found =
        document.string(version)
        ?? String(decoding: document.source(of: version).prefix(40), as: UTF8.self)
      throw .unsupportedVersion(path: path, found: found)
    }
    return false
  }

  private func checkFrame(_ document: JSONDocument, count: Int) throws(CassetteError) {
    guard case .object(let members) = document.root.kind,
      members.filter({ document.key($0).elementsEqual("log".utf8) }).count == 1,
      let log = document.member("log", of: document.root), case .object(let logMembers) = log.kind
    else { throw .notHAR(path: path, reason: "it has not one member `log`") }
    guard logMembers.filter({ document.key($0).elementsEqual("entries".utf8) }).count == 1,
      let entries = document.member("entries", of: log), case .array(let elements) = entries.kind,
      elements.count == count
    else { throw .notHAR(path: path, reason: "its `log` has not one array `entries`") }
  }

  private func checkEnd(_ splitter: HARSplitter) throws(CassetteError) {
    guard let (offset, byte) = splitter.remainder else { return }
    // The frame is checked first: broken brackets would end the document too early.
    try checkFrame(try document(of: splitter.frame, splitter: splitter), count: splitter.count)
    switch byte {
    case UInt8(ascii: "{"):
      throw .joinedFiles(path: path, offset: offset)
    case UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: ">"):
      throw .mergeConflict(path: path, offset: offset)
    default:
      throw .invalidJSON(path: path, offset: offset, reason: "text after the document")
    }
  }
}

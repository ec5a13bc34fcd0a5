/// What can go wrong with a cassette's file: each says what, where, and what to do next.
///
/// Paths are as they were given. Offsets count bytes from the file's start, or, where said so, from the
/// start of the uncompressed text. Contents of a cassette never appear, but for the URL of an entry.
public enum CassetteError: Error, Hashable, Sendable {
  /// No cassette has that path.
  case missing(path: String)
  /// No file to read has that path, which nothing would be recorded at.
  case noSuchFile(path: String)
  /// No cassette has that path, but a recording that was ended before it saved has left its journal.
  case unsavedRecording(path: String, journal: String)
  /// The file is a recording's journal, not a cassette.
  case journal(path: String)
  /// The file is what Git LFS keeps in the place of one that it has not fetched.
  case unfetched(path: String)
  /// The path leads to a folder, a FIFO or another thing that is no regular file.
  case notAFile(path: String, kind: String)
  /// The system refused an operation, such as `write`, with that `errno`.
  case system(operation: String, path: String, code: Int32)
  /// The file has no content, compressed or not.
  case empty(path: String)
  /// The file ends before its content does, at that size in bytes.
  case truncated(path: String, byteCount: Int)
  /// A compressed block, counted from 0, does not hold what it should.
  case damagedBlock(path: String, block: Int, offset: Int, reason: String)
  /// An entry, counted from 0, cannot be read.
  case damagedEntry(path: String, index: Int, url: String?, reason: String)
  /// Markers of a merge conflict stand in the file or in its text, at that offset.
  case mergeConflict(path: String, offset: Int)
  /// Something, git in all likelihood, has put CR LF in the place of each LF.
  case convertedLineEnds(path: String)
  /// A further document follows the first, at that offset in the text.
  case joinedFiles(path: String, offset: Int)
  /// The file has a format version that this version cannot read.
  case unsupportedVersion(path: String, found: String)
  /// The text is not JSON, from that offset in the text.
  case invalidJSON(path: String, offset: Int, reason: String)
  /// The file is something other than a HAR.
  case notHAR(path: String, reason: String)
  /// Something is larger than the limits allow.
  case tooLarge(path: String, what: String, limit: Int)
  /// Content that streams by has a secret, at that place of its interaction, whose end does not come
  /// within so many bytes.
  case secretTooLong(place: String, limit: Int)
  /// Another recording, of that process and, where it is known, of that test, writes the cassette.
  case locked(path: String, processID: Int?, owner: String?)
  /// The file is not the one that was opened any more.
  case changed(path: String)
  /// A line of a journal, counted from 1, cannot be read.
  case damagedJournal(path: String, line: Int, reason: String)
  /// A line of the file in which runs note what they have used, counted from 1, is none that a run has written.
  case damagedUsageLog(path: String, line: Int)
  /// A body's file may not be read, for its path leads somewhere else.
  case refusedSideFile(cassette: String, reference: String, reason: String)
  /// A body's file does not hold what the cassette says.
  case damagedSideFile(path: String, reason: String)
  /// No file has that path, which a body's content should be in; the folder is that of the bodies.
  case missingSideFile(path: String, folder: String?)
  /// The body of an entry cannot be read: the entry's number, where it is known, and why.
  indirect case unreadableBody(cassette: String, index: Int?, url: String, problem: CassetteError)
  /// A cassette is not written under a name that is not `NAME.har.gz`.
  case notCassetteName(path: String)
  /// Plain text is not written under a name that ends in `.gz`.
  case compressedName(path: String)
  /// A cassette with other content has the path, and is not to be replaced by what was imported.
  case otherContent(path: String, imported: String)
  /// The file is of another format than the one that was named.
  case otherFormat(path: String, format: String, found: String)
  /// None of these formats is the file's.
  case unknownFormat(path: String, formats: [String])
  /// No importer has that name.
  case noSuchFormat(name: String, formats: [String])
  /// The file is YAML, which that Python cannot read.
  case yamlUnreadable(path: String, python: String, reason: String)
  /// The file is YAML, and that Python cannot be run.
  case pythonUnusable(path: String, python: String, reason: String)
  /// The text is not the YAML that recordings are written in.
  case invalidYAML(path: String, reason: String)
  /// There is no entry of that number.
  case noSuchEntry(index: Int, count: Int)
  /// Values look like secrets, and whether they are is for somebody to say: nothing was saved. The command
  /// saves it when each finding has an option.
  case suspiciousValues(path: String, findings: [Tripwire.Finding], command: [String])

  /// The format version that is written, and the only one that is read so far.
  package static let supportedVersion = 1

  /// Whether no file is there, whatever it was to hold.
  package var isOfMissingFile: Bool {
    switch self {
    case .missing, .missingSideFile: true
    default: false
    }
  }
  /// The operation after which a file is in its place, only not for sure after a loss of power.
  static let folderSynchronisation = "synchronise the folder"
}

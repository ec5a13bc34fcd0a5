import Foundation

/// What can go wrong with a cassette's file: each says what, where, and what to do next.
///
/// Paths are as they were given. Offsets count bytes from the file's start, or, where said so, from the
/// start of the uncompressed text. Contents of a cassette never appear, but for the URL of an entry.
public enum CassetteError: Error, Hashable, Sendable {
  /// No file has that path.
  case missing(path: String)
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
  /// Another recording, of that process, writes the cassette.
  case locked(path: String, processID: Int?)
  /// The file is not the one that was opened any more.
  case changed(path: String)
  /// A line of a journal, counted from 1, cannot be read.
  case damagedJournal(path: String, line: Int, reason: String)
  /// A body's file may not be read, for its path leads somewhere else.
  case refusedSideFile(cassette: String, reference: String, reason: String)
  /// A body's file does not hold what the cassette says.
  case damagedSideFile(path: String, reason: String)
  /// None of these formats is the file's.
  case unknownFormat(path: String, formats: [String])
  /// No importer has that name.
  case noSuchFormat(name: String, formats: [String])
  /// The file is YAML, which cannot be read here.
  case yamlUnreadable(path: String, reason: String)
  /// The text is not the YAML that recordings are written in.
  case invalidYAML(path: String, reason: String)
  /// There is no entry of that number.
  case noSuchEntry(index: Int, count: Int)
  /// Values look like secrets, and whether they are is for somebody to say: nothing was saved. The command
  /// saves it when each finding has an option.
  case suspiciousValues(path: String, findings: [Tripwire.Finding], command: [String])

  /// The format version that is written, and the only one that is read so far.
  package static let supportedVersion = 1

  /// The operation after which a file is in its place, only not for sure after a loss of power.
  static let folderSynchronisation = "synchronise the folder"
}

extension CassetteError: CustomStringConvertible {
  /// One sentence on what is wrong and where, and one on what to do next.
  public var description: String {
    switch self {
    case .missing(let path):
      "\(path): no such file. Record it first, or check the cassette's name and folder."
    case .notAFile(let path, let kind):
      "\(path): a \(kind), not a file. Move it away, or give the cassette another name."
    case .system(let operation, let path, let code):
      Self.describe(operation: operation, path: path, code: code)
    case .empty(let path):
      "\(path): empty. An empty file is not taken for a missing one: restore it, or delete it and "
        + "record again."
    case .truncated(let path, let byteCount):
      "\(path): truncated, it ends after \(byteCount) bytes in the midst of its content. Restore it, "
        + "or see with `cassette verify` which entries survive."
    case .damagedBlock(let path, let block, let offset, let reason):
      "\(path): corrupt, block \(block) at byte \(offset): \(reason). Restore it, or see with "
        + "`cassette verify` which entries survive."
    case .damagedEntry(let path, let index, let url, let reason):
      "\(path): entry \(index)\(url.map { " (\($0))" } ?? "") is corrupt: \(reason). Restore the file, "
        + "or see with `cassette verify` which entries survive."
    case .mergeConflict(let path, let offset):
      "\(path): markers of a merge conflict at byte \(offset). Take both versions out of git and join "
        + "them with `cassette merge`."
    case .convertedLineEnds(let path):
      "\(path): corrupt, every LF has become CR LF. Add `*.har.gz -text` to .gitattributes and check "
        + "the file out again."
    case .joinedFiles(let path, let offset):
      "\(path): two files joined, a second document begins at byte \(offset) of the text. Join "
        + "cassettes with `cassette merge` instead."
    case .unsupportedVersion(let path, let found):
      "\(path): format version \(found) is unknown; version \(Self.supportedVersion) is supported. Use a "
        + "release of MoyaCassettes that supports it, or record again."
    case .invalidJSON(let path, let offset, let reason):
      "\(path): not JSON, \(reason) at byte \(offset) of the text. Restore it, or see with `cassette "
        + "verify` which entries survive."
    case .notHAR(let path, let reason):
      "\(path): not a HAR, \(reason). A cassette is a HAR 1.2 document, as it is or compressed by gzip."
    case .tooLarge(let path, let what, let limit):
      "\(path): \(what) exceeds the limit of \(limit). Where the file can be trusted, open it with "
        + "higher limits."
    case .locked(let path, let processID):
      "\(path): locked, \(processID.map { "process \($0)" } ?? "another process") is recording it. Let "
        + "it finish, or record into another file."
    case .changed(let path):
      "\(path): has changed since it was opened. Nothing was written; run again."
    case .damagedJournal(let path, let line, let reason):
      "\(path): line \(line) of the journal is corrupt: \(reason). The lines before it can be saved "
        + "with `cassette recover`."
    case .refusedSideFile(let cassette, let reference, let reason):
      "\(cassette): the body in \"\(reference)\" is refused: \(reason)."
    case .damagedSideFile(let path, let reason):
      "\(path): corrupt, \(reason). Restore it together with its cassette, or record again."
    case .unknownFormat(let path, let formats):
      "\(path): nothing that can be imported; it is none of \(formats.joined(separator: ", "))."
    case .noSuchFormat(let name, let formats):
      "there is no format \"\(name)\" to import; there are \(formats.joined(separator: ", "))."
    case .yamlUnreadable(let path, let reason):
      "\(path): YAML, which is read by Python with PyYAML: \(reason). Install it with `python3 -m pip "
        + "install PyYAML`, or name a Python that has it: `cassette import --python FILE`, or "
        + "CASSETTE_PYTHON in the environment."
    case .invalidYAML(let path, let reason):
      "\(path): not YAML as recordings are written in, \(reason)."
    case .noSuchEntry(let index, let count):
      "there is no entry \(index): the cassette has \(count), counted from 0."
    case .suspiciousValues(let path, let findings, let command):
      Self.describe(findings, path: path, command: command)
    }
  }

  private static func describe(operation: String, path: String, code: Int32) -> String {
    let text = String(cString: strerror(code))
    let advice =
      switch code {
      case _ where operation == folderSynchronisation:
        "The file is in its place, but may not outlive a loss of power."
      case EACCES, EPERM: "You lack the permission; change it, or choose another folder."
      case EROFS: "The file system is read-only; choose another folder."
      case ENOSPC: "Make room on the disk and try again."
      case ENOENT: "Create the folder first."
      case EINVAL where path.utf8.contains(0):
        "A NUL stands in the path; give the cassette another name."
      case ENAMETOOLONG: "Give the cassette a shorter name."
      default: "Nothing was changed."
      }
    return "\(path): cannot \(operation), \(text) (errno \(code)). \(advice)"
  }
}

import Foundation

extension CassetteError: CustomStringConvertible {
  /// One sentence on what is wrong and where, and one on what to do next.
  public var description: String {
    text(restoringOr: ", or see with `cassette verify` which entries survive")
  }

  /// The same for those who are told which entries survive, and how to save them, anyway.
  package var finding: String { text(restoringOr: "") }

  private func text(restoringOr otherwise: String) -> String {
    switch self {
    case .missing(let path):
      "\(path): no such file. Record it first, or check the cassette's name and folder."
    case .noSuchFile(let path):
      "\(path): no such file. Check its name and folder."
    case .unsavedRecording(let path, let journal):
      "\(path): no such file, but a recording that was ended before it saved it has left \(journal). "
        + "Save that with `cassette recover \(journal)`, or delete it and record again."
    case .journal(let path):
      "\(path): the journal of a recording, not a cassette. Where no recording is going on, save it as "
        + "one with `cassette recover \(path)`."
    case .unfetched(let path):
      "\(path): a pointer of Git LFS, not the file that it stands for. Fetch that with `git lfs pull`."
    case .notAFile(let path, let kind):
      "\(path): a \(kind), not a file. Move it away, or give the cassette another name."
    case .system(let operation, let path, let code):
      Self.describe(operation: operation, path: path, code: code)
    case .empty(let path):
      "\(path): empty. An empty file is not taken for a missing one: restore it, or delete it and "
        + "record again."
    case .truncated(let path, let byteCount):
      "\(path): truncated, it ends after \(byteCount) bytes in the midst of its content. "
        + "Restore it\(otherwise)."
    case .damagedBlock(let path, let block, let offset, let reason):
      "\(path): corrupt, block \(block) at byte \(offset): \(reason). Restore it\(otherwise)."
    case .damagedEntry(let path, let index, let url, let reason):
      "\(path): entry \(index)\(url.map { " (\($0))" } ?? "") is corrupt: \(reason). "
        + "Restore the file\(otherwise)."
    case .mergeConflict(let path, let offset):
      "\(path): markers of a merge conflict at byte \(offset). Take both versions out of git and join "
        + "them: \(Self.joining(path))."
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
      "\(path): not JSON, \(reason) at byte \(offset) of the text. Restore it\(otherwise)."
    case .notHAR(let path, let reason):
      "\(path): not a HAR, \(reason). A cassette is a HAR 1.2 document, as it is or compressed by gzip."
    case .tooLarge(let path, let what, let limit):
      "\(path): \(what) exceeds the limit of \(limit). Where the file can be trusted, open it with "
        + "higher limits."
    case .secretTooLong(let place, let limit):
      "\(place): a secret goes on for more than \(limit) bytes, so the content was not written. Leave the "
        + "request out of the cassette, or, where it is no secret, remove the rule that finds it."
    case .locked(let path, let processID, let owner):
      "\(path): in use, \(Self.holder(processID, owner)). Let it finish, or record into another file."
    case .suspiciousValues(let path, let findings, let command):
      Self.describe(findings, path: path, command: command)
    case .changed(let path):
      "\(path): has changed since it was opened. Nothing was written; run again."
    case .damagedJournal(let path, let line, let reason):
      "\(path): line \(line) of the journal is corrupt: \(reason). The lines before it can be saved "
        + "with `cassette recover`."
    case .damagedUsageLog(let path, let line):
      "\(path): line \(line) is none that a run has written. Delete that line; or delete the file, and run "
        + "the tests again."
    case .refusedSideFile(let cassette, let reference, let reason):
      "\(cassette): the body in \"\(reference)\" is refused: \(reason)."
    case .damagedSideFile(let path, let reason):
      "\(path): corrupt, \(reason). Restore it together with its cassette, or record again."
    case .missingSideFile(let path, let folder):
      "\(path): no such file, which holds the body. "
        + (folder.map { "Commit \($0)/ together with the cassette, or record again." }
          ?? "Put it back beside the HAR.")
    case .unreadableBody(let cassette, let index, let url, let problem):
      "\(cassette): entry \(index.map { "\($0) " } ?? "")(\(url)): \(problem.text(restoringOr: otherwise))"
    case .notCassetteName(let path):
      "\(path): not a cassette's name, which is NAME.har.gz. Name it so; a plain HAR is written by "
        + "`exportHAR(to:)` and `cassette export`."
    case .compressedName(let path):
      "\(path): the name of a compressed file, and what is exported is plain text. Name it without "
        + "\".gz\"."
    case .otherContent(let path, let imported):
      "\(path): is there, and holds something other than \(imported). Nothing was written. To put it in "
        + "the file's place: `cassette import --replace`, or `save(to:replacing: true)`."
    case .otherFormat(let path, let format, let found):
      "\(path): not of the format \(format); it looks like \(found). Name that one, or none."
    case .unknownFormat(let path, let formats):
      "\(path): nothing that can be imported; it is none of \(formats.joined(separator: ", "))."
    case .noSuchFormat(let name, let formats):
      "there is no format \"\(name)\" to import; there are \(formats.joined(separator: ", "))."
    case .yamlUnreadable(let path, let python, let reason):
      "\(path): YAML, which is read by Python with PyYAML: \(reason). Install it with "
        + "`\(python) -m pip install PyYAML`, or name a Python that has it: \(Self.namingPython)."
    case .pythonUnusable(let path, let python, let reason):
      "\(path): YAML, which is read by Python with PyYAML, and \(python) cannot be run: \(reason). "
        + "Install Python 3, or name one that is there: \(Self.namingPython)."
    case .invalidYAML(let path, let reason):
      "\(path): not YAML as recordings are written in, \(reason)."
    case .noSuchEntry(let index, let count):
      "there is no entry \(index): the cassette has \(count), counted from 0."
    }
  }

  private static let namingPython =
    "`cassette import --python FILE`, or CASSETTE_PYTHON in the environment"

  /// The commands that join what git could not, to be given in the file's folder.
  private static func joining(_ path: String) -> String {
    let name = FilePath.name(of: path)
    return "`git show :2:./\(name) > a.har.gz`, `git show :3:./\(name) > b.har.gz`, then `cassette "
      + "merge a.har.gz b.har.gz --output \(name)`"
  }

  /// Who records a cassette, in words.
  static func holder(_ processID: Int?, _ owner: String?) -> String {
    let process = processID.map { "process \($0)" } ?? "another process"
    let place = owner.map { " for \(VisibleText.plain($0, limit: 300))" } ?? ""
    return "\(process) is recording it\(place)"
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

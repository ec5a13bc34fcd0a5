import Foundation

/// What ends a command, but for errors of the cassettes themselves (`CassetteError`).
enum CommandError: Error, Hashable {
  /// The arguments are wrong: what is, and how the command is used.
  case usage(String)
  /// Nobody reads standard output any more.
  case outputClosed
  /// Standard output refused to be written, with that `errno`.
  case output(code: Int32)
  /// No journal lies beside the cassette.
  case noJournal(cassette: String)
  /// Several journals lie beside the cassette, oldest first.
  case severalJournals(cassette: String, journals: [String])
  /// The file is what a failed run left: a whole cassette.
  case failedRun(path: String, cassette: String)
  /// The journal's header has a mode that does not record.
  case unknownMode(journal: String, mode: String)
  /// The cassette is not the file that the recording began with.
  case baseChanged(cassette: String, journal: String, mode: String)
  /// Every call of the journal has failed, the first in that way, and the cassette that it would replace
  /// has answers.
  case onlyFailures(cassette: String, journal: String, failure: String)
  /// What survives of a damaged cassette cannot be saved there.
  case cannotSaveSurvivors(path: String, reason: String)
  /// The interaction has no bytes to write.
  case noBody(path: String, index: Int, reason: String)

  /// What the process ends with.
  var exitCode: ExitCode {
    switch self {
    case .usage: .usage
    case .outputClosed: .well
    case .output, .noJournal, .severalJournals, .failedRun, .unknownMode, .baseChanged,
      .onlyFailures, .noBody,
      .cannotSaveSurvivors:
      .file
    }
  }
}

extension CommandError: CustomStringConvertible {
  /// What is wrong and where, and what to do next.
  var description: String {
    switch self {
    case .usage(let text):
      text
    case .outputClosed:
      "standard output is closed"
    case .output(let code):
      "standard output: cannot write, \(String(cString: strerror(code))) (errno \(code))."
    case .noJournal(let cassette):
      "\(cassette): nothing to recover, no journal lies beside it (NAME.har.gz.partial or "
        + "NAME.har.gz.crashed-N)."
    case .severalJournals(let cassette, let journals):
      "\(cassette): several journals lie beside it; name the one to recover:"
        + journals.map { "\n  cassette recover \($0)" }.joined()
    case .failedRun(let path, let cassette):
      "\(path): not a journal but the whole cassette of a run that failed. To use it, rename it to "
        + "\(cassette)."
    case .unknownMode(let journal, let mode):
      "\(journal): line 1 of the journal names the mode \(Terminal.quoted(mode)), which records "
        + "nothing (append, once and rerecord do). Nothing was changed."
    case .baseChanged(let cassette, let journal, let mode):
      "\(cassette): has changed since the recording of \(journal) began. Nothing was changed. "
        + "`--force` \(Self.effect(ofMode: mode))"
    case .onlyFailures(let cassette, let journal, let failure):
      "\(cassette): every call in \(journal) failed (\(Terminal.line(failure))), and the cassette has "
        + "answers. Nothing was changed. Was the server up? `--force` puts the failures in their place."
    case .cannotSaveSurvivors(let path, let reason):
      "\(path): what survives cannot be saved there, for \(reason)."
    case .noBody(let path, let index, let reason):
      "\(path): entry \(index) has no body to write, \(reason)."
    }
  }

  /// What going on with a journal of that mode does with a cassette that has changed.
  private static func effect(ofMode mode: String) -> String {
    switch mode {
    case "append":
      "adds the recording to the file as it is now."
    case "update":
      "puts what was recorded anew into the file as it is now, in the places of those calls."
    default:
      "puts the recording in the file's place."
    }
  }
}

import Cassette
import Foundation

/// `cassette recover`: saves what a recording that crashed had recorded.
enum RecoverCommand: Command {
  static let syntax = CommandSyntax(
    name: "recover", summary: "Saves what a recording that crashed had recorded.",
    operands: "JOURNAL-OR-CASSETTE", operandCount: 1...1,
    options: [
      .init(
        name: "--force",
        help: "Goes on where the cassette has changed, or where every call failed."),
      TripwireOptions.allow, TripwireOptions.redact,
    ],
    discussion: """
      A recording that was killed leaves its journal, NAME.har.gz.partial; the next one moves it to
      NAME.har.gz.crashed-N. Its complete interactions are saved into NAME.har.gz, as the recording would
      have done: a file that was to be recorded anew is replaced, one that was appended to is kept
      whole in front, and of one of which some calls were, these calls' entries are replaced. Entries
      that a killed recording had not come to stay. Then the journal is removed. A cassette's name
      stands for its only journal.
      Nothing is done while a recording is going on.

      What looks like a secret though no name says so is not saved before --allow or --redact says of
      each what it is: the findings are listed, and the status is 1. Until then it stands in the journal
      as it was recorded. What the recording's own tripwire allowed is allowed here too.
      """)

  static func run(_ arguments: CommandSyntax.Arguments, _ console: Console) throws -> ExitCode {
    let options = try TripwireOptions(arguments, syntax)
    let place = try JournalPlace(arguments.operands[0])
    let lock = try CassetteLock(for: place.cassette)
    let recovery = Recovery(
      place: place, lock: lock, isForced: arguments.has("--force"), options: options)
    let result: Recovery.Result
    do {
      result = try recovery.save()
    } catch let error as CassetteError {
      guard case .suspiciousValues = error else { throw error }
      try lock.release()
      try console.finding(error)
      return .findings
    }
    if result.damageCount == 0 { try lock.remove(place.journal) }
    // Only now, with the lock still held; a line that could not be read may refer to any of them.
    if result.damageCount == 0, let paths = result.sideFilePaths {
      try SideFiles(of: place.cassette).removeUnreferenced(keeping: paths)
    }
    try lock.release()
    return try tell(result, place, console)
  }

  private static func tell(
    _ result: Recovery.Result, _ place: JournalPlace, _ console: Console
  ) throws -> ExitCode {
    let journal = Terminal.line(place.journal.path)
    let cassette = Terminal.line(place.cassette.path)
    if result.wasSavedBefore {
      try console.line(
        "\(cassette): the recording had saved it already, and was ended before it removed its "
          + "journal.")
    } else if result.savedCount == 0, result.valueCount == 0 {
      try console.line("\(journal): no complete interaction is in it; \(cassette) is as it was.")
    } else {
      var saved = Terminal.count(result.savedCount, "interaction", "interactions")
      if result.valueCount > 0 {
        saved += " and \(Terminal.count(result.valueCount, "value", "values"))"
      }
      var line = "\(cassette): \(saved) recovered"
      if let update = result.update {
        line += ": \(text(of: update, result))"
      } else if let kept = result.keptCount {
        line += ", after the \(kept) that it had"
      }
      if !result.wasWritten { line += "; the file held the same already" }
      try console.line(line + ".")
    }
    if result.hasDroppedLine {
      try console.line(
        "A last line without its end was dropped: the recording ended while it was written.")
    }
    if let last = result.secretsUnsearchedBefore {
      try console.line(
        "Look through entries \(result.firstIndex) to \(last - 1) before you commit them: secrets "
          + "that the recording learned in entry \(last) or later could not be searched for in them."
      )
    }
    for finding in result.replaced {
      try console.line("What looks like a secret was replaced: \(Terminal.line("\(finding)"))")
    }
    guard result.damageCount > 0 else {
      try console.line("\(journal) is removed.")
      return .well
    }
    try console.line(
      "\(journal) is kept, for \(Terminal.count(result.damageCount, "line", "lines")) of it could "
        + "not be read:")
    for damage in result.damages { try console.finding(damage) }
    return .findings
  }

  /// What became of the entries where some calls were recorded anew, as a recording tells it.
  private static func text(
    of update: (changed: Int, gone: Int), _ result: Recovery.Result
  ) -> String {
    let counts = [
      (result.savedCount - update.changed, "new"), (update.changed, "in the places of old ones"),
      (update.gone, "gone"), (result.keptCount ?? 0, "kept"),
    ]
    return counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}

import Cassette
import Foundation

/// Saves the entries of a damaged cassette that can be read, with all their bodies, as a new one.
struct SurvivorSaving {
  /// The damaged cassette, which stays as it is.
  let source: URL
  /// The new one.
  let target: URL

  init(from source: URL, to target: URL) { (self.source, self.target) = (source, target) }

  /// Saves them.
  ///
  /// - Returns: How many.
  /// - Throws: `CommandError.cannotSaveSurvivors` where the target is there or has another name, the
  ///   source is another program's HAR, or nothing survives; `CassetteError` where it cannot be written.
  /// - Complexity: O(*n*) in the size of the source.
  func save() throws -> Int {
    guard target.lastPathComponent.utf8.count > 7,
      target.lastPathComponent.utf8.suffix(7).elementsEqual(".har.gz".utf8)
    else { throw refusal("it has to be named NAME.har.gz") }
    guard !FileManager.default.fileExists(atPath: target.path) else {
      throw refusal("a file is there already")
    }
    let lock = try CassetteLock(for: target)
    let old = try SideFiles(of: source)
    let new = try SideFiles(of: target)
    let writer = try CassetteFileWriter(replacing: target)
    var bodies = SideFileCheck(path: source.path, sideFiles: old)
    let survey = try CassetteSurvey(of: source) { number, interaction in
      guard bodies.check(interaction, at: number) else { return }
      var numbering: PlaceholderNumbering?
      let adopted = try new.adopting(interaction, from: old, numbering: &numbering)
      try writer.append(try new.movingBodies(of: adopted))
    }
    guard writer.count > 0, !survey.isForeign else {
      writer.cancel()
      try new.removeUnreferenced(keeping: [])
      try lock.release()
      throw refusal(
        survey.isForeign
          ? "\(source.path) is another program's HAR, with all its secrets" : "no entry survives")
    }
    writer.values = survey.values
    _ = try writer.finish()
    try lock.release()
    return writer.count
  }

  private func refusal(_ reason: String) -> CommandError {
    .cannotSaveSurvivors(path: target.path, reason: reason)
  }
}

import Cassette

/// Reads the bodies that interactions have in files of their own, each file once.
struct SideFileCheck {
  /// The cassette's path.
  let path: String
  let sideFiles: SideFiles
  /// The number of files that were read.
  private(set) var count = 0
  /// What is wrong with them, each with the first entry that it is a body of.
  private(set) var problems: [CassetteError] = []
  /// The paths of all files.
  private(set) var paths: Set<String> = []
  private var seen: Set<Cassette.Body.SideFile> = []
  private var damaged: Set<Cassette.Body.SideFile> = []

  init(path: String, sideFiles: SideFiles) {
    (self.path, self.sideFiles) = (path, sideFiles)
  }

  /// Reads the files of an interaction's bodies.
  ///
  /// - Parameters:
  ///   - interaction: The interaction.
  ///   - index: The entry's place; nil where it is unknown.
  /// - Returns: Whether all of its bodies are there and whole.
  mutating func check(_ interaction: Cassette.Interaction, at index: Int?) -> Bool {
    var isWhole = true
    for body in interaction.bodies {
      guard case .sideFile(let file) = body else { continue }
      if seen.insert(file).inserted { read(file, of: interaction, at: index) }
      if damaged.contains(file) { isWhole = false }
    }
    return isWhole
  }

  private mutating func read(
    _ file: Cassette.Body.SideFile, of interaction: Cassette.Interaction, at index: Int?
  ) {
    count += 1
    paths.insert(file.path)
    do throws(CassetteError) {
      try sideFiles.read(file) { (_) throws(CassetteError) in }
    } catch {
      damaged.insert(file)
      problems.append(error.ofBody(in: path, index: index, url: interaction.request.url))
    }
  }
}

import Cassette

/// Reads the bodies that interactions have in files of their own, each file once.
struct SideFileCheck {
  let sideFiles: SideFiles
  /// The number of files that were read.
  private(set) var count = 0
  /// What is wrong with them.
  private(set) var problems: [CassetteError] = []
  private var seen: Set<Cassette.Body.SideFile> = []

  init(sideFiles: SideFiles) { self.sideFiles = sideFiles }

  /// Reads the files of an interaction's bodies.
  mutating func check(_ interaction: Cassette.Interaction) {
    for body in interaction.bodies {
      guard case .sideFile(let file) = body, seen.insert(file).inserted else { continue }
      count += 1
      do throws(CassetteError) {
        _ = try sideFiles.content(of: file)
      } catch {
        problems.append(error)
      }
    }
  }
}

import Foundation

/// The content of requests that another program's HAR keeps in files beside it.
///
/// Unlike an answer's it is needed to match, so it is read with its entry.
enum AttachedContent {
  /// Puts the content in the place of the reference to its file.
  ///
  /// - Parameters:
  ///   - interaction: An interaction of another program's HAR.
  ///   - path: The HAR's path.
  ///   - limits: How much to take in.
  /// - Returns: Why it could not be read, where the reference stays; else nil.
  static func read(
    into interaction: inout Cassette.Interaction, _ path: String, _ limits: Cassette.Limits
  ) -> String? {
    guard case .sideFile(let file) = interaction.request.body else { return nil }
    do throws(CassetteError) {
      let content = try SideFiles(of: URL(fileURLWithPath: path)).content(
        of: file, limit: limits.entryByteCount)
      interaction.request.body = Cassette.Body(content)
      return nil
    } catch {
      return error.description
    }
  }
}

import Foundation

/// The Python that `Scripts/setup` has made for a checkout, where the tool is one that was built in it.
enum ToolPython {
  /// Its path; nil where there is none, or the environment names another.
  static var path: String? {
    guard ProcessInfo.processInfo.environment["CASSETTE_PYTHON"] == nil,
      var folder = Bundle.main.executableURL?.resolvingSymlinksInPath()
    else { return nil }
    while folder.pathComponents.count > 1 {
      folder.deleteLastPathComponent()
      guard folder.lastPathComponent.utf8.elementsEqual(".build".utf8) else { continue }
      let python = folder.deletingLastPathComponent().appendingPathComponent(
        ".venv/yaml/bin/python")
      return FileManager.default.isExecutableFile(atPath: python.path) ? python.path : nil
    }
    return nil
  }
}

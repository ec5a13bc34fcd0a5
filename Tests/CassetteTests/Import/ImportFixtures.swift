import Foundation
import TestSupport
import Testing

@testable import Cassette

/// Files of other programs, and reading them.
///
/// Those named `real-…` were written by their programs on traffic of our own: mitmproxy 11, mattt/Replay,
/// vcrpy 9, Ruby's vcr 5. Those named `synthetic-…` were made by hand, after the form that the programs'
/// files have.
enum ImportFixtures {
  static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0xFF, 0xFE]
  static let all256 = (0...255).map { UInt8($0) }
  static let ok = Array(#"{"ok":true}"#.utf8)

  static func url(_ name: String) -> URL {
    Repository.root.appendingPathComponent("Tests/CassetteTests/Fixtures/\(name)")
  }

  /// A Python that has PyYAML; nil, and a warning that nobody overlooks, without one.
  static func python(sourceLocation: SourceLocation = #_sourceLocation) throws -> String? {
    if let python = VirtualEnvironment.yaml.executable("python") { return python.path }
    let probe = try ChildProcess.run("python3", ["-c", "import yaml"])
    if probe.isSuccess { return "python3" }
    Issue.record(
      "NOT TESTED with PyYAML: it is not installed; \(VirtualEnvironment.yaml.log.path) says why.",
      severity: .warning, sourceLocation: sourceLocation)
    return nil
  }

  /// What a text holds, written to a file first.
  static func read(
    _ text: some Sequence<UInt8>, format: String? = nil, in folder: TestFolder
  ) throws -> CassetteImport {
    let url = try folder.write(Array(text), to: "import-\(UUID().uuidString)")
    return try CassetteImport(
      contentsOf: url, format: format, python: VirtualEnvironment.yaml.executable("python")?.path)
  }

  static func body(_ interaction: Cassette.Interaction) -> [UInt8]? {
    interaction.outcome.response?.body.data.map { Array($0) }
  }
}

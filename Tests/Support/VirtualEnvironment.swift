package import Foundation

/// A Python environment that `Scripts/setup` makes where it can.
package enum VirtualEnvironment: String, Sendable, CaseIterable {
  /// httpbin and what serves it.
  case httpbin
  /// Independent readers of our files: mitmproxy, Biopython and pysam.
  case readers
  /// PyYAML, by which recordings in YAML are imported.
  case yaml

  /// The file in which the installation's messages stand.
  package var log: URL {
    Repository.root.appendingPathComponent(".venv/\(rawValue).log")
  }

  /// A program of the environment, `python` or `mitmdump`, or nil where it is not installed.
  package func executable(_ name: String) -> URL? {
    let url = Repository.root.appendingPathComponent(".venv/\(rawValue)/bin/\(name)")
    return FileManager.default.isExecutableFile(atPath: url.path) ? url : nil
  }
}

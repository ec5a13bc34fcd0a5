package import Foundation

/// A folder of a test's own, removed with everything in it when closed or let go of.
package final class TemporaryFolder: Sendable {
  /// Where it lies, with symbolic links resolved.
  package let url: URL
  private let isClosed = Locked(false)

  /// Makes the folder.
  ///
  /// - Throws: the file system's error.
  package init() throws {
    let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("MoyaCassettes-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    self.url = url
  }

  deinit {
    close()
  }

  /// The path of the folder.
  package var path: String { url.path }

  /// The place of a file in it, which need not exist.
  package func file(_ name: String) -> URL {
    url.appendingPathComponent(name)
  }

  /// Writes a file and, where `name` has slashes, the folders above it; returns its place.
  ///
  /// - Throws: the file system's error.
  @discardableResult
  package func write(_ content: some Sequence<UInt8>, to name: String) throws -> URL {
    let file = file(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(content).write(to: file)
    return file
  }

  /// The content of a file in it.
  ///
  /// - Throws: the file system's error.
  package func read(_ name: String) throws -> Data {
    try Data(contentsOf: file(name))
  }

  /// The paths of all files and folders in it, relative and sorted.
  ///
  /// - Throws: the file system's error.
  package func contents() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
  }

  /// Removes it; does nothing the second time.
  package func close() {
    let wasClosed = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return isClosed
    }
    guard !wasClosed else { return }
    do {
      try FileManager.default.removeItem(at: url)
    } catch {
      // Not worth a failure, but whoever wonders where the disk went should read of it.
      FileHandle.standardError.write(Data("\(path) could not be removed: \(error)\n".utf8))
    }
  }
}

import Cassette
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Whether a cassette is there at all: what cannot be read is not taken for absent.
enum FileExistence {
  /// Whether something has that path, links followed.
  ///
  /// - Throws: `CassetteError.system` where the system will not say.
  static func isThere(_ url: URL) throws(CassetteError) -> Bool {
    var facts = stat()
    if stat(url.path, &facts) == 0 { return true }
    let code = errno
    if code == ENOENT || code == ENOTDIR { return false }
    throw .system(operation: "stat", path: url.path, code: code)
  }

  /// Deletes the file of a failed run, which a run that succeeded has overtaken.
  static func removeIfThere(_ url: URL) {
    // Where it cannot be deleted it does no harm, and the recording is saved.
    _ = unlink(url.path)
  }

  /// Makes the folder that a file will lie in, and those around it, where they are missing.
  ///
  /// - Throws: `CassetteError.system` where it may not be made.
  static func makeFolder(of url: URL) throws(CassetteError) {
    let folder = url.deletingLastPathComponent()
    if try isThere(folder) { return }
    if folder.path != "/" { try makeFolder(of: folder) }
    guard mkdir(folder.path, 0o777) == 0 || errno == EEXIST else {
      throw .system(operation: "make a folder", path: folder.path, code: errno)
    }
  }
}

package import Foundation

/// The right to write a cassette, for one who does not record it: it is the lock of its journal.
///
/// No recording can begin while it is held. A crashed recording's journal at that place stays as it is.
package final class CassetteLock: Sendable {
  /// The place of the journal.
  package let url: URL
  private let state: Locked<FileDescriptor?>

  /// Takes the lock.
  ///
  /// - Parameter cassette: The file that will be written; it need not be there, its folder must.
  /// - Throws: `CassetteError.locked` where a recording is going on, or another holds the lock;
  ///   `.notAFile` or `.system` where the journal's place cannot be opened.
  package init(for cassette: URL) throws(CassetteError) {
    url = try Journal.url(for: cassette)
    while true {
      guard let file = try Journal.lock(url.path, cassette: cassette.path) else { continue }
      state = Locked(file)
      return
    }
  }

  deinit {
    // Nobody is left to be told; an empty journal is in nobody's way.
    try? release()
  }

  /// Deletes a journal of the cassette, this lock's own file or one that was moved aside.
  ///
  /// - Throws: `CassetteError.system` where it cannot be deleted.
  package func remove(_ journal: URL) throws(CassetteError) {
    guard unlink(journal.path) == 0 else {
      throw .system(operation: "delete", path: journal.path, code: errno)
    }
  }

  /// Ends the lock, and deletes its file where that holds nothing. Does nothing the second time.
  ///
  /// - Throws: `CassetteError.system` where it cannot be deleted.
  package func release() throws(CassetteError) {
    try state.withLock { (file: inout FileDescriptor?) throws(CassetteError) in
      guard let held = file else { return }
      defer { file = nil }
      guard try held.status().st_size == 0 else { return }
      guard unlink(url.path) == 0 || errno == ENOENT else {
        throw .system(operation: "delete", path: url.path, code: errno)
      }
    }
  }
}

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

  /// Notes in a journal what the cassette is about to become, as its recording would have done.
  ///
  /// Half a line at its end, which nobody can read, goes.
  ///
  /// - Parameters:
  ///   - saved: The file that will stand in the cassette's place.
  ///   - journal: This lock's own file, or one that was moved aside.
  /// - Throws: `CassetteError` where it cannot be read or written.
  package func announce(
    _ saved: JournalHeader.Base, in journal: URL
  ) throws(CassetteError) {
    let file = try FileDescriptor(
      opening: journal.path, O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK, operation: "open")
    let whole = try JournalReader.wholeByteCount(of: file)
    guard ftruncate(file.rawValue, off_t(whole)) == 0 else {
      throw .system(operation: "write", path: journal.path, code: errno)
    }
    try saved.announcement.withBytes { (bytes) throws(CassetteError) in try file.write(bytes) }
  }

  /// Deletes a journal of the cassette, this lock's own file or one that was moved aside.
  ///
  /// The lock stays: its own file is emptied, and deleted when the lock is released.
  ///
  /// - Throws: `CassetteError.system` where it cannot be deleted.
  package func remove(_ journal: URL) throws(CassetteError) {
    let isOwn = try state.withLock { (file: inout FileDescriptor?) throws(CassetteError) -> Bool in
      guard let file else { return false }
      let held = try file.status()
      var named = stat()
      guard lstat(journal.path, &named) == 0, named.st_dev == held.st_dev,
        named.st_ino == held.st_ino
      else { return false }
      guard ftruncate(file.rawValue, 0) == 0 else {
        throw .system(operation: "empty", path: journal.path, code: errno)
      }
      return true
    }
    guard !isOwn else { return }
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

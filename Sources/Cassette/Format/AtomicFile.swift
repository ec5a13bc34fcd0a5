import Foundation

/// A file that takes another's place all at once, or never.
///
/// It is written beside the file that it replaces, under a name that is no cassette's, and removed when
/// it is given up. Not Sendable: one thread writes it.
final class AtomicFile {
  /// The path that is replaced, with links followed.
  let path: String
  /// Whether a file was there when this one was begun.
  let replacesFile: Bool
  /// The number of bytes written so far.
  private(set) var byteCount = 0
  /// The CRC-32 of what has reached the file.
  private var checksum: UInt32 = 0
  private let file: FileDescriptor
  private let temporaryPath: String
  private var buffer: [UInt8] = []
  private var isOpen = true
  /// Whether it has taken the other file's place.
  private(set) var isInPlace = false

  private static let bufferByteCount = 1 << 18
  private static let counter = Locked(0)

  /// Begins a file that will take that path.
  ///
  /// - Throws: `CassetteError.notAFile` where something else has the path; `.system` where the folder
  ///   is missing or may not be written to.
  init(replacing path: String) throws(CassetteError) {
    self.path = try FilePath.resolvingLink(path)
    var status = stat()
    let exists = lstat(self.path, &status) == 0
    guard exists || errno == ENOENT else {
      throw .system(operation: "examine", path: self.path, code: errno)
    }
    replacesFile = exists
    if exists, status.st_mode & S_IFMT != S_IFREG {
      throw .notAFile(path: self.path, kind: FileDescriptor.kind(of: status.st_mode))
    }
    let folder = FilePath.folder(of: self.path)
    while true {
      let number = Self.counter.withLock { (counter: inout Int) -> Int in
        counter += 1
        return counter
      }
      // Short, for the cassette's own name may be as long as a name can be.
      let candidate = "\(folder)/.cassette-\(getpid())-\(number).tmp"
      do throws(CassetteError) {
        file = try FileDescriptor(
          opening: candidate, O_WRONLY | O_CREAT | O_EXCL, operation: "create")
        temporaryPath = candidate
        break
      } catch {
        // A killed process of the same number left it.
        if case .system(_, _, EEXIST) = error { continue }
        guard case .system(let operation, _, let code) = error else { throw error }
        throw .system(operation: operation, path: self.path, code: code)
      }
    }
    if exists, fchmod(file.rawValue, status.st_mode & 0o7777) != 0 {
      let code = errno
      discard()
      throw .system(operation: "set the mode of", path: self.path, code: code)
    }
  }

  deinit { discard() }

  /// Adds bytes at the end.
  func write(_ bytes: UnsafeRawBufferPointer) throws(CassetteError) {
    buffer.append(contentsOf: bytes)
    byteCount += bytes.count
    if buffer.count >= Self.bufferByteCount { try flush() }
  }

  /// Adds bytes at the end.
  func write(_ bytes: [UInt8]) throws(CassetteError) {
    try bytes.withBytes { (bytes) throws(CassetteError) in try write(bytes) }
  }

  /// Takes the other file's place. Once it returns, the content outlives a loss of power.
  ///
  /// - Parameter announce: Is told what is about to stand there, when it is on the disk.
  /// - Throws: What `commit(at:isDurable:announcing:)` throws.
  func commit(
    announcing announce: (JournalHeader.Base) throws(CassetteError) -> Void = { _ in }
  ) throws(CassetteError) {
    try commit(at: path, announcing: announce)
  }

  /// The same at a path in the same folder, for content that its own name follows from.
  ///
  /// - Parameters:
  ///   - path: The path, with links followed.
  ///   - isDurable: Whether to wait until the content would outlive a loss of power.
  ///   - announce: Is told what is about to stand there, when it is on the disk.
  /// - Throws: `CassetteError.system`; the other file is whole then, or, where only the folder could not
  ///   be synchronised, this one is in its place; what `announce` throws.
  func commit(
    at path: String, isDurable: Bool = true,
    announcing announce: (JournalHeader.Base) throws(CassetteError) -> Void = { _ in }
  ) throws(CassetteError) {
    try flush()
    if isDurable {
      do throws(CassetteError) {
        try file.synchronise()
      } catch {
        throw named(error)
      }
    }
    try announce(JournalHeader.Base(byteCount: byteCount, crc32: checksum))
    guard rename(temporaryPath, path) == 0 else {
      throw .system(operation: "replace", path: path, code: errno)
    }
    (isOpen, isInPlace) = (false, true)
    if isDurable { try FilePath.synchroniseFolder(of: path) }
  }

  /// Gives the file up; the one to be replaced stays as it is.
  func discard() {
    guard isOpen else { return }
    isOpen = false
    unlink(temporaryPath)
  }

  private func flush() throws(CassetteError) {
    do throws(CassetteError) {
      try buffer.withBytes { (bytes) throws(CassetteError) in
        try file.write(bytes)
        checksum = CRC32.of(bytes, continuing: checksum)
      }
    } catch {
      throw named(error)
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// The error with the name of the file that the caller knows.
  private func named(_ error: CassetteError) -> CassetteError {
    guard case .system(let operation, _, let code) = error else { return error }
    return .system(operation: operation, path: path, code: code)
  }
}

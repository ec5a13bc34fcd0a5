import Foundation

/// An open file, closed when nothing refers to it any more.
///
/// Sendable, for the descriptor never changes and all reading names its offset. Foundation's FileHandle
/// traps or throws untyped errors, and cannot say O_EXCL or O_NOFOLLOW.
final class FileDescriptor: Sendable {
  let rawValue: Int32
  /// The path that messages name.
  let path: String

  /// What tells a file from another at the same path, and from itself before it was written to.
  struct Identity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
    let byteCount: Int
    let modifiedSeconds: Int
    let modifiedNanoseconds: Int
  }

  init(rawValue: Int32, path: String) {
    self.rawValue = rawValue
    self.path = path
  }

  deinit { close(rawValue) }

  /// Opens a file; the descriptor does not outlive an exec.
  convenience init(
    opening path: String, _ flags: Int32, mode: mode_t = 0o666, operation: String
  ) throws(CassetteError) {
    try FilePath.check(path, operation: operation)
    var descriptor: Int32
    repeat {
      descriptor = open(path, flags | O_CLOEXEC, mode)
    } while descriptor < 0 && errno == EINTR
    guard descriptor >= 0 else {
      throw CassetteError.system(operation: operation, path: path, code: errno)
    }
    self.init(rawValue: descriptor, path: path)
  }

  /// Opens a regular file to read it. A FIFO does not block, and is refused.
  static func reading(_ path: String) throws(CassetteError) -> FileDescriptor {
    let file: FileDescriptor
    do throws(CassetteError) {
      file = try FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK, operation: "open")
    } catch {
      if case .system(_, _, ENOENT) = error { throw .missing(path: path) }
      // Sockets cannot be opened at all.
      var status = stat()
      if case .system(_, _, ENXIO) = error, stat(path, &status) == 0 {
        throw .notAFile(path: path, kind: kind(of: status.st_mode))
      }
      throw error
    }
    let status = try file.status()
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .notAFile(path: path, kind: kind(of: status.st_mode))
    }
    return file
  }

  func status() throws(CassetteError) -> stat {
    var status = stat()
    guard fstat(rawValue, &status) == 0 else {
      throw .system(operation: "examine", path: path, code: errno)
    }
    return status
  }

  static func kind(of mode: mode_t) -> String {
    switch mode & S_IFMT {
    case S_IFREG: "file"
    case S_IFDIR: "folder"
    case S_IFIFO: "FIFO"
    case S_IFSOCK: "socket"
    case S_IFLNK: "symbolic link"
    default: "device"
    }
  }

  static func identity(_ status: stat) -> Identity {
    #if canImport(Darwin)
    let modified = status.st_mtimespec
    #else
    let modified = status.st_mtim
    #endif
    return Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      inode: UInt64(truncatingIfNeeded: status.st_ino),
      byteCount: Int(status.st_size), modifiedSeconds: Int(modified.tv_sec),
      modifiedNanoseconds: Int(modified.tv_nsec))
  }

  /// Reads until the buffer is full or the file ends; the number of bytes read.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(CassetteError) -> Int
  {
    var done = 0
    while done < buffer.count, let base = buffer.baseAddress {
      let count = pread(rawValue, base + done, buffer.count - done, off_t(offset + done))
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        throw .system(operation: "read", path: path, code: errno)
      }
      done += count
    }
    return done
  }

  /// The bytes from that offset on, fewer where the file ends before.
  func read(byteCount: Int, at offset: Int) throws(CassetteError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: byteCount)
    let count = try bytes.withMutableBytes { buffer throws(CassetteError) in
      try read(into: buffer, at: offset)
    }
    bytes.removeLast(byteCount - count)
    return bytes
  }

  /// Writes all the bytes at the descriptor's position.
  func write(_ bytes: UnsafeRawBufferPointer) throws(CassetteError) {
    var done = 0
    while done < bytes.count, let base = bytes.baseAddress {
      let count = Foundation.write(rawValue, base + done, bytes.count - done)
      if count < 0 {
        if errno == EINTR { continue }
        throw .system(operation: "write", path: path, code: errno)
      }
      done += count
    }
  }

  /// Waits until the file's content is on the disk.
  func synchronise() throws(CassetteError) {
    #if canImport(Darwin)
    // fsync hands the data to the drive only; not every file system knows F_FULLFSYNC.
    if fcntl(rawValue, F_FULLFSYNC) == 0 { return }
    #endif
    while fsync(rawValue) != 0 {
      guard errno == EINTR else {
        throw .system(operation: "synchronise", path: path, code: errno)
      }
    }
  }
}

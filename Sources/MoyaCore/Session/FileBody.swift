#if !UpstreamMoya && canImport(FoundationNetworking)
import Foundation

/// A file that is sent as a body: open, and as long as it was when it was opened.
///
/// URLSession on Linux reads a file ahead while it sends, and aborts the process where the transfer has
/// ended, as by a cancel, before it hears of what was read. So files are not left to it.
final class FileBody: Sendable {
  /// How many bytes are sent.
  let count: Int
  private let descriptor: Int32
  private let url: URL

  /// - Throws: `TaskCreationError` where it is not a file that can be read.
  init(_ url: URL) throws {
    self.url = url
    // Else a FIFO would hold the caller until somebody writes into it.
    descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.unreadable(url) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw Self.unreadable(url)
    }
    count = Int(status.st_size)
  }

  /// Writes a body into a file that has no name, so that nothing of it is left whatever happens.
  ///
  /// - Parameters:
  ///   - folder: The folder on whose disk it lies.
  ///   - write: Hands over the body, piece by piece.
  /// - Throws: `AFError.multipartEncodingFailed`, or what `write` throws.
  init(in folder: URL, write: (_ output: (Data) throws -> Void) throws -> Void) throws {
    url = folder.appendingPathComponent("MoyaCore-\(UUID().uuidString).multipart")
    descriptor = open(url.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw AFError.multipartEncodingFailed(reason: .outputStreamCreationFailed(for: url))
    }
    unlink(url.path)
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    var count = 0
    do {
      try write { piece in
        do {
          try handle.write(contentsOf: piece)
        } catch {
          throw AFError.multipartEncodingFailed(reason: .outputStreamWriteFailed(error: error))
        }
        count += piece.count
      }
    } catch {
      close(descriptor)
      throw error
    }
    self.count = count
  }

  deinit { close(descriptor) }

  /// Reads some bytes from there on; none, or a negative count, where there is nothing.
  func read(into buffer: UnsafeMutableRawBufferPointer, from offset: Int) -> Int {
    while true {
      let read = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
      if read >= 0 || errno != EINTR { return read }
    }
  }

  /// All bytes.
  ///
  /// - Throws: `TaskCreationError` where the file has become shorter.
  func whole() throws -> Data {
    var data = Data(count: count)
    let isWhole = data.withUnsafeMutableBytes { buffer in
      var done = 0
      while done < buffer.count {
        let read = read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[done...]), from: done)
        guard read > 0 else { return false }
        done += read
      }
      return true
    }
    guard isWhole else { throw Self.unreadable(url) }
    return data
  }

  private static func unreadable(_ url: URL) -> TaskCreationError {
    TaskCreationError(reason: .sessionTaskFailed(error: URLError.error(.cannotOpenFile, url: url)))
  }

  /// A stream of exactly the bytes that were announced, from the first one on.
  func stream() -> InputStream { FileBodyStream(self) }
}

/// Gives a file's bytes, and fails where there are fewer than was said.
private final class FileBodyStream: InputStream {
  private let file: FileBody
  private var position = 0

  init(_ file: FileBody) {
    self.file = file
    super.init(data: Data())
  }

  // Every task has a stream of its own, so that it has never been read before.
  override var streamStatus: Stream.Status { .notOpen }
  override var hasBytesAvailable: Bool { position < file.count }
  override func open() {}
  override func close() {}

  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
    let wanted = min(length, file.count - position)
    guard wanted > 0 else { return 0 }
    let read = file.read(
      into: UnsafeMutableRawBufferPointer(start: buffer, count: wanted), from: position)
    guard read > 0 else { return -1 }
    position += read
    return read
  }
}
#endif

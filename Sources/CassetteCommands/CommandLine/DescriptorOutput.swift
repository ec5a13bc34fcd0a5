import Foundation

/// Writes to a file descriptor, gathering small pieces.
///
/// Not Sendable: one thread uses it.
final class DescriptorOutput {
  private let descriptor: Int32
  private var buffer: [UInt8] = []

  private static let bufferByteCount = 1 << 16

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Whether people read it as it comes.
  var isTerminal: Bool { isatty(descriptor) != 0 }

  /// Adds a line.
  func line(_ text: String) throws(CommandError) { try write(Array(text.utf8) + [0x0A]) }

  /// Adds text as it is.
  func write(_ text: String) throws(CommandError) { try write(Array(text.utf8)) }

  /// Adds bytes.
  ///
  /// - Throws: `CommandError.outputClosed` where nobody reads them, `.output` for any other cause.
  func write(_ bytes: [UInt8]) throws(CommandError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.bufferByteCount { try flush() }
  }

  /// Writes what was gathered. What could not be written is dropped.
  func flush() throws(CommandError) {
    let bytes = buffer
    buffer.removeAll(keepingCapacity: true)
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        done += count
      } else if errno == EPIPE {
        throw .outputClosed
      } else if errno != EINTR {
        throw .output(code: errno)
      }
    }
  }
}

import CZlib

/// Compresses one block after another with raw deflate (RFC 1951).
///
/// Not Sendable: whoever owns it keeps it to one thread at a time.
final class Deflater {
  private let stream: UnsafeMutablePointer<z_stream>
  private let level: Int32
  private var isReady = false
  /// Room for the compressed content of one block.
  private let output = UnsafeMutableRawBufferPointer.allocate(
    byteCount: BGZF.maximumBlock - BGZF.headerByteCount - BGZF.trailerByteCount, alignment: 16)

  /// - Parameter level: zlib's level, 1 for speed to 9 for size.
  init(level: Int32 = 6) {
    self.level = level
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
  }

  deinit {
    if isReady { deflateEnd(stream) }
    stream.deallocate()
    output.deallocate()
  }

  /// Adds a block of BGZF that holds the content, `BGZF.maximumContent` bytes at most.
  func appendBlock(_ content: UnsafeRawBufferPointer, to file: inout [UInt8]) {
    let start = file.count
    BGZF.appendHeader(blockByteCount: 1, to: &file)
    if let count = deflate(content) {
      file.append(contentsOf: UnsafeRawBufferPointer(rebasing: output[..<count]))
    } else {
      // Deflate could not be had, or made more of it than the block holds: stored as it is.
      file.append(0x01)
      file.append(littleEndian: UInt16(content.count))
      file.append(littleEndian: ~UInt16(content.count))
      file.append(contentsOf: content)
    }
    file.append(littleEndian: CRC32.of(content))
    file.append(littleEndian: UInt32(content.count))
    let size = UInt16(file.count - start - 1)
    file[start + 16] = UInt8(truncatingIfNeeded: size)
    file[start + 17] = UInt8(truncatingIfNeeded: size >> 8)
  }

  /// The size of the compressed content; nil where it does not fit.
  private func deflate(_ content: UnsafeRawBufferPointer) -> Int? {
    if isReady {
      guard deflateReset(stream) == Z_OK else { return nil }
    } else {
      // -15: raw deflate with its largest window. 8: zlib's default use of memory.
      guard czlib_deflateInit2(stream, level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) == Z_OK
      else { return nil }
      isReady = true
    }
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: content.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = uInt(content.count)
    stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.avail_out = uInt(output.count)
    guard CZlib.deflate(stream, Z_FINISH) == Z_STREAM_END else { return nil }
    return output.count - Int(stream.pointee.avail_out)
  }
}

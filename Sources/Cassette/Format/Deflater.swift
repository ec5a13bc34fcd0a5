import CZlib

/// Compresses one block after another with raw deflate (RFC 1951).
///
/// Not Sendable: whoever owns it keeps it to one thread at a time.
final class Deflater {
  private let stream: UnsafeMutablePointer<z_stream>
  private let level: Int32
  private var isReady = false

  /// - Parameter level: zlib's level, 1 for speed to 9 for size.
  init(level: Int32 = 6) {
    self.level = level
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
  }

  deinit {
    if isReady { deflateEnd(stream) }
    stream.deallocate()
  }

  /// Adds a block of BGZF that holds the content, `BGZF.maximumContent` bytes at most.
  func appendBlock(_ content: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    let start = output.count
    let room = BGZF.maximumBlock - BGZF.headerByteCount - BGZF.trailerByteCount
    BGZF.appendHeader(blockByteCount: 1, to: &output)
    output.append(contentsOf: repeatElement(0, count: room))
    let bodyStart = start + BGZF.headerByteCount
    let count = output.withUnsafeMutableBytes { buffer in
      deflate(content, into: UnsafeMutableRawBufferPointer(rebasing: buffer[bodyStart...]))
    }
    if let count {
      output.removeLast(room - count)
    } else {
      // Deflate could not be had, or made more of it than the block holds: stored as it is.
      output.removeLast(room)
      output.append(0x01)
      output.append(littleEndian: UInt16(content.count))
      output.append(littleEndian: ~UInt16(content.count))
      output.append(contentsOf: content)
    }
    output.append(littleEndian: CRC32.of(content))
    output.append(littleEndian: UInt32(content.count))
    let size = UInt16(output.count - start - 1)
    output[start + 16] = UInt8(truncatingIfNeeded: size)
    output[start + 17] = UInt8(truncatingIfNeeded: size >> 8)
  }

  /// The size of the compressed content; nil where it does not fit.
  private func deflate(
    _ content: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> Int? {
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

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
  init(level: Int32 = 7) {
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
  ///
  /// Where the content is base64 that does not repeat itself, no time is spent on a search for matches:
  /// its size comes from its few letters alone.
  func appendBlock(
    _ content: UnsafeRawBufferPointer, base64: Range<Int> = 0..<0, to file: inout [UInt8]
  ) {
    let start = file.count
    BGZF.appendHeader(blockByteCount: 1, to: &file)
    if let count = deflate(content, withoutMatches: Self.withoutMatches(base64, of: content)) {
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

  /// What of the base64 is to be compressed by Huffman's codes alone.
  private static func withoutMatches(
    _ base64: Range<Int>, of content: UnsafeRawBufferPointer
  ) -> Range<Int> {
    guard base64.count > 4096,
      !Base64Stretch.isRepetitive(UnsafeRawBufferPointer(rebasing: content[base64]))
    else { return 0..<0 }
    // A change back costs codes of its own, more than a short rest gains.
    return content.count - base64.upperBound < 1024 ? base64.lowerBound..<content.count : base64
  }

  /// The size of the compressed content; nil where it does not fit.
  private func deflate(
    _ content: UnsafeRawBufferPointer, withoutMatches part: Range<Int>
  ) -> Int? {
    if isReady {
      guard deflateReset(stream) == Z_OK else { return nil }
    } else {
      // -15: raw deflate with its largest window. 8: zlib's default use of memory.
      guard czlib_deflateInit2(stream, level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY) == Z_OK
      else { return nil }
      isReady = true
    }
    stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.avail_out = uInt(output.count)
    if !part.isEmpty {
      guard feed(content[..<part.lowerBound], Z_NO_FLUSH) == Z_OK,
        deflateParams(stream, level, Z_HUFFMAN_ONLY) == Z_OK,
        feed(content[part], Z_NO_FLUSH) == Z_OK,
        deflateParams(stream, level, Z_DEFAULT_STRATEGY) == Z_OK
      else {
        // It may stand at the other strategy, which a reset keeps.
        deflateEnd(stream)
        isReady = false
        return deflate(content, withoutMatches: 0..<0)
      }
    }
    guard feed(content[part.upperBound...], Z_FINISH) == Z_STREAM_END else { return nil }
    return output.count - Int(stream.pointee.avail_out)
  }

  private func feed(_ part: Slice<UnsafeRawBufferPointer>, _ flush: Int32) -> Int32 {
    let bytes = UnsafeRawBufferPointer(rebasing: part)
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = uInt(bytes.count)
    // Nothing to do is no failure.
    if bytes.isEmpty, flush == Z_NO_FLUSH { return Z_OK }
    return CZlib.deflate(stream, flush)
  }
}

import CZlib

/// Undoes deflate, in whatever is around it, as far as asked for.
///
/// Not Sendable: whoever owns it keeps it to one thread at a time.
final class Inflater {
  /// What an inflater reads.
  enum Format: Int32 {
    /// Deflate without a header around it.
    case raw = -15
    /// Deflate in zlib's own format (RFC 1950).
    case zlib = 15
    /// One gzip member with header and trailer, which zlib checks.
    case gzip = 31
  }

  /// How a step ended.
  enum Status {
    /// There is more to come.
    case more
    /// The stream has ended, and its trailer, if any, was right.
    case ended
    /// The input is no deflate stream, or its trailer was wrong.
    case damaged(String)
  }

  private let stream: UnsafeMutablePointer<z_stream>
  private let format: Format
  private var isReady = false

  init(_ format: Format) {
    self.format = format
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
  }

  deinit {
    if isReady { inflateEnd(stream) }
    stream.deallocate()
  }

  /// Forgets the stream so far; false where there is no memory.
  func reset() -> Bool {
    if isReady { return inflateReset(stream) == Z_OK }
    isReady = czlib_inflateInit2(stream, format.rawValue) == Z_OK
    return isReady
  }

  /// Inflates from the input's start until the output is full or the input is used up.
  func step(
    input: UnsafeRawBufferPointer, output: UnsafeMutableRawBufferPointer
  ) -> (consumed: Int, produced: Int, status: Status) {
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = uInt(input.count)
    stream.pointee.next_out = output.bindMemory(to: UInt8.self).baseAddress
    stream.pointee.avail_out = uInt(output.count)
    let code = CZlib.inflate(stream, Z_NO_FLUSH)
    let status: Status =
      switch code {
      case Z_OK, Z_BUF_ERROR: .more
      case Z_STREAM_END: .ended
      case Z_NEED_DICT: .damaged("a dictionary is needed")
      default: .damaged(stream.pointee.msg.map { String(cString: $0) } ?? "zlib error \(code)")
      }
    return (
      input.count - Int(stream.pointee.avail_in), output.count - Int(stream.pointee.avail_out),
      status
    )
  }
}

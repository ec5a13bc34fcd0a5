import CZlib

/// Compressing for the replies that a test wants compressed.
package enum Zlib {
  /// What surrounds the deflated bytes.
  package enum Container: Int32, Sendable {
    case gzip = 31
    case zlib = 15
    case none = -15
  }

  /// The bytes deflated at zlib's default level; the same input gives the same bytes.
  package static func deflate(_ bytes: [UInt8], as container: Container) -> [UInt8] {
    var stream = z_stream()
    let status = czlib_deflateInit2(
      &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, container.rawValue, 8, Z_DEFAULT_STRATEGY)
    precondition(status == Z_OK, "deflateInit2 answered \(status)")
    defer { deflateEnd(&stream) }
    let limit = Int(deflateBound(&stream, uLong(bytes.count)))
    var input = bytes
    return input.withUnsafeMutableBufferPointer { input in
      [UInt8](unsafeUninitializedCapacity: limit) { output, count in
        stream.next_in = input.baseAddress
        stream.avail_in = uInt(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = uInt(limit)
        let status = CZlib.deflate(&stream, Z_FINISH)
        precondition(status == Z_STREAM_END, "deflate answered \(status)")
        count = limit - Int(stream.avail_out)
      }
    }
  }

  /// The CRC-32 of gzip and PNG.
  package static func crc32(_ bytes: [UInt8]) -> UInt32 {
    bytes.withUnsafeBufferPointer {
      UInt32(CZlib.crc32(0, $0.baseAddress, uInt($0.count)))
    }
  }
}

@_spi(Benchmarks) import Cassette
import Foundation
import Measuring
import ZlibFloors

/// What reading a cassette is held against.
enum Floors {
  /// Seconds for zlib to inflate all that the file holds.
  static func inflating(_ bytes: Data) throws -> Double {
    var count: Int64 = 0
    let seconds = Stopwatch.cpu.time { count = bytes.withUnsafeBytes { inflatedByteCount($0) } }
    guard count > 0 else { throw WrongResult("zlib cannot inflate a cassette") }
    return seconds
  }

  private static func inflatedByteCount(_ bytes: UnsafeRawBufferPointer) -> Int64 {
    floor_inflate(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
  }

  /// Seconds for Foundation's JSONDecoder to decode all entries, one by one.
  static func decoding(_ url: URL) throws -> Double {
    let cassette = try Cassette(contentsOf: url)
    let decoder = JSONDecoder()
    var seconds = 0.0
    var statuses = 0
    for chunk in Setting.chunks(cassette.count) {
      let lines = try chunk.map { try BenchmarkFile.text(ofEntryAt: $0, in: cassette) }
      seconds += try Stopwatch.cpu.time {
        for line in lines {
          statuses += try decoder.decode(HAREntry.self, from: line).response.status
        }
      }
    }
    guard statuses == 200 * cassette.count else { throw WrongResult("JSONDecoder misread entries") }
    return seconds
  }

  /// Seconds for all bytes of a file to be read, as a copy of it would.
  static func reading(_ url: URL) throws -> Double {
    let file = try FileHandle(forReadingFrom: url)
    defer { try? file.close() }
    return try Stopwatch.cpu.time {
      while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty {}
    }
  }

  /// The size of what `gzip -6` makes of a cassette's text.
  static func gzipByteCount(_ bytes: Data) throws -> Int {
    let count = bytes.withUnsafeBytes {
      floor_gzip_size($0.bindMemory(to: UInt8.self).baseAddress, $0.count)
    }
    guard count > 0 else { throw WrongResult("zlib cannot inflate a cassette") }
    return Int(count)
  }
}

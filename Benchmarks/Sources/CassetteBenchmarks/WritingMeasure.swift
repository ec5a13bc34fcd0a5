@_spi(Benchmarks) import Cassette
import Foundation
import Measuring
import ZlibFloors

/// Writing a cassette beside encoding its entries with JSONEncoder and compressing them once.
enum WritingMeasure {
  static func run(_ setting: Setting, _ report: (Comparison) -> Void) throws {
    var plainTimes: [Int: [Double]] = [:]
    var floorTimes: [Int: [Double]] = [:]
    var redactedTimes: [Int: [Double]] = [:]
    // Sizes by turns too, for growth compares them: a machine that gets busy slows all alike.
    for _ in 0..<setting.rounds {
      for count in setting.sizes {
        for _ in 0..<Setting.repetitions(count) {
          plainTimes[count, default: []].append(
            try write(count, to: setting.file("new.har.gz"), isRedacting: false))
          floorTimes[count, default: []].append(try encode(count))
          redactedTimes[count, default: []].append(
            try write(count, to: setting.file("new.har.gz"), isRedacting: true))
        }
      }
    }
    let (plain, floor) = (microseconds(plainTimes), microseconds(floorTimes))
    let redacted = microseconds(redactedTimes)
    for count in setting.sizes {
      guard let floor = floor[count], let plain = plain[count], let redacted = redacted[count]
      else { continue }
      let limited = count >= 1000
      report(
        Comparison(
          name: "write, against JSONEncoder and deflating once; CPU, µs an entry", n: count,
          ours: plain, floor: floor, limit: limited ? 1 : nil))
      report(
        Comparison(
          name: "record redacted, against JSONEncoder and deflating once; CPU, µs an entry",
          n: count, ours: redacted, floor: floor, limit: limited ? 2 : nil))
    }
    growth("write", plain, from: 10_000, to: 100_000).forEach(report)
    growth("record redacted", redacted, from: 1_000, to: 10_000).forEach(report)
    growth("record redacted", redacted, from: 10_000, to: 100_000).forEach(report)
  }

  /// The median of the seconds for each number of entries, in microseconds an entry.
  private static func microseconds(_ times: [Int: [Double]]) -> [Int: Double] {
    Dictionary(uniqueKeysWithValues: times.map { ($0, median($1) * 1e6 / Double($0)) })
  }

  /// Ten times as many entries may take twelve times as long.
  private static func growth(
    _ name: String, _ times: [Int: Double], from few: Int, to many: Int
  ) -> [Comparison] {
    guard let floor = times[few], let ours = times[many] else { return [] }
    return [
      Comparison(
        name: "\(name) all, against N = \(few); CPU, ms", n: many, ours: ours * Double(many) / 1e3,
        floor: floor * Double(few) / 1e3, limit: 12)
    ]
  }

  /// Seconds to write a cassette; making the interactions is not counted.
  static func write(_ count: Int, to url: URL, isRedacting: Bool) throws -> Double {
    // Without an older file, for one of the same text would be compared and left.
    if FileManager.default.fileExists(atPath: url.path) {
      try FileManager.default.removeItem(at: url)
    }
    let corpus = Corpus(kind: .mixed)
    var recording: BenchmarkRecording?
    var seconds = try Stopwatch.cpu.time {
      recording = try BenchmarkRecording(to: url, isRedacting: isRedacting)
    }
    for chunk in Setting.chunks(count) {
      let interactions = chunk.map { corpus.interaction($0) }
      seconds += try Stopwatch.cpu.time {
        for interaction in interactions { try recording?.append(interaction) }
      }
    }
    seconds += try Stopwatch.cpu.time {
      try recording?.finish()
      recording = nil
    }
    return seconds
  }

  /// Seconds for JSONEncoder to encode all entries, and for zlib to compress the text as one stream.
  private static func encode(_ count: Int) throws -> Double {
    let corpus = Corpus(kind: .mixed)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    guard let deflater = floor_deflater_make() else { throw WrongResult("zlib has no memory") }
    var seconds = 0.0
    for chunk in Setting.chunks(count) {
      let entries = chunk.map { HAREntry(corpus.interaction($0)) }
      seconds += try Stopwatch.cpu.time {
        for entry in entries {
          let line = try encoder.encode(entry)
          line.withUnsafeBytes {
            floor_deflater_feed(deflater, $0.bindMemory(to: UInt8.self).baseAddress, $0.count)
          }
        }
      }
    }
    seconds += Stopwatch.cpu.time { _ = floor_deflater_end(deflater) }
    return seconds
  }
}

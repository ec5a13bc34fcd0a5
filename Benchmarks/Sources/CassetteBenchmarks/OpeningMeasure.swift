@_spi(Benchmarks) import Cassette
import Foundation
import Measuring

/// Opening a cassette and answering one request, and how much of that grows with it.
enum OpeningMeasure {
  static func run(_ setting: Setting, _ report: (Comparison) -> Void) throws {
    let sweep = CacheSweep()
    try run(setting, "caches swept", before: sweep.sweep, limit: 1.5, report)
    // Here the index of a large cassette sweeps them, and that counts as if opening did.
    try run(setting, "caches warm", before: {}, limit: nil, report)
  }

  private static func run(
    _ setting: Setting, _ caches: String, before prepare: () -> Void, limit: Double?,
    _ report: (Comparison) -> Void
  ) throws {
    let corpus = Corpus(kind: .mixed)
    var times: [(all: [Double], index: [Double], copy: [Double])] = .init(
      repeating: ([], [], []), count: setting.sizes.count)
    // By turns, also between the sizes that are held against each other.
    for _ in 0..<setting.rounds {
      for (place, count) in setting.sizes.enumerated() {
        let url = try setting.cassette(.mixed, count)
        let asked = (0..<40).map { $0 * 997 % count }.filter { !corpus.isBinary($0) }
        let requests = asked.map { corpus.request($0) }
        // By turns again, and each by itself, for what is left of two large numbers is wanted.
        for request in requests {
          prepare()
          times[place].index.append(
            try Stopwatch.cpu.time {
              guard try BenchmarkFile.search(url, for: request) == 1 else {
                throw WrongResult("no entry in the index for \(request.url)")
              }
            })
          prepare()
          times[place].all.append(
            try Stopwatch.cpu.time {
              let player = BenchmarkPlayer(try Cassette(contentsOf: url))
              guard try player.answer(request)?.request.url == request.url else {
                throw WrongResult("no answer to \(request.url)")
              }
            })
        }
        times[place].copy.append(try Floors.reading(url))
      }
    }
    var first: Double?
    for (place, count) in setting.sizes.enumerated() {
      let (all, index) = (median(times[place].all), median(times[place].index))
      report(
        Comparison(
          name: "open and answer one, \(caches), against reading the whole file; CPU, µs", n: count,
          ours: all * 1e6, floor: median(times[place].copy) * 1e6, limit: nil))
      let rest = median(zip(times[place].all, times[place].index).map { $0 - $1 }) * 1e6
      if let first {
        report(
          Comparison(
            name:
              "open and answer one, \(caches), index apart, against N = \(setting.sizes[0]); CPU, µs",
            n: count, ours: rest, floor: first, limit: limit))
      }
      first = first ?? rest
      let url = try setting.cassette(.mixed, count)
      let copied = try indexCopy(of: url)
      report(
        Comparison(
          name:
            "reading the index and searching it, \(caches), against copying it; CPU, ns an entry",
          n: count,
          ours: index * 1e9 / Double(count), floor: copied * 1e9 / Double(count),
          // Below, what does not grow counts for more.
          limit: count >= 10_000 ? 25 : nil, limitsOurs: true))
    }
  }

  /// Seconds to read as many bytes as the index has.
  private static func indexCopy(of url: URL) throws -> Double {
    let byteCount = try BenchmarkFile.indexByteCount(of: url)
    let times = try (0..<9).map { _ in
      try Stopwatch.cpu.time {
        let file = try FileHandle(forReadingFrom: url)
        _ = try file.read(upToCount: byteCount)
        try file.close()
      }
    }
    return median(times)
  }
}

@_spi(Benchmarks) import Cassette
import Foundation

/// What all measures share: how many entries, how often, and the files.
final class Setting {
  /// How many entries a cassette has: from the environment's `N`, such as `100,1000`.
  let sizes: [Int]
  /// How often each is measured; of the results the median counts.
  let rounds: Int
  private let folder: URL

  init() throws {
    let environment = ProcessInfo.processInfo.environment
    let asked = (environment["N"] ?? "").split(separator: ",").compactMap { Int($0) }
    sizes = asked.isEmpty ? [100, 1_000, 10_000, 100_000] : asked.filter { $0 > 0 }.sorted()
    rounds = max(1, Int(environment["ROUNDS"] ?? "") ?? 5)
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("cassette-benchmarks-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Deletes what was written.
  func cleanUp() throws { try FileManager.default.removeItem(at: folder) }

  /// A place for a file.
  func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

  /// A cassette of so many entries, written when it is first asked for.
  func cassette(_ kind: Corpus.Kind, _ count: Int) throws -> URL {
    let url = file("\(kind.rawValue)-\(count).har.gz")
    guard !FileManager.default.fileExists(atPath: url.path) else { return url }
    let corpus = Corpus(kind: kind)
    let recording = try BenchmarkRecording(to: url, isRedacting: false)
    for number in 0..<count { try recording.append(corpus.interaction(number)) }
    try recording.finish()
    return url
  }

  /// The numbers up to a count, in pieces small enough to be made ready before their time is taken.
  static func chunks(_ count: Int) -> [Range<Int>] {
    stride(from: 0, to: count, by: 500).map { $0..<min($0 + 500, count) }
  }

  /// How often work for so few entries is repeated for a clock to see it.
  static func repetitions(_ count: Int) -> Int { max(1, 1000 / count) }
}

/// A measure found what must not be: a benchmark of wrong answers says nothing.
struct WrongResult: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

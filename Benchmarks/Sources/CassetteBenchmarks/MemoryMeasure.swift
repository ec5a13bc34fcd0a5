@_spi(Benchmarks) import Cassette
import Foundation
import Measuring

/// The most memory that each of the others takes, over that of a bare process, which only makes the same
/// requests or interactions: each in a process of its own.
enum MemoryMeasure {
  /// What a child process does.
  enum Work: String, CaseIterable {
    case bareOne
    case bareReading
    case bareWriting
    case openOne = "open and answer one"
    case inOrder = "answer all in order"
    case reversed = "answer all reversed"
    case equal = "answer all of one request"
    case shuffled = "answer all shuffled"
    case write
    case redacted = "record redacted"

    /// The same without cassettes; nil for what is that already.
    var bare: Work? {
      switch self {
      case .bareOne, .bareReading, .bareWriting: nil
      case .openOne: .bareOne
      case .inOrder, .reversed, .equal, .shuffled: .bareReading
      case .write, .redacted: .bareWriting
      }
    }
  }

  static func run(_ setting: Setting, _ report: (Comparison) -> Void) throws {
    for count in setting.sizes {
      var peaks: [Work: Double] = [:]
      for work in Work.allCases { peaks[work] = try peak(work, setting, count) }
      for work in Work.allCases {
        guard let peak = peaks[work], let bare = work.bare.flatMap({ peaks[$0] }) else { continue }
        report(
          Comparison(
            name: "memory to \(work.rawValue), over the bare process; MiB", n: count,
            ours: peak - bare, floor: bare, limit: 16, limitsOurs: true))
      }
    }
  }

  private static func peak(_ work: Work, _ setting: Setting, _ count: Int) throws -> Double {
    let cassette = try setting.cassette(work == .equal ? .equal : .mixed, count)
    let output = setting.file("peak")
    let peaks = try (0..<min(setting.rounds, 3)).map { _ in
      try ChildProcess.run(["child", work.rawValue, "\(count)", cassette.path, output.path])
      let text = String(decoding: try Data(contentsOf: output), as: UTF8.self)
      guard let peak = Double(text) else { throw WrongResult("a child said \(text)") }
      return peak
    }
    return median(peaks)
  }

  /// What the child does, with the arguments after `child`.
  static func runChild(_ arguments: [String]) throws {
    guard arguments.count == 4, let work = Work(rawValue: arguments[0]),
      let count = Int(arguments[1])
    else { throw WrongResult("a child has the arguments \(arguments)") }
    let cassette = URL(fileURLWithPath: arguments[2])
    let new = URL(fileURLWithPath: arguments[3] + ".har.gz")
    let corpus = Corpus(kind: work == .equal ? .equal : .mixed)
    var byteCount = 0
    switch work {
    case .bareOne: byteCount = corpus.request(count / 2).url.utf8.count
    case .bareReading:
      byteCount = AnsweringMeasure.Order.shuffled.numbers(count).count
      for chunk in Setting.chunks(count) {
        byteCount += chunk.map { corpus.request($0) }.count
        byteCount += chunk.filter { $0 % 50 == 0 }.map { corpus.interaction($0) }.count
      }
    case .bareWriting:
      for chunk in Setting.chunks(count) {
        byteCount += chunk.map { corpus.interaction($0) }.count
      }
    case .openOne:
      let player = BenchmarkPlayer(try Cassette(contentsOf: cassette))
      guard try player.answer(corpus.request(count / 2)) != nil else {
        throw WrongResult("no answer")
      }
    case .inOrder: _ = try AnsweringMeasure.answer(cassette, .inOrder, count)
    case .reversed: _ = try AnsweringMeasure.answer(cassette, .reversed, count)
    case .equal: _ = try AnsweringMeasure.answer(cassette, .equal, count)
    case .shuffled: _ = try AnsweringMeasure.answer(cassette, .shuffled, count)
    case .write: _ = try WritingMeasure.write(count, to: new, isRedacting: false)
    case .redacted: _ = try WritingMeasure.write(count, to: new, isRedacting: true)
    }
    guard byteCount > 0 || work.bare != nil else { throw WrongResult("nothing was made") }
    try Data("\(try peakMebibytes())".utf8).write(to: URL(fileURLWithPath: arguments[3]))
  }

  /// The most memory that this process has had, in MiB.
  private static func peakMebibytes() throws -> Double {
    #if os(Linux)
    // getrusage would count what the parent had before the child's program was loaded.
    let status = String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: "/proc/self/status")), as: UTF8.self)
    for line in status.split(separator: "\n") where line.hasPrefix("VmHWM:") {
      if let kibibytes = line.split(separator: " ").compactMap({ Double($0) }).first {
        return kibibytes / 1024
      }
    }
    throw WrongResult("the system does not say how much memory was taken")
    #else
    var usage = rusage()
    getrusage(RUSAGE_SELF, &usage)
    return Double(usage.ru_maxrss) / 1_048_576
    #endif
  }
}

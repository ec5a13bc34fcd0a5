@_spi(Benchmarks) import Cassette
import Foundation
import Measuring

/// Answering as many requests as there are entries, in several orders.
enum AnsweringMeasure {
  enum Order: String, CaseIterable {
    case inOrder = "in order"
    case reversed
    case equal = "of one request"
    case shuffled

    var kind: Corpus.Kind { self == .equal ? .equal : .mixed }
    var limit: Double { self == .shuffled ? 1.75 : 0.5 }

    func numbers(_ count: Int) -> [Int] {
      switch self {
      case .inOrder, .equal: return Array(0..<count)
      case .reversed: return (0..<count).reversed()
      case .shuffled:
        var random = SeededNumbers(seed: 42)
        return (0..<count).shuffled(using: &random)
      }
    }
  }

  static func run(_ setting: Setting, _ report: (Comparison) -> Void) throws {
    var shuffled: [Int: Double] = [:]
    for count in setting.sizes {
      let url = try setting.cassette(.mixed, count)
      let bytes = try Data(contentsOf: url, options: .mappedIfSafe)
      var ours: [Order: [Double]] = [:]
      var inflating: [Double] = []
      var decoding: [Double] = []
      for _ in 0..<setting.rounds {
        for _ in 0..<Setting.repetitions(count) {
          inflating.append(try Floors.inflating(bytes))
          decoding.append(try Floors.decoding(url))
          for order in Order.allCases {
            let url = try setting.cassette(order.kind, count)
            ours[order, default: []].append(try answer(url, order, count))
          }
        }
      }
      let unit = 1e6 / Double(count)
      let inflated = median(inflating) * unit
      let floor = inflated + median(decoding) * unit
      let limited = count >= 1000
      var perEntry: [Order: Double] = [:]
      for order in Order.allCases {
        let time = median(ours[order] ?? []) * unit
        perEntry[order] = time
        report(
          Comparison(
            name:
              "answer all \(order.rawValue), against inflating and JSONDecoder; CPU, µs an entry",
            n: count, ours: time, floor: floor, limit: limited ? order.limit : nil))
        report(
          Comparison(
            name: "answer all \(order.rawValue), against inflating alone; CPU, µs an entry",
            n: count, ours: time, floor: inflated, limit: nil))
      }
      let alike = [Order.inOrder, .reversed, .equal].compactMap { perEntry[$0] }
      report(
        Comparison(
          name: "slowest against fastest of in order, reversed and one request; CPU, µs an entry",
          n: count, ours: alike.max() ?? 0, floor: alike.min() ?? 0, limit: limited ? 1.3 : nil))
      shuffled[count] = perEntry[.shuffled]
    }
    if let many = shuffled[100_000], let few = shuffled[1_000] {
      report(
        Comparison(
          name: "answer all shuffled, against N = 1000; CPU, µs an entry", n: 100_000, ours: many,
          floor: few, limit: 1.5))
    }
  }

  /// Seconds to open a cassette and answer all requests; making them is not counted.
  static func answer(_ url: URL, _ order: Order, _ count: Int) throws -> Double {
    let corpus = Corpus(kind: order.kind)
    let numbers = order.numbers(count)
    var player: BenchmarkPlayer?
    var answerCount = 0
    var seconds = try Stopwatch.cpu.time { player = BenchmarkPlayer(try Cassette(contentsOf: url)) }
    for chunk in Setting.chunks(count) {
      let requests = chunk.map { corpus.request(numbers[$0]) }
      var answers: [(Cassette.Interaction, number: Int)] = []
      seconds += try Stopwatch.cpu.time {
        for (offset, request) in requests.enumerated() {
          guard let answer = try player?.answer(request) else {
            throw WrongResult("no answer to \(request.url)")
          }
          if offset % 50 == 0 { answers.append((answer, numbers[chunk.lowerBound + offset])) }
          answerCount += 1
        }
      }
      for (answer, number) in answers where answer.outcome != corpus.interaction(number).outcome {
        throw WrongResult("another answer than was recorded to request \(number)")
      }
    }
    seconds += Stopwatch.cpu.time { player = nil }
    guard answerCount == count else { throw WrongResult("\(answerCount) answers of \(count)") }
    return seconds
  }
}

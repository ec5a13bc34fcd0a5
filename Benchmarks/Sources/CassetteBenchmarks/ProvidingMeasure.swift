import Cassette
import Foundation
import Measuring
import MoyaCore
import ReplayProvider

/// Replaying as many requests as there are entries through a provider, in several orders.
enum ProvidingMeasure {
  /// A target of the corpus's client.
  private struct Tracker: TargetType {
    let number: Int

    var baseURL: URL { Self.base }
    var path: String { "/v2/projects/p\(number % 17)/issues/\(number)" }
    var method: Moya.Method { .get }
    var task: Moya.Task {
      .requestParameters(parameters: ["fields": "all"], encoding: URLEncoding.queryString)
    }
    var headers: [String: String]? { ["Accept": "application/json"] }

    private static let base = URL(string: "https://tracker.test")!
  }

  static func run(_ setting: Setting, _ report: (Comparison) -> Void) throws {
    var inOrder: [Int: Double] = [:]
    for count in setting.sizes {
      let url = try setting.cassette(.mixed, count)
      let bytes = try Data(contentsOf: url, options: .mappedIfSafe)
      var ours: [AnsweringMeasure.Order: [Double]] = [:]
      var floors: [Double] = []
      for _ in 0..<setting.rounds {
        for _ in 0..<Setting.repetitions(count) {
          floors.append(try Floors.inflating(bytes) + Floors.decoding(url))
          for order in AnsweringMeasure.Order.allCases {
            ours[order, default: []].append(
              try replay(setting.cassette(order.kind, count), order, count))
          }
        }
      }
      let unit = 1e6 / Double(count)
      let floor = median(floors) * unit
      for order in AnsweringMeasure.Order.allCases {
        let time = median(ours[order] ?? []) * unit
        if order == .inOrder { inOrder[count] = time }
        let limit = order == .shuffled ? 2.5 : 1.25
        report(
          Comparison(
            name:
              "replay all \(order.rawValue) through a provider, against inflating and JSONDecoder; "
              + "CPU, µs a request",
            n: count, ours: time, floor: floor, limit: count == 10_000 ? limit : nil))
      }
    }
    if let many = inOrder[100_000], let few = inOrder[1_000] {
      report(
        Comparison(
          name: "replay all in order through a provider, against N = 1000; CPU, µs a request",
          n: 100_000, ours: many, floor: few, limit: 1.3))
    }
  }

  /// Seconds to open a cassette and let a provider answer all requests one after another.
  private static func replay(
    _ url: URL, _ order: AnsweringMeasure.Order, _ count: Int
  ) throws -> Double {
    let numbers = order.numbers(count)
    let queue = DispatchQueue(label: "answers")
    var asked: Asked?
    let seconds = Stopwatch.cpu.time {
      let provider = ReplayProvider<Tracker>(
        cassette: .file(url), mode: .replay, callbackQueue: queue)
      let asking = Asked(numbers: numbers, provider: provider, isEqual: order == .equal)
      queue.async { asking.next() }
      asking.end.wait()
      asked = asking
    }
    let corpus = Corpus(kind: order.kind)
    let kept = asked?.kept ?? []
    for (number, response) in kept {
      let recorded = corpus.interaction(number).outcome.response
      guard response?.statusCode == recorded?.status, response?.data == recorded?.body.data else {
        throw WrongResult("another answer than was recorded to request \(number)")
      }
    }
    guard asked?.answerCount == count, !kept.isEmpty else {
      throw WrongResult("\(asked?.answerCount ?? 0) answers of \(count)")
    }
    return seconds
  }

  /// The requests still to send, each when the one before it has its answer.
  private final class Asked: @unchecked Sendable {
    // Unchecked: all of it happens on one serial queue, and is read when it has come to its end.
    let end = DispatchSemaphore(value: 0)
    /// How many requests had a response.
    private(set) var answerCount = 0
    /// Every fiftieth response.
    private(set) var kept: [(number: Int, response: Response?)] = []
    private let numbers: [Int]
    private let provider: ReplayProvider<Tracker>
    private let isEqual: Bool
    private var position = 0

    init(numbers: [Int], provider: ReplayProvider<Tracker>, isEqual: Bool) {
      self.numbers = numbers
      self.provider = provider
      self.isEqual = isEqual
    }

    func next() {
      guard position < numbers.count else {
        end.signal()
        return
      }
      let (number, isKept) = (numbers[position], position % 50 == 0)
      position += 1
      provider.request(Tracker(number: isEqual ? 0 : number)) { result in
        let response = try? result.get()
        if response != nil { self.answerCount += 1 }
        if isKept { self.kept.append((number, response)) }
        self.next()
      }
    }
  }
}

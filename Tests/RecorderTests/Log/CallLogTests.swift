import Cassette
import Foundation
import MoyaCore
import Testing

@testable import Recorder

struct CallLogTests {
  private struct Target: TargetType {
    var baseURL: URL { URL(string: "https://api.test")! }
    var path: String { "/a" }
    var method: Moya.Method { .get }
    var task: Moya.Task { .requestPlain }
    var headers: [String: String]? { nil }
  }

  private let key = TargetKey(Target())

  @Test(arguments: [1, 2, 3, 5, 6, 7, 20, 200])
  func keepsTheFirstAndTheLastAndCountsAll(_ count: Int) {
    var log = CallLog(limit: 3)
    for number in 1...count {
      let call = log.start(key, nil)
      #expect(call.number == number)
      if number % 2 == 0 { call.becomes(.recorded) }
    }
    let all = Array(1...count)
    let expected = count <= 6 ? all : Array(all.prefix(3) + all.suffix(3))
    #expect(log.calls.map(\.number) == expected)
    #expect(log.count == count)
    #expect(log.counts == .init(recorded: count / 2, underWay: count - count / 2))
  }

  @Test func countsWhatEndsAfterItIsKeptNoMore() {
    var log = CallLog(limit: 1)
    let calls = (0..<300).map { _ in log.start(key, nil) }
    #expect(log.counts == .init(underWay: 300))
    for call in calls { call.becomes(.live) }
    for _ in 0..<300 { log.start(key, nil).becomes(.missed) }
    #expect(log.counts == .init(live: 300, missed: 300))
  }

  @Test func theFirstOutcomeCounts() {
    var log = CallLog()
    let call = log.start(key, nil)
    call.becomes(.replayed(index: 4))
    call.becomes(.cancelled)
    call.isOver()
    #expect(log.counts == .init(replayed: 1))
    #expect(call.wasSent)
  }

  @Test func aCallThatGoesAwayWasNotSentOrGivenUp() {
    var log = CallLog()
    let (first, second) = (log.start(key, nil), log.start(key, nil))
    first.isOver()
    second.isSent()
    second.isOver()
    #expect(log.counts == .init(cancelled: 1, notSent: 1))
    #expect(!first.wasSent && second.wasSent)
  }

  @Test func keepsShortContentOnly() {
    func kept(_ body: Cassette.Body) -> Cassette.Body? {
      var log = CallLog()
      return log.start(key, Cassette.Request(url: "https://api.test/a", body: body)).request?.body
    }
    let short = Data(repeating: 1, count: LoggedCall.contentLimit)
    #expect(kept(.bytes(short)) == .bytes(short))
    #expect(kept(.bytes(short + [1])) == .empty)
    #expect(kept(.multipart([.init(name: "a", value: short)])) == .empty)
  }
}

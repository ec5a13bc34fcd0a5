import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// Many calls at once.
struct ConcurrencyCaseTests {
  private func number(_ value: Int) -> Probe {
    value < 50 ? Probe(.get, url: "https://api.test/n?i=\(value)") : Probe(.get, "/ticket")
  }

  private func studio() throws -> Studio {
    let tickets = TestSupport.Locked(0)
    return try Studio { request in
      if request.path == "/ticket" {
        return Reply(text: "\(tickets.withLock { value in value += 1; return value })")
      }
      let number = Int(request.query?.dropFirst(2) ?? "") ?? 0
      return Reply(text: "\(number)").delayed(by: .milliseconds((49 - number) * 10))
    }
  }

  /// Starts all calls on this thread, in order, and waits for all answers.
  private func all(_ numbers: [Int], _ provider: ReplayProvider<Probe>) async -> [Int: Seen] {
    let answers = TestSupport.Locked<[Int: Seen]>([:])
    let queue = DispatchQueue(label: "callbacks", attributes: .concurrent)
    await withCheckedContinuation { continuation in
      for value in numbers {
        provider.request(number(value), callbackQueue: queue) { result in
          let isLast = answers.withLock { answers in
            answers[value] = Seen(result)
            return answers.count == numbers.count
          }
          if isLast { continuation.resume() }
        }
      }
    }
    return answers.withLock { $0 }
  }

  @Test("CC-01: fifty that end in reverse, and ten equal ones: none lost, none crossed")
  func fiftyThatEndInReverse() async throws {
    var orders: [[String]] = []
    for _ in 0..<2 {
      let studio = try studio()
      let provider = studio.provider()
      let live = await all(Array(0..<60), provider)
      try await provider.finish()
      #expect((0..<50).allSatisfy { live[$0]?.text == "\($0)" })
      orders.append(try studio.interactions().map(\.request.url))
      #expect(orders.last?.count == 60)
      studio.server.stop()
      for _ in 0..<10 {
        let provider = studio.provider(.replay)
        let seen = await all(Array(0..<60).shuffled(), provider)
        try await provider.finish()
        for value in 0..<50 { #expect(seen[value] == live[value]) }
        let tickets = (50..<60).compactMap { seen[$0]?.text }
        #expect(tickets.count == 10 && Set(tickets) == Set((1...10).map(String.init)))
      }
    }
    #expect(orders[0] == orders[1])
    #expect(orders[0].prefix(50).elementsEqual((0..<50).map { "https://api.test/n?i=\($0)" }))
  }

  @Test("CC-02: one cassette of two recording tests: the second is told that it is in use")
  func oneCassetteOfTwoRuns() async throws {
    let studio = try Studio { Reply(text: $0.path) }
    let reports = Reports()
    let first = studio.provider()
    #expect(await first.seen(Probe(.get, "/a")).text == "/a")
    let second = studio.provider(reports: reports)
    #expect(await second.seen(Probe(.get, "/b")).error != nil)
    try await second.finish()
    try await first.finish()
    #expect(reports.text.contains(studio.cassette.path) && reports.text.contains("in use"))
    #expect(try studio.interactions().map(\.request.url) == ["https://api.test/a"])
    #expect(studio.server.requestCount == 1)
  }

  @Test("CC-02: two tests with cassettes of their own see only their own")
  func twoCassettesSeeOnlyTheirOwn() async throws {
    let studios = [try Studio { Reply(text: $0.path) }, try Studio { Reply(text: $0.path) }]
    let providers = studios.map { $0.provider() }
    for number in 0..<20 {
      _ = await providers[number % 2].seen(Probe(.get, "/\(number)"))
    }
    for provider in providers { try await provider.finish() }
    for (parity, studio) in studios.enumerated() {
      #expect(
        try studio.interactions().map(\.request.url)
          == stride(from: parity, to: 20, by: 2).map { "https://api.test/\($0)" })
    }
  }

  /// Equal calls at once, of which every third fails: as many of each kind again.
  @Test func equalCallsWithFailuresInBetween() async throws {
    let count = TestSupport.Locked(0)
    let studio = try Studio { _ in
      let number = count.withLock { value in
        value += 1; return value
      }
      // curl sends again what fails on a connection that it has used before.
      return (number.isMultiple(of: 3) ? Reply(text: "cut").truncated(to: 1) : Reply(text: "ok"))
        .closing()
    }
    var kinds: [[String: Int]] = []
    for _ in 0..<3 {
      let provider = studio.provider()
      let seen = await all(Array(50..<80), provider)
      try await provider.finish()
      kinds.append(seen.values.reduce(into: [:]) { $0[$1.summary, default: 0] += 1 })
    }
    let cut = kinds[0].keys.first { $0.hasPrefix("task NSURLErrorDomain ") } ?? ""
    #expect(kinds[0] == ["200 ok": 20, cut: 10])
    #expect(kinds[0] == kinds[1] && kinds[1] == kinds[2])
    #expect(studio.server.requestCount == 30)
  }
}
